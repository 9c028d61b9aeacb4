//! `rvassay`: proves, fuzzes and certifies RISC-V cryptography.
fn main() {}
