//! Executable semantics of RISC-V instructions, one file per instruction.
//!
//! Read in this order: [`insns`] (what an instruction looks like), [`spec`] and [`encoding`] (what
//! is said about it once), [`domain`] (what a value is), [`hart`] (what an instruction may touch),
//! then the consumers: [`decode`], [`asm`], [`isa`], [`csr`], [`machine`], [`dag`] and [`claim`].
//! [`loaded`] takes instructions in that were read from files.

pub mod asm;
pub mod bits;
pub mod bitwise;
pub mod chacha;
pub mod claim;
pub mod collisions;
pub mod csr;
pub mod dag;
pub mod decode;
pub mod domain;
pub mod encoding;
pub mod gf256;
pub mod hart;
pub mod inputs;
pub mod insns;
pub mod isa;
pub mod kyber;
pub mod loaded;
pub mod machine;
pub mod memory;
pub mod prelude;
pub mod program;
pub mod sm4;
pub mod spec;
pub mod symbolic;
pub mod zkt;
