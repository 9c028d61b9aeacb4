//! The inputs on which an instruction is defined.
//!
//! A custom instruction may leave its result open where operands are outside a range. An instruction
//! file then has, beside `SPEC`, a `pub const INPUTS: Inputs`, which [`Insn::inputs`] gives; without
//! one it is defined on every input. Outside, the value of `rd` is unspecified, and nothing else:
//! the instruction retires and writes no other register. What generators make, what claims assume and
//! what pages print are this one record.

use crate::{
    claim::Goal,
    dag::Dag,
    domain::{Bit, Bv},
    spec::Slot,
};
use std::fmt;

#[cfg(doc)]
use crate::insns::Insn;

/// What must hold of the operands for the result to be specified: all of the conditions.
#[derive(Clone, Copy, Debug)]
pub struct Inputs(pub &'static [Condition]);

/// A condition on some bits of a source register.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// [`Slot::Rs1`] or [`Slot::Rs2`].
    pub operand: Slot,
    /// The highest of the bits.
    pub hi: u32,
    /// The lowest of them; the value has at most 32 bits.
    pub lo: u32,
    /// What their value may be.
    pub allowed: Allowed,
}

/// A set of numbers.
#[derive(Clone, Copy, Debug)]
pub enum Allowed {
    /// Those below a number that is not 0.
    Below(u32),
    /// These; at least one.
    OneOf(&'static [u32]),
}

impl Inputs {
    /// Every input.
    pub const ANY: Inputs = Inputs(&[]);

    /// Whether nothing is required.
    pub const fn is_any(&self) -> bool {
        self.0.is_empty()
    }
    /// Whether the result is specified for these values of the source registers.
    pub fn hold(&self, rs1: u128, rs2: u128) -> bool {
        self.0.iter().all(|c| c.allowed.has(c.part(if c.operand == Slot::Rs2 { rs2 } else { rs1 })))
    }
    /// The value `v` of a source register, moved to where the conditions on that register hold; equal
    /// to `v` when they did. The further conditions hold of it if they name no bit that an earlier one
    /// names.
    pub fn moved(&self, operand: Slot, v: u128) -> u128 {
        self.0.iter().filter(|c| c.operand == operand).fold(v, |v, c| {
            let part = c.part(v);
            v ^ u128::from(part ^ c.allowed.near(part, c.part(u128::MAX))) << c.lo
        })
    }
    /// Restricts a goal to these inputs.
    pub fn assume<'a>(&self, g: &mut Goal<'a>, rs1: Bv<Dag<'a>>, rs2: Bv<Dag<'a>>) {
        for c in self.0 {
            let part = if c.operand == Slot::Rs2 { rs2 } else { rs1 }.bits(c.hi, c.lo);
            g.assume(c.allowed.contains(part));
        }
    }
}

impl Condition {
    fn part(&self, v: u128) -> u32 {
        (v >> self.lo) as u32 & u32::MAX >> (31 - (self.hi - self.lo))
    }
}

impl Allowed {
    fn has(&self, v: u32) -> bool {
        match self {
            Allowed::Below(n) => v < *n,
            Allowed::OneOf(all) => all.contains(&v),
        }
    }
    /// A number of the set, `v` itself when it is one; where `v` is near the largest number of its width,
    /// so is the result to that of the set.
    fn near(&self, v: u32, largest: u32) -> u32 {
        match self {
            Allowed::Below(n) if v < *n => v,
            Allowed::Below(n) => n - 1 - (largest - v) % n,
            Allowed::OneOf(all) if all.contains(&v) => v,
            Allowed::OneOf(all) => all[v as usize % all.len()],
        }
    }
    fn contains<'a>(&self, v: Bv<Dag<'a>>) -> Bit<Dag<'a>> {
        match self {
            Allowed::Below(n) => v.ult(v.lit(u128::from(*n))),
            Allowed::OneOf(all) => {
                let is = all.iter().map(|n| v.equals(v.lit(u128::from(*n))));
                is.reduce(|a, b| a | b).expect("a number that is allowed")
            }
        }
    }
}

impl fmt::Display for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_any() {
            return f.write_str("every input");
        }
        for (k, c) in self.0.iter().enumerate() {
            let (comma, operand) =
                (if k == 0 { "" } else { ", " }, if c.operand == Slot::Rs2 { 2 } else { 1 });
            write!(f, "{comma}X(rs{operand})[{}..{}] {}", c.hi, c.lo, c.allowed)?;
        }
        Ok(())
    }
}

impl fmt::Display for Allowed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Allowed::Below(n) => write!(f, "< {n}"),
            Allowed::OneOf(all) => {
                let all: Vec<_> = all.iter().map(u32::to_string).collect();
                write!(f, "in {{{}}}", all.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bits::Val, dag::Arena};

    const SOME: Inputs = Inputs(&[
        Condition { operand: Slot::Rs1, hi: 31, lo: 16, allowed: Allowed::Below(3329) },
        Condition { operand: Slot::Rs2, hi: 3, lo: 0, allowed: Allowed::OneOf(&[1, 4, 11]) },
    ]);

    #[test]
    fn values_are_moved_inside_and_no_further() {
        let corners = [0, 1, 0x0d00_ffff, 0x0d01_0000, 0xffff_fffb, 0xffff_ffff, u128::MAX];
        for rs1 in corners {
            for rs2 in corners {
                let moved = [SOME.moved(Slot::Rs1, rs1), SOME.moved(Slot::Rs2, rs2)];
                assert!(SOME.hold(moved[0], moved[1]), "{rs1:#x} {rs2:#x}");
                assert_eq!(SOME.hold(rs1, rs2), moved == [rs1, rs2], "{rs1:#x} {rs2:#x}");
                assert_eq!((moved[0] ^ rs1) & !0xffff_0000, 0);
            }
        }
        assert!(Inputs::ANY.hold(7, 8) && Inputs::ANY.moved(Slot::Rs1, 7) == 7);
    }

    #[test]
    fn claims_assume_the_same() {
        let arena = Arena::default();
        let mut g = Goal::new(&arena, 32);
        let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
        SOME.assume(&mut g, rs1, rs2);
        for (rs1, rs2) in [(0, 1), (0x0d00_0000, 0xfb), (0x0d01_0000, 1), (0, 2), (0, 0)] {
            let at = arena.eval(|name| Val::from(if name == "rs1" { rs1 } else { rs2 }));
            let assumed = g.assumptions().iter().all(|&id| at(id) == Val::from(1));
            assert_eq!(assumed, SOME.hold(rs1, rs2), "{rs1:#x} {rs2:#x}");
        }
    }

    #[test]
    fn it_reads_as_a_formula() {
        assert_eq!(SOME.to_string(), "X(rs1)[31..16] < 3329, X(rs2)[3..0] in {1, 4, 11}");
    }
}
