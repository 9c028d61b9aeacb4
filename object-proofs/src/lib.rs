//! Object code on terms: one run shows what a function does for all inputs.
//!
//! A [`Setup`] is a call: memory regions whose bytes are constants, terms or unknown, registers, an entry. Pointers,
//! lengths and loop counters are constants; data are variables. [`Machine`] executes the specification's instructions
//! on it ([`semantics`], not a second copy). Whatever the run has to decide, a branch, an address, is asked of the
//! normal form: what is the same for all inputs is decided; a load at an address with a few dozen possibilities
//! becomes a table; anything else ends the run with a [`Stop`] that says where and why. [`prove`] then compares what
//! memory holds with the terms of a reference.
//!
//! What one run shows, it shows for every input and for the addresses of its setup: equality with the reference, kept
//! registers, that only the regions were touched, and that no branch, address or operand of an instruction of variable
//! latency depends on secrets, but for the [`Leak`]s that it lists.

mod address;
mod event;
mod hart;
mod machine;
mod memory;
mod prove;
mod tables;
mod taint;

pub use event::{Access, Leak, LeakKind, Origin, Stop, Touched};
pub use machine::{Machine, Setup};
pub use memory::{Content, Overlap, Region};
pub use prove::{Expected, Proof, ProofError, Verdict, prove};
