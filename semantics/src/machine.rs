//! The concrete hart: registers as machine integers, memory behind a [`Bus`], precise traps.

use crate::{
    bits::Val,
    csr::{self, CsrFile},
    decode::Decoded,
    domain::{Bit, Bv, Concrete},
    hart::{Cause, Hart},
    isa::Isa,
    memory::Bus,
    spec::Reg,
};

/// What the platform does with loads and stores at addresses that are no multiple of their size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Misaligned {
    /// They work.
    #[default]
    Allowed,
    /// They trap.
    Trap,
}

/// A trap: nothing of the instruction has happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Why.
    pub cause: Cause,
    /// Address of the instruction.
    pub pc: u128,
    /// What `mtval` would get: the address, or the word of an illegal instruction.
    pub tval: u128,
}

/// A memory access of at most 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Address of its first byte.
    pub addr: u128,
    /// Number of bytes.
    pub len: u32,
    /// What moved.
    pub data: u128,
}

/// What one retired instruction did, apart from the program counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// Its address.
    pub pc: u128,
    /// The instruction.
    pub word: u32,
    /// The register it wrote (never `x0`) and the value, zero-extended from XLEN.
    pub rd: Option<(Reg, u128)>,
    /// The CSR that it wrote, and the value that it has now, zero-extended from XLEN.
    pub csr: Option<(u32, u128)>,
    /// What it loaded.
    pub load: Option<Access>,
    /// What it stored.
    pub store: Option<Access>,
}

/// A concrete hart of `XLEN` bits; intermediate values have room for `64 * L` bits.
#[derive(Clone, Debug)]
pub struct Machine<const XLEN: u32, const L: usize, B> {
    x: [u128; 32],
    /// Address of the instruction that runs or runs next.
    pub pc: u128,
    next: u128,
    length: u32,
    /// Alignment of instructions in bytes: 4, or 2 with compressed ones. [`Machine::execute`] takes it from
    /// the instruction set.
    pub ialign: u32,
    /// What loads and stores reach.
    pub bus: B,
    /// What misaligned ones do.
    pub misaligned: Misaligned,
    /// The control and status registers.
    pub csrs: CsrFile<XLEN>,
    /// Address and length of the bytes that are reserved.
    reservation: Option<(u128, u32)>,
    commit: Commit,
    pending: Option<(Cause, u128)>,
}

/// RV32; no intermediate value is wider than 128 bits.
pub type Machine32<B> = Machine<32, 2, B>;
/// RV64; the widest has 129 bits.
pub type Machine64<B> = Machine<64, 4, B>;
/// RV128.
pub type Machine128<B> = Machine<128, 8, B>;

impl<const XLEN: u32, const L: usize, B: Bus> Machine<XLEN, L, B> {
    const ONES: u128 = u128::MAX >> (128 - XLEN);

