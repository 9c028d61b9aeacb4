//! What an instruction file imports: `use crate::prelude::*;` and nothing else.
pub use crate::{
    bitwise, chacha,
    claim::{Claim, Goal, With},
    csr,
    dag::Dag,
    domain::{Bit, Bv, Domain},
    encoding::Enc,
    gf256,
    hart::{Cause, Hart},
    inputs::Inputs,
    insns::{Insn, i as base},
    kyber, sm4,
    spec::{
        ALL, Example, Given, Gives, Operands, RV32, RV64, RV128, Reg, Spec, Timing,
        nothing_reserved,
    },
};
