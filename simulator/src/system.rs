//! Operations that need more than registers and memory: atomics, CSRs, the return from a trap.
//!
//! They leave the fast paths: a threaded block ends before one, and the decoded tier hands it over.

use crate::csr::{self, Csrs};
use crate::execute::{Flow, address, canonical};
use crate::memory::{Bus, Fault, Memory, Stored};
use crate::op::{Id, Op, Regs, SINK};
use crate::trace::MemAccess;
use crate::trap::Cause;

/// What an operation did beside its register.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effects {
    /// The CSR that it wrote, and what it holds now.
    pub(crate) csr: Option<(u16, u64)>,
    /// The memory that it touched.
    pub(crate) access: Option<MemAccess>,
}

/// What the operations share.
pub(crate) struct Hart<'a> {
    pub(crate) x: &'a mut Regs,
    pub(crate) mem: &'a mut Memory,
    pub(crate) csrs: &'a mut Csrs,
    /// Instructions retired before this one.
    pub(crate) retired: u64,
}

/// A little-endian value of a word or a doubleword.
trait Value<const N: usize>: Copy {
    fn of(bytes: [u8; N]) -> Self;
    fn bytes(self) -> [u8; N];
    /// The low part of a register.
    fn low(register: u64) -> Self;
    /// Sign-extended.
    fn register(self) -> u64;
    fn unsigned(self) -> u64;
}

impl Value<4> for i32 {
    fn of(bytes: [u8; 4]) -> Self {
        Self::from_le_bytes(bytes)
    }
    fn bytes(self) -> [u8; 4] {
        self.to_le_bytes()
    }
    fn low(register: u64) -> Self {
        register as Self
    }
    fn register(self) -> u64 {
        self as u64
    }
    fn unsigned(self) -> u64 {
        u64::from(self as u32)
    }
}

impl Value<8> for i64 {
    fn of(bytes: [u8; 8]) -> Self {
        Self::from_le_bytes(bytes)
    }
    fn bytes(self) -> [u8; 8] {
        self.to_le_bytes()
    }
    fn low(register: u64) -> Self {
        register as Self
    }
    fn register(self) -> u64 {
        self as u64
    }
    fn unsigned(self) -> u64 {
        self as u64
    }
}

