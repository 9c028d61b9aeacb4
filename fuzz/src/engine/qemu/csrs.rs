//! Which accesses to CSRs QEMU's machine shares with the specification, and which of their bits.
//!
//! The specification's hart has machine mode and nothing that is optional; QEMU's has more. What a case
//! would find or leave there that the other does not have is left out: single bits of what it reads, or the
//! case, with its reason.

use super::WRITES_NOTHING;
use crate::{
    case::ProgramCase,
    engine::{Skip, spec::Before},
    layout::ones,
    outcome::{ProgramOutcome, Stop},
};
use semantics::{
    csr::{self, Holds},
    decode::Decoded,
    hart::Cause,
    insns::Insn,
    isa::Isa,
    spec::Reg,
};

const MISA: u32 = 0x301;
const MIE: u32 = 0x304;
const MSTATUSH: u32 = 0x310;
const MSCRATCH: u32 = 0x340;
const MIP: u32 = 0x344;
/// `mseccfg` and `mseccfgh`: QEMU 7.2 has them with another extension only.
const SECURITY: [u32; 2] = [0x747, 0x757];
const MRET: u32 = 0x3020_0073;

/// CSRs that QEMU 7.2 has in machine mode alone, whatever its properties: first and last number.
const MORE: [(u32, u32); 6] = [
    // medeleg, mideleg; mcounteren; menvcfg, menvcfgh
    (0x302, 0x303),
    (0x306, 0x306),
    (0x30a, 0x30a),
    (0x31a, 0x31a),
    // Physical memory protection, which the resident program needs.
    (0x3a0, 0x3a3),
    (0x3b0, 0x3bf),
];

/// Exceptions whose trap value is the same everywhere. That of `ebreak` and those of accesses that are denied
/// are left open by the manual, and see `WRONG_TRAP_VALUES_IN_QEMU`.
const SAME_VALUES: [u128; 4] = [
    Cause::IllegalInstruction as u128,
    Cause::LoadMisaligned as u128,
    Cause::StoreMisaligned as u128,
    Cause::EcallFromM as u128,
];

/// Number, `rs1` and whether the source is a register, of a word that accesses a CSR.
fn access(word: u32) -> Option<(u32, Reg, bool)> {
    let (system, funct3) = (word & 0x7f == 0x73, word >> 12 & 7);
    (system && funct3 & 3 != 0).then_some((word >> 20, Reg((word >> 15 & 31) as u8), funct3 < 4))
}

/// Whether a word reads or writes a CSR by name, or returns from a trap.
pub(super) fn concerns(word: u32) -> bool {
    access(word).is_some() || word == MRET
}

/// Whether QEMU executes an illegal word of the major opcode SYSTEM, whatever its properties.
pub(super) fn has_more(word: u32, isa: &Isa) -> bool {
    match access(word) {
        Some(_) if !isa.enables("zicsr") => true,
        Some((number, ..)) => {
            // It has Zicntr and Zihpm always, and the upper halves of registers on RV32 only.
            let counts =
                number >> 8 == 0xc && csr::find(number).is_some_and(|c| c.xlens & isa.xlen() != 0);
            counts && !isa.csrs().any(|n| n == number)
                || MORE.iter().any(|&(first, last)| (first..=last).contains(&number))
        }
        // `mret` without Zicsr, `wfi`, `sfence.vma`
        None => {
            word == MRET
                || word == 0x1050_0073
                || word & 0xfe00_7fff == 0x1200_0073
                || isa.xlen() == 128
        }
    }
}