    /// All registers zero, at address `pc`.
    pub fn new(pc: u128, bus: B) -> Self {
        Machine {
            x: [0; 32],
            pc,
            next: pc,
            length: 4,
            ialign: 4,
            bus,
            misaligned: Misaligned::default(),
            csrs: CsrFile::default(),
            reservation: None,
            commit: Commit::default(),
            pending: None,
        }
    }
    /// Says which ISA the hart has, for `misa` and for the alignment of instructions (4 bytes before).
    pub fn set_isa(&mut self, isa: &Isa) {
        self.ialign = isa.ialign();
        self.csrs.set_misa(isa.misa());
        self.csrs.set_ialign(self.ialign);
    }
    /// A register, zero-extended from XLEN.
    pub fn reg(&self, r: Reg) -> u128 {
        self.x[usize::from(r.0 & 31)]
    }
    /// Sets a register, cut to XLEN bits; `x0` stays zero.
    pub fn set_reg(&mut self, r: Reg, v: u128) {
        if r != Reg(0) {
            self.x[usize::from(r.0 & 31)] = v & Self::ONES;
        }
    }
    /// A CSR, zero-extended from XLEN; `None` when there is none of this number.
    pub fn csr_value(&self, number: u32) -> Option<u128> {
        self.csrs.get(number)
    }
    /// Sets a CSR, cut to the bits that it has; one that does not exist stays so.
    pub fn set_csr_value(&mut self, number: u32, v: u128) {
        self.csrs.set(number, v);
    }
    /// Puts the CSRs back to the state after reset and gives a reservation up.
    pub fn reset_csrs(&mut self) {
        self.csrs.reset();
        self.reservation = None;
    }
    /// Whether a program has said where its trap handler is: `mtvec` is not zero.
    pub fn has_handler(&self) -> bool {
        self.csrs.get(csr::MTVEC).is_some_and(|mtvec| mtvec & !3 != 0)
    }
    /// Takes a trap: `mepc`, `mcause` and `mtval` say what happened, `mstatus.MIE` moves to `MPIE` and
    /// becomes zero, a reservation is given up, and the handler at `mtvec` is next. An exception goes to
    /// the base address in both modes of `mtvec`.
    pub fn take(&mut self, trap: &Trap) {
        let status = self.csrs.get(csr::MSTATUS).unwrap_or(0);
        let enabled = status >> csr::MIE & 1;
        self.csrs.set(csr::MSTATUS, enabled << csr::MPIE);
        self.csrs.set(csr::MEPC, trap.pc);
        self.csrs.set(csr::MCAUSE, trap.cause as u128);
        self.csrs.set(csr::MTVAL, trap.tval);
        self.reservation = None;
        self.pc = self.csrs.get(csr::MTVEC).unwrap_or(0) & !3;
    }
    /// Fetches, decodes and executes one instruction.
    ///
    /// # Errors
    /// The trap that it raises. Registers, memory and `pc` are as before it.
    ///
    /// # Panics
    /// When a register is not canonical afterwards, which is a defect of the specification.
    pub fn step(&mut self, isa: &Isa) -> Result<Commit, Trap> {
        let mut bytes = [0; 4];
        let fault = |tval| Trap { cause: Cause::InstructionAccess, pc: self.pc, tval };
        // The first half tells the length; a fault of the second half is reported at its address.
        if self.bus.fetch(self.pc, &mut bytes[..2]).is_err() {
            return Err(fault(self.pc));
        }
        if bytes[0] & 3 == 3 && self.bus.fetch(self.pc, &mut bytes).is_err() {
            return Err(fault(self.pc.wrapping_add(2) & Self::ONES));
        }
        self.execute(u32::from_le_bytes(bytes), isa)
    }
    /// Executes one word as if it had been fetched from `pc`; only the low half of a compressed one counts.
    ///
    /// # Errors
    /// The trap that it raises; see [`Machine::step`].
    ///
    /// # Panics
    /// See [`Machine::step`].
    #[inline]
    pub fn execute(&mut self, word: u32, isa: &Isa) -> Result<Commit, Trap> {
        self.ialign = isa.ialign();
        self.csrs.set_ialign(self.ialign);
        let word = if word & 3 == 3 { word } else { word & 0xffff };
        match isa.decode(word) {
            Some(decoded) => self.execute_decoded(word, &decoded),
            None => Err(Trap { cause: Cause::IllegalInstruction, pc: self.pc, tval: word.into() }),
        }
    }
    /// Executes an instruction that was decoded before.
    ///
    /// # Errors
    /// The trap that it raises; see [`Machine::step`].
    ///
    /// # Panics
    /// See [`Machine::step`].
    #[inline]
    pub fn execute_decoded(&mut self, word: u32, decoded: &Decoded) -> Result<Commit, Trap> {
        self.length = decoded.length;
        self.next = self.pc.wrapping_add(decoded.length.into()) & Self::ONES;
        self.commit = Commit { pc: self.pc, word, ..Commit::default() };
        self.pending = None;
        self.csrs.begin();
        decoded.insn.exec(self, &decoded.operands);
        if let Some((cause, tval)) = self.pending {
            return Err(Trap { cause, pc: self.pc, tval });
        }
        assert!(
            self.x[0] == 0 && self.x.iter().all(|&v| v <= Self::ONES),
            "a register of RV{XLEN} is not canonical after {word:#010x}"
        );
        self.csrs.retire();
        self.pc = self.next;
        Ok(self.commit)
    }
    #[inline(always)]
    fn value(v: u128) -> Bv<Concrete<L>> {
        Bv::from_raw(Concrete, XLEN, Val::from(v))
    }
    #[inline(always)]
    #[track_caller]
    fn number(v: Bv<Concrete<L>>) -> u128 {
        assert!(v.width() == XLEN, "{} bits where a register of RV{XLEN} is meant", v.width());
        v.raw().low()
    }
    fn is_misaligned(&self, addr: u128, len: u32) -> bool {
        self.misaligned == Misaligned::Trap && !Self::is_aligned(addr, len)
    }
    fn is_aligned(addr: u128, len: u32) -> bool {
        addr & u128::from(len - 1) == 0
    }
}

