//! Tests of the simulator through its public interface, in one program.

mod common;
mod execution;
mod facts;
mod legality;
mod memory;
mod programs;
mod random;
mod runs;
mod seeded;
mod trace;
