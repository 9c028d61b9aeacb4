//! What an instruction may touch.

use crate::{
    domain::{Bit, Bv, Domain},
    spec::{Operands, Reg},
};
use std::fmt;

/// A synchronous exception, with the code that `mcause` gets (privileged manual, table of `mcause`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cause {
    /// A jump or taken branch to an address that no instruction may have.
    InstructionMisaligned = 0,
    /// No instruction can be fetched there.
    InstructionAccess = 1,
    /// The word is no legal instruction.
    IllegalInstruction = 2,
    /// `ebreak`
    Breakpoint = 3,
    /// A load from an address that is no multiple of its size, where that is not supported.
    LoadMisaligned = 4,
    /// A load from where nothing may be read.
    LoadAccess = 5,
    /// A store to an address that is no multiple of its size, where that is not supported.
    StoreMisaligned = 6,
    /// A store to where nothing may be written.
    StoreAccess = 7,
    /// `ecall` in machine mode.
    EcallFromM = 11,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::InstructionMisaligned => "instruction address misaligned",
            Cause::InstructionAccess => "instruction access fault",
            Cause::IllegalInstruction => "illegal instruction",
            Cause::Breakpoint => "breakpoint",
            Cause::LoadMisaligned => "load address misaligned",
            Cause::LoadAccess => "load access fault",
            Cause::StoreMisaligned => "store address misaligned",
            Cause::StoreAccess => "store access fault",
            Cause::EcallFromM => "environment call from machine mode",
        })
    }
}

/// Architectural state and effects, seen from an instruction.
///
/// `x0` is handled by the hart and nowhere else. Effects are infallible for the author: when one
/// raises an exception, the hart remembers it, and from then on the instruction changes nothing
/// more. So an effect that can fail (a jump, a load, a store) comes before the write to `rd`.
pub trait Hart {
    /// Where values live.
    type D: Domain;
    /// Register width: 32, 64 or 128; 8 in proofs of multiplication.
    const XLEN: u32;
    /// The domain, for constants.
    fn dom(&self) -> Self::D;
    /// Reads a register.
    fn x(&self, r: Reg) -> Bv<Self::D>;
    /// Writes a register. The value has exactly XLEN bits.
    fn set_x(&mut self, r: Reg, v: Bv<Self::D>);
    /// Address of this instruction.
    fn pc(&self) -> Bv<Self::D>;
    /// Address of the instruction after this one in memory.
    fn next_pc(&self) -> Bv<Self::D>;
    /// Goes to `target` when `taken`.
    fn jump_if(&mut self, taken: Bit<Self::D>, target: Bv<Self::D>);
    /// Reads `width` bits, little-endian.
    fn load(&mut self, addr: Bv<Self::D>, width: u32) -> Bv<Self::D>;
    /// Writes all bits of `value`, little-endian.
    fn store(&mut self, addr: Bv<Self::D>, value: Bv<Self::D>);
    /// As [`Hart::load`], from an address that must be a multiple of the size; it reserves the bytes for
    /// a [`Hart::store_conditional`].
    fn load_reserved(&mut self, addr: Bv<Self::D>, width: u32) -> Bv<Self::D>;
    /// As [`Hart::store`], to an address that must be a multiple of the size, if a reservation covers the
    /// bytes; whether it did. There is no reservation afterwards.
    fn store_conditional(&mut self, addr: Bv<Self::D>, value: Bv<Self::D>) -> Bit<Self::D>;
    /// Reads `width` bits and writes what `new` makes of them, at an address that must be a multiple of
    /// the size; what was read. Its exceptions are those of a store.
    fn modify(
        &mut self,
        addr: Bv<Self::D>,
        width: u32,
        new: impl FnOnce(Bv<Self::D>) -> Bv<Self::D>,
    ) -> Bv<Self::D>;
    /// Gives a reservation up.
    fn cancel_reservation(&mut self);
    /// Reads a control and status register (12-bit number). One that does not exist raises an
    /// illegal-instruction exception and reads as zero.
    fn csr(&mut self, number: u32) -> Bv<Self::D>;
    /// Writes it. The value has exactly XLEN bits.
    fn set_csr(&mut self, number: u32, v: Bv<Self::D>);
    /// Raises an exception; `tval` says where or on what.
    fn raise(&mut self, cause: Cause, tval: Bv<Self::D>);

    /// The immediate operand, sign-extended to XLEN. Proofs make it a variable.
    #[inline(always)]
    fn imm(&self, i: &Operands) -> Bv<Self::D> {
        self.int(i.imm.into())
    }
    /// A constant.
    #[inline(always)]
    #[track_caller]
    fn lit(&self, width: u32, value: u128) -> Bv<Self::D> {
        Bv::new(self.dom(), width, value)
    }
    /// A constant of register width, negative ones in two's complement.
    #[inline(always)]
    fn int(&self, value: i128) -> Bv<Self::D> {
        self.lit(Self::XLEN, value as u128)
    }
    /// Goes to `target`.
    #[inline(always)]
    #[track_caller]
    fn jump(&mut self, target: Bv<Self::D>) {
        self.jump_if(self.lit(1, 1).bit(0), target);
    }
}
