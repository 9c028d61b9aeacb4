//! Whether a core can be synthesised: no latch, no warning.

use crate::{EquivalenceError, design::Design, yosys::Workplace};
use rtl_harness::{CoreDescription, Patch};
use std::time::Duration;

/// As generic logic: latches are cells of their own then, and `check` has seen undriven, doubly driven and looping
/// nets.
const COMMANDS: [&str; 6] = [
    "proc",
    "flatten",
    "select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr",
    "opt_expr",
    "opt_clean",
    "check -assert",
];

/// Elaborates a core with the extensions that `has` says; of the project's own cores, a warning is an error.
///
/// # Errors
/// Missing tools, RTL that Yosys refuses or warns of, a latch, a loop.
pub fn synthesizes(
    description: &CoreDescription,
    patch: Option<&Patch>,
    xlen: u32,
    has: impl Fn(&str) -> bool,
    limit: Duration,
) -> Result<(), EquivalenceError> {
    let design = Design::of_core(description, patch, xlen, has)?;
    Workplace::new()?.run(&design, &COMMANDS.map(str::to_owned), limit).map(|_| ())
}
