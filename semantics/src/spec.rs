//! What is said once about an instruction, and drives everything else.

use crate::{claim::Claim, encoding::Enc};
use std::fmt;

/// A register index, 0 to 31.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u8);

impl fmt::Display for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// Register widths on which an encoding exists; combine them with `|`.
pub const RV32: u32 = 32;
/// See [`RV32`].
pub const RV64: u32 = 64;
/// See [`RV32`].
pub const RV128: u32 = 128;
/// Every register width.
pub const ALL: u32 = RV32 | RV64 | RV128;

/// On what the time of an instruction may depend: the contract that `Zkt` and the leakage checks use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timing {
    /// On no operand value.
    DataIndependent,
    /// On the values of both source registers (division).
    Operands,
    /// On the address, not on the data that moves.
    Address,
    /// On the target, and on whether it is taken.
    ControlFlow,
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Timing::DataIndependent => "data-independent",
            Timing::Operands => "may depend on the operands",
            Timing::Address => "may depend on the address",
            Timing::ControlFlow => "may depend on the target and the outcome",
        })
    }
}

/// What a worked example leaves behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// This value in this register.
    X(u8, u128),
    /// This byte at this address.
    Byte(u128, u8),
    /// This address in the program counter.
    Pc(u128),
    /// This value in this control and status register.
    Csr(u32, u128),
    /// This exception.
    Trap(crate::hart::Cause),
}

/// What a worked example starts from, beside its two source registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// This value in this register.
    X(u8, u128),
    /// This value in this control and status register.
    Csr(u32, u128),
}

/// A worked example: printed on the instruction's page, run as a test, seeded into fuzz corpora.
///
/// The instruction is at 0x1000; the byte at address `a` is `a mod 256`; the register that the
/// instruction reads as rs1 holds `rs1`, likewise `rs2`; what `also` names holds that; the rest is
/// zero.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// Register width.
    pub xlen: u32,
    /// The instruction, in assembly.
    pub asm: &'static str,
    /// Value of the first source register.
    pub rs1: u128,
    /// Value of the second source register.
    pub rs2: u128,
    /// What else is there before the instruction.
    pub also: &'static [Given],
    /// The result.
    pub gives: Gives,
    /// Where the numbers come from: a document and its section, or `oracle: ...`. Never empty.
    pub source: &'static str,
}

/// Everything about one instruction that is not its semantics.
#[derive(Debug)]
pub struct Spec {
    /// The manual's mnemonic.
    pub name: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// The extensions that have it: any one of them is enough.
    pub extensions: &'static [&'static str],
    /// Encodings, at most one for each register width.
    pub enc: &'static [Enc],
    /// Operands in assembly, for example `rd, rs1, imm` or `rd, imm(rs1)`.
    pub syntax: &'static str,
    /// Why these operand values are reserved; `None` when they are not.
    pub reserved: fn(&Operands) -> Option<&'static str>,
    /// On what its time may depend.
    pub timing: Timing,
    /// Worked examples, at least one.
    pub examples: &'static [Example],
    /// What is claimed of it, apart from the claims that need a cipher standard.
    pub claims: &'static [Claim],
}

impl Spec {
    /// The encoding on harts of this width.
    pub const fn enc(&self, xlen: u32) -> Option<&'static Enc> {
        let mut k = 0;
        while k < self.enc.len() {
            if self.enc[k].xlens & xlen != 0 {
                return Some(&self.enc[k]);
            }
            k += 1;
        }
        None
    }
    /// The register widths that have it.
    pub fn xlens(&self) -> impl Iterator<Item = u32> + '_ {
        [RV32, RV64, RV128].into_iter().filter(|&xlen| self.enc(xlen).is_some())
    }
}

/// For [`Spec::reserved`]: every operand value is legal.
pub fn nothing_reserved(_: &Operands) -> Option<&'static str> {
    None
}

/// Decoded operands. Selectors that shape the computation (`bs`, `rnum`) are plain integers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Operands {
    /// Destination register.
    pub rd: Reg,
    /// First source register.
    pub rs1: Reg,
    /// Second source register.
    pub rs2: Reg,
    /// Third source register, of R4-type instructions.
    pub rs3: Reg,
    /// Immediate, as the manual uses it: sign-extended and scaled; a shift amount is not signed.
    pub imm: i32,
    /// Byte selector of the RV32 AES and SM4 instructions; rotation selector of `chacha.xor`.
    pub bs: u32,
    /// Round number of `aes64ks1i`.
    pub rnum: u32,
    /// Fields that this version of the manual ignores (those of FENCE), right-aligned.
    pub ignored: u32,
    /// Number of a control and status register.
    pub csr: u32,
    /// Ordering of an atomic access: `aq` is bit 1, `rl` bit 0.
    pub order: u32,
}

/// Which operand a field of the word belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// [`Operands::rd`]
    Rd,
    /// [`Operands::rs1`]
    Rs1,
    /// [`Operands::rs2`]
    Rs2,
    /// [`Operands::rs3`]
    Rs3,
    /// [`Operands::imm`]
    Imm,
    /// [`Operands::bs`]
    Bs,
    /// [`Operands::rnum`]
    Rnum,
    /// [`Operands::ignored`]
    Ignored,
    /// [`Operands::csr`]
    Csr,
    /// [`Operands::order`]
    Order,
}

impl Operands {
    /// Reads the operand as a word field.
    pub fn get(&self, slot: Slot) -> u32 {
        match slot {
            Slot::Rd => self.rd.0.into(),
            Slot::Rs1 => self.rs1.0.into(),
            Slot::Rs2 => self.rs2.0.into(),
            Slot::Rs3 => self.rs3.0.into(),
            Slot::Imm => self.imm as u32,
            Slot::Bs => self.bs,
            Slot::Rnum => self.rnum,
            Slot::Ignored => self.ignored,
            Slot::Csr => self.csr,
            Slot::Order => self.order,
        }
    }
    /// Writes it.
    pub fn set(&mut self, slot: Slot, v: u32) {
        match slot {
            Slot::Rd => self.rd = Reg((v & 31) as u8),
            Slot::Rs1 => self.rs1 = Reg((v & 31) as u8),
            Slot::Rs2 => self.rs2 = Reg((v & 31) as u8),
            Slot::Rs3 => self.rs3 = Reg((v & 31) as u8),
            Slot::Imm => self.imm = v as i32,
            Slot::Bs => self.bs = v,
            Slot::Rnum => self.rnum = v,
            Slot::Ignored => self.ignored = v,
            Slot::Csr => self.csr = v,
            Slot::Order => self.order = v,
        }
    }
}