impl<const XLEN: u32, const L: usize, B: Bus> Hart for Machine<XLEN, L, B> {
    type D = Concrete<L>;
    const XLEN: u32 = XLEN;
    #[inline(always)]
    fn dom(&self) -> Concrete<L> {
        Concrete
    }
    #[inline(always)]
    fn x(&self, r: Reg) -> Bv<Concrete<L>> {
        Self::value(self.x[usize::from(r.0 & 31)])
    }
    #[inline(always)]
    #[track_caller]
    fn set_x(&mut self, r: Reg, v: Bv<Concrete<L>>) {
        let v = Self::number(v);
        if r != Reg(0) && self.pending.is_none() {
            self.x[usize::from(r.0 & 31)] = v;
            self.commit.rd = Some((r, v));
        }
    }
    #[inline(always)]
    fn pc(&self) -> Bv<Concrete<L>> {
        Self::value(self.pc)
    }
    #[inline(always)]
    fn next_pc(&self) -> Bv<Concrete<L>> {
        Self::value(self.pc.wrapping_add(self.length.into()) & Self::ONES)
    }
    #[inline(always)]
    #[track_caller]
    fn jump_if(&mut self, taken: Bit<Concrete<L>>, target: Bv<Concrete<L>>) {
        let target = Self::number(target);
        if taken.bv().raw() != Val::from(1) || self.pending.is_some() {
            return;
        }
        if target & u128::from(self.ialign - 1) != 0 {
            self.pending = Some((Cause::InstructionMisaligned, target));
        } else {
            self.next = target;
        }
    }
    #[inline(always)]
    #[track_caller]
    fn load(&mut self, addr: Bv<Concrete<L>>, width: u32) -> Bv<Concrete<L>> {
        let (addr, len, mut le) = (Self::number(addr), width / 8, [0; 16]);
        if self.pending.is_some() {
        } else if self.is_misaligned(addr, len) {
            self.pending = Some((Cause::LoadMisaligned, addr));
        } else if self.bus.read(addr, &mut le[..len as usize]).is_err() {
            self.pending = Some((Cause::LoadAccess, addr));
        } else {
            self.commit.load = Some(Access { addr, len, data: u128::from_le_bytes(le) });
        }
        Bv::new(Concrete, width, u128::from_le_bytes(le))
    }
    #[inline(always)]
    #[track_caller]
    fn store(&mut self, addr: Bv<Concrete<L>>, value: Bv<Concrete<L>>) {
        let (addr, len, data) = (Self::number(addr), value.width() / 8, value.raw().low());
        if self.pending.is_some() {
        } else if self.is_misaligned(addr, len) {
            self.pending = Some((Cause::StoreMisaligned, addr));
        } else if self.bus.write(addr, &data.to_le_bytes()[..len as usize]).is_err() {
            self.pending = Some((Cause::StoreAccess, addr));
        } else {
            self.commit.store = Some(Access { addr, len, data });
        }
    }
    #[track_caller]
    fn load_reserved(&mut self, addr: Bv<Concrete<L>>, width: u32) -> Bv<Concrete<L>> {
        let (at, len) = (Self::number(addr), width / 8);
        if !Self::is_aligned(at, len) {
            self.pending.get_or_insert((Cause::LoadMisaligned, at));
        }
        let value = self.load(addr, width);
        if self.pending.is_none() {
            self.reservation = Some((at, len));
        }
        value
    }
    #[track_caller]
    fn store_conditional(
        &mut self,
        addr: Bv<Concrete<L>>,
        value: Bv<Concrete<L>>,
    ) -> Bit<Concrete<L>> {
        let (at, len) = (Self::number(addr), value.width() / 8);
        if !Self::is_aligned(at, len) {
            self.pending.get_or_insert((Cause::StoreMisaligned, at));
        }
        // The same address, and no more bytes than were reserved there.
        let reserved = self.reservation.is_some_and(|(from, most)| from == at && len <= most);
        if reserved {
            self.store(addr, value);
        }
        if self.pending.is_none() {
            self.reservation = None;
        }
        self.lit(1, reserved.into()).bit(0)
    }
    #[track_caller]
    fn modify(
        &mut self,
        addr: Bv<Concrete<L>>,
        width: u32,
        new: impl FnOnce(Bv<Concrete<L>>) -> Bv<Concrete<L>>,
    ) -> Bv<Concrete<L>> {
        let at = Self::number(addr);
        if !Self::is_aligned(at, width / 8) {
            self.pending.get_or_insert((Cause::StoreMisaligned, at));
        }
        let old = self.load(addr, width);
        if let Some((cause @ Cause::LoadAccess, _)) = &mut self.pending {
            *cause = Cause::StoreAccess;
        }
        self.store(addr, new(old));
        old
    }
    fn cancel_reservation(&mut self) {
        self.reservation = None;
    }
    fn csr(&mut self, number: u32) -> Bv<Concrete<L>> {
        let value = if self.pending.is_none() { self.csrs.read(number) } else { Some(0) };
        if value.is_none() {
            self.pending = Some((Cause::IllegalInstruction, self.commit.word.into()));
        }
        Self::value(value.unwrap_or(0))
    }
    #[track_caller]
    fn set_csr(&mut self, number: u32, v: Bv<Concrete<L>>) {
        let v = Self::number(v);
        if self.pending.is_some() {
            return;
        }
        self.csrs.set(number, v);
        match self.csrs.get(number) {
            Some(now) => self.commit.csr = Some((number, now)),
            None => self.pending = Some((Cause::IllegalInstruction, self.commit.word.into())),
        }
    }
    #[inline(always)]
    fn raise(&mut self, cause: Cause, tval: Bv<Concrete<L>>) {
        let tval = Self::number(tval);
        self.pending.get_or_insert((cause, tval));
    }
}
