//! End-to-end tests of the `rvassay` binary: what other people's scripts see of it.

mod certify;
mod exits;
mod fuzz;
mod json;
mod moved;
mod oracle;
mod program;
mod rv128;
mod rvassay;
mod table;
mod wrong_input;
