//! A hart on terms that records what an instruction does, for claims about one instruction.

use crate::{
    domain::{Bit, Bv, Domain},
    hart::{Cause, Hart},
    spec::{Operands, Reg},
};

/// A memory access: its address (XLEN bits) and what was read or written.
#[derive(Clone, Copy, Debug)]
pub struct Access<D: Domain> {
    /// The address of the first byte.
    pub addr: Bv<D>,
    /// The data, as wide as the access.
    pub data: Bv<D>,
}

/// Registers and program counter, and a record of the other effects.
///
/// Memory is whatever the caller says: a load gives [`Recorder::memory`], cut to the access. No
/// access traps, no target is misaligned: those are properties of a platform, and of harts with one.
#[derive(Clone, Debug)]
pub struct Recorder<D: Domain, const XLEN: u32> {
    dom: D,
    x: [D::Raw; 32],
    /// Address of the instruction.
    pub pc: Bv<D>,
    /// Where execution goes on.
    pub next: Bv<D>,
    length: u32,
    /// The condition and the target of the jump, if there was one.
    pub jump: Option<(Bit<D>, Bv<D>)>,
    /// The immediate operand, when it is not a constant.
    pub imm: Option<Bv<D>>,
    /// What a load reads: XLEN bits, of which it takes the low ones.
    pub memory: Option<Bv<D>>,
    /// The load, if there was one.
    pub load: Option<Access<D>>,
    /// The store, if there was one.
    pub store: Option<Access<D>>,
    /// Whether a conditional store finds its reservation; it does not when there is none.
    pub reserved: Option<Bit<D>>,
    /// On what the store depends, when it is conditional.
    pub condition: Option<Bit<D>>,
    /// The bytes that are reserved at the end: the address, and what was read there.
    pub reservation: Option<Access<D>>,
    /// Whether the reservation of before was given up.
    pub cancelled: bool,
    /// Control and status registers (number, XLEN bits) as they are now; others are [`Recorder::csr_of`].
    pub csrs: Vec<(u32, Bv<D>)>,
    /// What a CSR holds that nobody has written; zero when there is no such function.
    pub csr_of: Option<fn(D, u32) -> Bv<D>>,
    /// The exception, if there was one.
    pub raised: Option<(Cause, Bv<D>)>,
}

impl<D: Domain, const XLEN: u32> Recorder<D, XLEN> {
    /// Registers zero, at address `pc` (XLEN bits), before an instruction of `length` bytes.
    pub fn new(dom: D, pc: Bv<D>, length: u32) -> Self {
        Recorder {
            dom,
            x: [dom.lit(XLEN, 0); 32],
            pc,
            next: pc + pc.lit(length.into()),
            length,
            jump: None,
            imm: None,
            memory: None,
            load: None,
            store: None,
            reserved: None,
            condition: None,
            reservation: None,
            cancelled: false,
            csrs: Vec::new(),
            csr_of: None,
            raised: None,
        }
    }
}

impl<D: Domain, const XLEN: u32> Hart for Recorder<D, XLEN> {
    type D = D;
    const XLEN: u32 = XLEN;
    fn dom(&self) -> D {
        self.dom
    }
    fn x(&self, r: Reg) -> Bv<D> {
        Bv::from_raw(self.dom, XLEN, self.x[usize::from(r.0)])
    }
    #[track_caller]
    fn set_x(&mut self, r: Reg, v: Bv<D>) {
        assert!(v.width() == XLEN, "{} bits written to {r} on RV{XLEN}", v.width());
        if r != Reg(0) && self.raised.is_none() {
            self.x[usize::from(r.0)] = v.raw();
        }
    }
    fn pc(&self) -> Bv<D> {
        self.pc
    }
    fn next_pc(&self) -> Bv<D> {
        self.pc + self.pc.lit(self.length.into())
    }
    #[track_caller]
    fn jump_if(&mut self, taken: Bit<D>, target: Bv<D>) {
        assert!(target.width() == XLEN, "a target of {} bits on RV{XLEN}", target.width());
        self.jump = Some((taken, target));
        self.next = taken.select(target, self.next);
    }
    #[track_caller]
    fn load(&mut self, addr: Bv<D>, width: u32) -> Bv<D> {
        assert!(addr.width() == XLEN, "an address of {} bits on RV{XLEN}", addr.width());
        let data = self.memory.map_or_else(|| self.lit(width, 0), |m| m.lo(width));
        self.load = Some(Access { addr, data });
        data
    }
    #[track_caller]
    fn store(&mut self, addr: Bv<D>, data: Bv<D>) {
        assert!(addr.width() == XLEN, "an address of {} bits on RV{XLEN}", addr.width());
        self.store = Some(Access { addr, data });
    }
    #[track_caller]
    fn load_reserved(&mut self, addr: Bv<D>, width: u32) -> Bv<D> {
        let data = self.load(addr, width);
        self.reservation = self.load;
        data
    }
    #[track_caller]
    fn store_conditional(&mut self, addr: Bv<D>, data: Bv<D>) -> Bit<D> {
        self.store(addr, data);
        self.cancel_reservation();
        let reserved = self.reserved.unwrap_or_else(|| self.lit(1, 0).bit(0));
        self.condition = Some(reserved);
        reserved
    }
    #[track_caller]
    fn modify(&mut self, addr: Bv<D>, width: u32, new: impl FnOnce(Bv<D>) -> Bv<D>) -> Bv<D> {
        let old = self.load(addr, width);
        self.store(addr, new(old));
        old
    }
    fn cancel_reservation(&mut self) {
        (self.reservation, self.cancelled) = (None, true);
    }
    fn csr(&mut self, number: u32) -> Bv<D> {
        let unwritten = || self.csr_of.map_or_else(|| self.int(0), |of| of(self.dom, number));
        self.csrs.iter().find(|c| c.0 == number).map_or_else(unwritten, |c| c.1)
    }
    #[track_caller]
    fn set_csr(&mut self, number: u32, v: Bv<D>) {
        assert!(v.width() == XLEN, "{} bits written to a CSR on RV{XLEN}", v.width());
        self.csrs.retain(|c| c.0 != number);
        self.csrs.push((number, v));
    }
    fn raise(&mut self, cause: Cause, tval: Bv<D>) {
        self.raised = Some((cause, tval));
    }
    #[track_caller]
    fn imm(&self, i: &Operands) -> Bv<D> {
        self.imm.unwrap_or_else(|| self.int(i.imm.into()))
    }
}
