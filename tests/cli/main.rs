//! End-to-end tests of the `rvassay` binary: what other people's scripts see of it.

mod arch_test;
mod bench;
mod certify;
mod costs;
mod cycles;
mod exits;
mod export;
mod fuzz;
mod json;
mod machine_mode;
mod moved;
mod objects;
mod op_files;
mod oracle;
mod program;
mod rv128;
mod rvassay;
mod second_solver;
mod solvers;
mod table;
mod units;
mod wrong_input;
