//! End-to-end tests of the `rvassay` binary: what other people's scripts see of it.

mod arch_test;
mod bench;
mod certify;
mod exits;
mod export;
mod fuzz;
mod json;
mod machine_mode;
mod moved;
mod oracle;
mod program;
mod rv128;
mod rvassay;
mod solvers;
mod table;
mod wrong_input;
