//! Case generators, differential engines and the shrinker.
//!
//! A [`case`] is one instruction with operands or a short program, made by [`generate`] from the table of
//! the specification. An [`engine::Engine`] runs cases; the specification is one of them. Two engines that
//! do not agree ([`outcome`]) are a finding.

pub mod campaign;
pub mod case;
pub mod compare;
pub mod coverage;
pub mod csrs;
pub mod dut;
pub mod engine;
pub mod finding;
pub mod generate;
pub mod isas;
pub mod layout;
pub mod libfuzzer;
pub mod outcome;
pub mod replay;
pub mod shrink;
pub mod sweep;
pub mod timing;