/// The bits of a CSR that are read alike, of those that the case did not write; `None` when QEMU does not have
/// it. What of it a write changes elsewhere is said by [`kept`].
fn mask(number: u32, isa: &Isa) -> Option<u128> {
    let all = ones(isa.xlen());
    let row = csr::find(number)?;
    Some(match (number, row.holds) {
        (csr::MONTN | csr::MONTNINV, _) => return None,
        (n, _) if SECURITY.contains(&n) => return None,
        // SXL and UXL, and the upper half on RV128: see `WRONG_CSRS_IN_QEMU`.
        (csr::MSTATUS, _) => all & !(0xf << 32) & u128::from(u64::MAX),
        // Letters that QEMU 7.2 does not have; and half of A is none for it, or all.
        (MISA, _) => {
            let halves = isa.enables("zaamo") != isa.enables("zalrsc");
            all & !(1 << 1 | 1 << 23 | u128::from(halves))
        }
        // Bits of modes that it has not: see `WRONG_CSRS_IN_QEMU`.
        (MIE | MIP, _) => 1 << 3 | 1 << 7 | 1 << 11,
        (csr::MCOUNTINHIBIT, _) => 1 << 0 | 1 << 2,
        // Time goes on differently: only the legality of the access is compared.
        (_, Holds::Count { .. }) => 0,
        // The status and the reserved bits; the entropy is anyone's. Above: see `WRONG_CSRS_IN_QEMU`.
        (_, Holds::Seed) => 0xff00_0000,
        _ => all,
    })
}

/// Whether QEMU makes of a written value what the specification does.
///
/// # Errors
/// Why not; it matters as soon as another instruction follows.
fn kept(number: u32, value: u128, isa: &Isa) -> Result<(), Skip> {
    let own = 1 << csr::MIE | 1 << csr::MPIE;
    match number {
        // See `WRONG_CSRS_IN_QEMU`.
        _ if value >> 64 != 0 => Err(Skip::WrongInQemu),
        // Other modes, and memory accesses on their behalf.
        csr::MSTATUS if value & !own != 3 << 11 => Err(Skip::BeyondMachineMode),
        csr::MEPC if value & u128::from(isa.ialign() - 1) != 0 => Err(Skip::WrongInQemu),
        // A reserved mode: the manual leaves open what is written instead.
        csr::MTVEC if value & 2 != 0 => Err(Skip::ReservedValue),
        // See `WRONG_CSRS_IN_QEMU`.
        MSTATUSH if value != 0 => Err(Skip::WrongInQemu),
        MIP if value != 0 => Err(Skip::BeyondMachineMode),
        _ => Ok(()),
    }
}

/// Follows a program in the specification.
#[derive(Debug)]
pub(super) struct Watch<'a> {
    isa: &'a Isa,
    skip: Option<Skip>,
    /// What the last instruction did matters from the next one on.
    pending: Option<Skip>,
    /// Bits of registers that may differ.
    open: [u128; 32],
    /// It names `mtvec`: the resident program has to leave it.
    owns_mtvec: bool,
    /// Traps before the present instruction, and whether the program handles one in it.
    traps: usize,
    handles: bool,
    /// A trap went to the resident program.
    unhandled: bool,
    /// It has returned from a trap, and there was none since: see `WRONG_CSRS_IN_QEMU`.
    returned: bool,
}

/// What is known of a program that can be compared.
#[derive(Clone, Debug)]
pub(super) struct Access {
    /// Whether `mtvec` belongs to it from the start.
    pub(super) owns_mtvec: bool,
    open: [u128; 32],
}

impl Access {
    /// Takes over what QEMU does not show: bits that may differ, and traps that the program handles itself,
    /// which show in what its handler reads.
    pub(super) fn complete(&self, expected: &ProgramOutcome, outcome: &mut ProgramOutcome) {
        for (r, open) in self.open.into_iter().enumerate() {
            outcome.registers[r] = outcome.registers[r] & !open | expected.registers[r] & open;
        }
        if self.owns_mtvec {
            outcome.traps.clone_from(&expected.traps);
        }
    }
}

