//! The hart that one instruction sees.

use crate::{event::Stop, machine::Machine};
use semantics::{
    dag::Dag,
    domain::{Bit, Bv},
    hart::{Cause, Hart},
    spec::Reg,
};

/// One instruction under way. After the first thing that ends the run, nothing changes any more.
pub(crate) struct Walker<'m, 'a, 's, const XLEN: u32> {
    machine: &'m mut Machine<'a, 's>,
    next: u64,
    length: u32,
    stop: Option<Stop>,
}

impl<'m, 'a, 's, const XLEN: u32> Walker<'m, 'a, 's, XLEN> {
    pub(crate) fn new(machine: &'m mut Machine<'a, 's>, length: u32) -> Self {
        let next = machine.pc().wrapping_add(length.into()) & (u64::MAX >> (64 - XLEN));
        Walker { machine, next, length, stop: None }
    }
    /// The address of the instruction to be executed next.
    pub(crate) fn finish(self) -> Result<u64, Stop> {
        self.stop.map_or(Ok(self.next), Err)
    }
    fn stopped(&mut self, stop: Stop) {
        self.stop.get_or_insert(stop);
    }
    fn not_modelled(&mut self, what: &'static str) {
        let pc = self.machine.pc();
        self.stopped(Stop::NotModelled { pc, what });
    }
    /// What a step of the machine gives; when it ends the run, zero.
    fn value(&mut self, width: u32, result: Result<Bv<Dag<'a>>, Stop>) -> Bv<Dag<'a>> {
        result.unwrap_or_else(|stop| {
            self.stopped(stop);
            self.lit(width, 0)
        })
    }
}

impl<'a, const XLEN: u32> Hart for Walker<'_, 'a, '_, XLEN> {
    type D = Dag<'a>;
    const XLEN: u32 = XLEN;
    fn dom(&self) -> Dag<'a> {
        self.machine.dom()
    }
    fn x(&self, r: Reg) -> Bv<Dag<'a>> {
        self.machine.value(r, XLEN)
    }
    #[track_caller]
    fn set_x(&mut self, r: Reg, v: Bv<Dag<'a>>) {
        assert!(v.width() == XLEN, "{} bits written to {r} on RV{XLEN}", v.width());
        if self.stop.is_none() {
            self.machine.set(r, v.raw());
        }
    }
    fn pc(&self) -> Bv<Dag<'a>> {
        self.lit(XLEN, self.machine.pc().into())
    }
    fn next_pc(&self) -> Bv<Dag<'a>> {
        self.pc() + self.lit(XLEN, self.length.into())
    }
    fn jump_if(&mut self, taken: Bit<Dag<'a>>, target: Bv<Dag<'a>>) {
        if self.stop.is_some() {
            return;
        }
        let goes = self.machine.decide(taken.bv());
        match goes.and_then(|taken| taken.then(|| self.machine.target(target)).transpose()) {
            Err(stop) => self.stopped(stop),
            Ok(None) => {}
            Ok(Some(target)) if !target.is_multiple_of(self.machine.ialign()) => {
                self.raise(Cause::InstructionMisaligned, self.pc());
            }
            Ok(Some(target)) => self.next = target,
        }
    }
    fn load(&mut self, addr: Bv<Dag<'a>>, width: u32) -> Bv<Dag<'a>> {
        if self.stop.is_some() {
            return self.lit(width, 0);
        }
        let loaded = self.machine.load(addr, width);
        self.value(width, loaded)
    }
    fn store(&mut self, addr: Bv<Dag<'a>>, value: Bv<Dag<'a>>) {
        if self.stop.is_none()
            && let Err(stop) = self.machine.store(addr, value)
        {
            self.stopped(stop);
        }
    }
    fn load_reserved(&mut self, _: Bv<Dag<'a>>, width: u32) -> Bv<Dag<'a>> {
        self.not_modelled("a reservation");
        self.lit(width, 0)
    }
    fn store_conditional(&mut self, _: Bv<Dag<'a>>, _: Bv<Dag<'a>>) -> Bit<Dag<'a>> {
        self.not_modelled("a conditional store");
        self.lit(1, 0).bit(0)
    }
    fn modify(
        &mut self,
        _: Bv<Dag<'a>>,
        width: u32,
        _: impl FnOnce(Bv<Dag<'a>>) -> Bv<Dag<'a>>,
    ) -> Bv<Dag<'a>> {
        self.not_modelled("an atomic operation");
        self.lit(width, 0)
    }
    fn cancel_reservation(&mut self) {}
    fn csr(&mut self, _: u32) -> Bv<Dag<'a>> {
        self.not_modelled("a CSR");
        self.int(0)
    }
    fn set_csr(&mut self, _: u32, _: Bv<Dag<'a>>) {
        self.not_modelled("a CSR");
    }
    fn raise(&mut self, cause: Cause, _: Bv<Dag<'a>>) {
        let pc = self.machine.pc();
        self.stopped(Stop::Exception { pc, cause });
    }
}
