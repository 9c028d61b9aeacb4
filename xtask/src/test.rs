//! The test command: every check of the project, one step after the other.

use crate::fuzz;
use crate::step::{Failure, Step};

/// Runs all steps; the first that fails ends the run.
///
/// The tests come last: nextest's summary is then the closing line.
pub(crate) fn run() -> Result<(), Failure> {
    for step in checks() {
        step.run()?;
    }
    fuzz::run()?;
    doctests().run()?;
    if toolbox::find(toolbox::Tool::Nextest).is_ok() {
        Step::cargo("tests", &["nextest", "run", "--workspace", "--locked"]).run_last()
    } else {
        Step::cargo("tests", &["test", "--workspace", "--locked", "--tests"]).run()
    }
}

fn checks() -> [Step; 4] {
    [
        Step::cargo("format", &["fmt", "--all", "--check"]),
        Step::cargo(
            "lints",
            &["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"],
        ),
        Step::cargo("documentation", &["doc", "--workspace", "--no-deps", "--locked"])
            .env("RUSTDOCFLAGS", "-D warnings"),
        Step::cargo("build", &["build", "--locked"]),
    ]
}

fn doctests() -> Step {
    Step::cargo("examples in the documentation", &["test", "--workspace", "--locked", "--doc"])
}