impl<'a> Watch<'a> {
    pub(super) fn new(isa: &'a Isa) -> Self {
        Watch {
            isa,
            skip: None,
            pending: None,
            open: [0; 32],
            owns_mtvec: false,
            traps: 0,
            handles: false,
            unhandled: false,
            returned: false,
        }
    }
    /// Sees an instruction before it is executed.
    pub(super) fn see(&mut self, before: &Before) {
        self.trapped(before.traps);
        self.handles = before.has_handler;
        let skip = self.pending.take().or_else(|| self.look(before).err());
        self.skip = self.skip.or(skip);
    }
    fn trapped(&mut self, traps: usize) {
        self.unhandled |= traps > self.traps && !self.handles;
        self.returned &= traps == self.traps;
        self.traps = traps;
    }
    fn look(&mut self, before: &Before) -> Result<(), Skip> {
        let Some(d) = self.isa.decode(before.word) else {
            let nothing = access(before.word).is_some_and(|(number, rs1, register)| {
                let exists = mask(number, self.isa).is_some();
                exists && register && before.word >> 12 & 7 != 1 && (before.reg)(rs1) == 0
            });
            return if nothing { Err(WRITES_NOTHING) } else { Ok(()) };
        };
        let i = &d.operands;
        if [i.rs1, i.rs2, i.rs3].iter().any(|r| self.open[usize::from(r.0)] != 0) {
            return Err(Skip::OpenBits);
        }
        let left = [csr::MSTATUS, csr::MEPC, csr::MCAUSE, csr::MTVAL].contains(&i.csr);
        if self.unhandled && concerns(before.word) && (d.insn == Insn::Mret || left) {
            return Err(Skip::TrapHandler);
        }
        if d.insn == Insn::Mret && std::mem::replace(&mut self.returned, true) {
            return Err(Skip::WrongInQemu);
        }
        if access(before.word).is_none() {
            return Ok(());
        }
        // The only CSR of 128 bits keeps a register for the resident program.
        if i.csr == MSCRATCH && self.isa.xlen() == 128 {
            return Err(Skip::TrapHandler);
        }
        let mask = mask(i.csr, self.isa).ok_or(Skip::NotInQemu)?;
        let cause = (before.csr)(csr::MCAUSE).unwrap_or(0);
        let any = i.csr == csr::MTVAL && before.traps > 0 && !SAME_VALUES.contains(&cause);
        let mask = if any { 0 } else { mask };
        let mask = if self.returned && i.csr == csr::MSTATUS { mask & !(3 << 11) } else { mask };
        self.open[usize::from(i.rd.0)] |=
            if i.rd == Reg(0) { 0 } else { ones(self.isa.xlen()) & !mask };
        self.owns_mtvec |= i.csr == csr::MTVEC;
        if let Some(value) = written(&d, before) {
            // Counters of events: QEMU's hold what is written, beyond the case.
            if csr::find(i.csr).is_some_and(|row| row.count > 1) {
                return Err(Skip::BeyondMachineMode);
            }
            self.pending = kept(i.csr, value, self.isa).err();
        }
        Ok(())
    }
    /// What came of it.
    ///
    /// # Errors
    /// Why the program cannot be compared.
    pub(super) fn end(
        mut self,
        case: &ProgramCase,
        expected: &ProgramOutcome,
    ) -> Result<Access, Skip> {
        self.trapped(expected.traps.len());
        let end = case.end();
        match (self.skip, expected.stop) {
            (Some(skip), _) => Err(skip),
            // Nobody would catch it.
            (None, _) if self.owns_mtvec && self.unhandled => Err(Skip::TrapHandler),
            (None, Stop::Left(_)) if self.owns_mtvec => Err(Skip::TrapHandler),
            // The way back to the resident program is there.
            (None, Stop::Left(pc)) if (end..end + 4).contains(&pc) => Err(Skip::LeavesProgram),
            _ => Ok(Access { owns_mtvec: self.owns_mtvec, open: self.open }),
        }
    }
}

/// The value that an instruction writes to the CSR that it names.
fn written(d: &Decoded, before: &Before) -> Option<u128> {
    let i = &d.operands;
    let old = (before.csr)(i.csr).unwrap_or(0);
    let (register, immediate) = ((before.reg)(i.rs1), u128::from(before.word >> 15 & 31));
    let names = before.word >> 15 & 31 != 0;
    match d.insn {
        Insn::Csrrw => Some(register),
        Insn::Csrrwi => Some(immediate),
        Insn::Csrrs => names.then_some(old | register),
        Insn::Csrrsi => names.then_some(old | immediate),
        Insn::Csrrc => names.then_some(old & !register),
        Insn::Csrrci => names.then_some(old & !immediate),
        _ => None,
    }
}