impl Hart<'_> {
    /// Executes one of the operations that are not the executor's.
    pub(crate) fn execute<const RV32: bool>(&mut self, op: Op) -> (Flow, Effects) {
        let mut effects = Effects::default();
        let flow = match op.id {
            Id::LrW => self.reserve::<RV32, 4, i32>(op, &mut effects),
            Id::LrD => self.reserve::<RV32, 8, i64>(op, &mut effects),
            Id::ScW => self.conditional::<RV32, 4, i32>(op, &mut effects),
            Id::ScD => self.conditional::<RV32, 8, i64>(op, &mut effects),
            Id::AmoswapW => self.modify::<RV32, 4, i32>(op, &mut effects, |_, b| b),
            Id::AmoaddW => self.modify::<RV32, 4, i32>(op, &mut effects, i32::wrapping_add),
            Id::AmoxorW => self.modify::<RV32, 4, i32>(op, &mut effects, |a, b| a ^ b),
            Id::AmoandW => self.modify::<RV32, 4, i32>(op, &mut effects, |a, b| a & b),
            Id::AmoorW => self.modify::<RV32, 4, i32>(op, &mut effects, |a, b| a | b),
            Id::AmominW => self.modify::<RV32, 4, i32>(op, &mut effects, i32::min),
            Id::AmomaxW => self.modify::<RV32, 4, i32>(op, &mut effects, i32::max),
            Id::AmominuW => self
                .modify::<RV32, 4, i32>(op, &mut effects, |a, b| (a as u32).min(b as u32) as i32),
            Id::AmomaxuW => self
                .modify::<RV32, 4, i32>(op, &mut effects, |a, b| (a as u32).max(b as u32) as i32),
            Id::AmoswapD => self.modify::<RV32, 8, i64>(op, &mut effects, |_, b| b),
            Id::AmoaddD => self.modify::<RV32, 8, i64>(op, &mut effects, i64::wrapping_add),
            Id::AmoxorD => self.modify::<RV32, 8, i64>(op, &mut effects, |a, b| a ^ b),
            Id::AmoandD => self.modify::<RV32, 8, i64>(op, &mut effects, |a, b| a & b),
            Id::AmoorD => self.modify::<RV32, 8, i64>(op, &mut effects, |a, b| a | b),
            Id::AmominD => self.modify::<RV32, 8, i64>(op, &mut effects, i64::min),
            Id::AmomaxD => self.modify::<RV32, 8, i64>(op, &mut effects, i64::max),
            Id::AmominuD => self
                .modify::<RV32, 8, i64>(op, &mut effects, |a, b| (a as u64).min(b as u64) as i64),
            Id::AmomaxuD => self
                .modify::<RV32, 8, i64>(op, &mut effects, |a, b| (a as u64).max(b as u64) as i64),
            Id::Mret => {
                let to = self.csrs.leave();
                effects.csr = Some((0x300, self.csrs.get(0x300, self.retired)));
                Flow::Jump(to)
            }
            _ => self.csr::<RV32>(op, &mut effects),
        };
        (flow, effects)
    }

    fn csr<const RV32: bool>(&mut self, op: Op, effects: &mut Effects) -> Flow {
        // 12 bits.
        let number = op.imm as u16;
        let immediate = matches!(op.id, Id::Csrrwi | Id::Csrrsi | Id::Csrrci);
        let source = if immediate { u64::from(op.rs1) } else { self.x[usize::from(op.rs1) % 64] };
        let swaps = matches!(op.id, Id::Csrrw | Id::Csrrwi);
        let writes = swaps || op.rs1 != 0;
        if !self.csrs.allows(number, writes) {
            return Flow::Trap(Cause::IllegalInstruction, u64::from(op.word));
        }
        let reads = !swaps || op.rd != SINK;
        let slot = csr::slot(number);
        let old = match slot {
            _ if !reads => 0,
            Some(slot) => self.x[slot],
            None => self.csrs.read(number, self.retired),
        };
        if writes {
            let new = match op.id {
                Id::Csrrs | Id::Csrrsi => old | source,
                Id::Csrrc | Id::Csrrci => old & !source,
                _ => source,
            };
            let since = self.retired.wrapping_add(1);
            let now = if let Some(slot) = slot {
                self.x[slot] = canonical::<RV32>(new);
                address::<RV32>(new)
            } else {
                self.csrs.set(number, new, self.retired, since);
                self.csrs.get(number, since)
            };
            effects.csr = Some((number, now));
        }
        self.x[usize::from(op.rd) % 64] = canonical::<RV32>(old);
        Flow::Next
    }

    /// The address, which is a multiple of the size.
    fn place<const RV32: bool>(&self, op: Op, size: usize) -> Result<u64, u64> {
        let at = address::<RV32>(self.x[usize::from(op.rs1) % 64]);
        if at.is_multiple_of(size as u64) { Ok(at) } else { Err(at) }
    }

    fn reserve<const RV32: bool, const N: usize, V: Value<N>>(
        &mut self,
        op: Op,
        effects: &mut Effects,
    ) -> Flow {
        let at = match self.place::<RV32>(op, N) {
            Ok(at) => at,
            Err(at) => return Flow::Trap(Cause::LoadMisaligned, at),
        };
        let Ok(bytes) = self.mem.load::<N>(at) else {
            return Flow::Trap(Cause::LoadAccessFault, at);
        };
        self.csrs.reserved = Some((at, N));
        self.x[usize::from(op.rd) % 64] = V::of(bytes).register();
        effects.access = Some(MemAccess { addr: at, size: N as u8, stored: None, loaded: true });
        Flow::Next
    }

    fn conditional<const RV32: bool, const N: usize, V: Value<N>>(
        &mut self,
        op: Op,
        effects: &mut Effects,
    ) -> Flow {
        let at = match self.place::<RV32>(op, N) {
            Ok(at) => at,
            Err(at) => return Flow::Trap(Cause::StoreMisaligned, at),
        };
        let held = self.csrs.reserved.is_some_and(|(from, size)| from == at && N <= size);
        let mut flow = Flow::Next;
        if held {
            let value = V::low(self.x[usize::from(op.rs2) % 64]);
            match self.mem.store(at, value.bytes()) {
                Ok(Stored::Quiet) => {}
                Ok(Stored::Noticed) => flow = Flow::Noticed,
                Err(Fault::Misaligned | Fault::Access) => {
                    return Flow::Trap(Cause::StoreAccessFault, at);
                }
            }
            let stored = Some(value.unsigned());
            effects.access = Some(MemAccess { addr: at, size: N as u8, stored, loaded: false });
        }
        self.csrs.reserved = None;
        self.x[usize::from(op.rd) % 64] = u64::from(!held);
        flow
    }

    fn modify<const RV32: bool, const N: usize, V: Value<N>>(
        &mut self,
        op: Op,
        effects: &mut Effects,
        new: impl Fn(V, V) -> V,
    ) -> Flow {
        let at = match self.place::<RV32>(op, N) {
            Ok(at) => at,
            Err(at) => return Flow::Trap(Cause::StoreMisaligned, at),
        };
        let fault = Flow::Trap(Cause::StoreAccessFault, at);
        let Ok(bytes) = self.mem.load::<N>(at) else { return fault };
        let old = V::of(bytes);
        let value = new(old, V::low(self.x[usize::from(op.rs2) % 64]));
        let Ok(stored) = self.mem.store(at, value.bytes()) else { return fault };
        self.x[usize::from(op.rd) % 64] = old.register();
        let (size, written) = (N as u8, Some(value.unsigned()));
        effects.access = Some(MemAccess { addr: at, size, stored: written, loaded: true });
        if stored == Stored::Noticed { Flow::Noticed } else { Flow::Next }
    }
}
