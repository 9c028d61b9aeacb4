//! Set-up, verification and tests, as `cargo xtask` subcommands.
fn main() {}
