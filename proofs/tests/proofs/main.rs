//! The tests of the crate, in one program: every program that runs instructions compiles all of them.

mod beyond_z3;
mod misprint;
mod outcomes;
mod specification;
mod whole;
