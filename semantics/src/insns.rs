//! The instructions: one file each, in `src/insns/<extension>/`.
//!
//! This list is checked by `build.rs`, which generates [`Insn`] and its table from the same files.

use crate::{
    hart::Hart,
    spec::{Operands, Spec},
};

/// Base integer instructions (I).
pub mod i {
    pub mod add;
    pub mod addi;
    pub mod beq;
    pub mod ecall;
    pub mod fence;
    pub mod jalr;
    pub mod lw;
    pub mod slli;
    pub mod sw;
}

/// Multiplication and division (M).
pub mod m {
    pub mod mulh;
}

/// AES encryption (Zkne).
pub mod zkne {
    pub mod aes32esmi;
}

include!(concat!(env!("OUT_DIR"), "/insns.rs"));

impl Insn {
    /// The instruction of this name.
    pub fn named(name: &str) -> Option<Insn> {
        Insn::ALL.iter().copied().find(|insn| insn.spec().name == name)
    }
}

// Two encodings that overlap on a common XLEN do not compile.
const _: () = crate::encoding::assert_disjoint(Insn::ALL);
