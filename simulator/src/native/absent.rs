//! The native tier on a host that it makes no instructions for: there is never any native code.

use std::ops::Range;

use crate::memory::Memory;
use crate::op::Regs;
use crate::threaded::Source;
use crate::trace::Tracer;

/// How native code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    At(u64),
    Declined(u64),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Native;

impl Native {
    pub(crate) const fn new(_: bool) -> Self {
        Self
    }

    pub(crate) const fn meets(&self, _: &Range<usize>) -> bool {
        false
    }

    pub(crate) const fn clear(&mut self) {}

    pub(crate) const fn make<const RV32: bool>(
        &mut self,
        _: &Source,
        _: &Memory,
        _: u64,
        _: bool,
    ) -> bool {
        false
    }

    pub(crate) const fn run<const RV32: bool, T: Tracer>(
        &mut self,
        pc: u64,
        _: &Regs,
        _: &Memory,
        _: &u64,
        _: &T,
    ) -> Left {
        Left::At(pc)
    }
}
