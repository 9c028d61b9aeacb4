//! The tests of the crate, in one program: every program that runs instructions compiles all of them.

mod campaign;
mod core;
mod corpus;
mod generator;
mod qemu;
mod qemu_system;
mod replay;
