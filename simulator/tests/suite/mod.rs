//! Tests of the simulator through its public interface, for whatever tier the program around them allows.

pub(crate) mod common;
mod compressed;
mod custom;
mod execution;
mod facts;
mod legality;
mod memory;
mod programs;
mod random;
mod runs;
mod seeded;
mod system;
mod trace;
