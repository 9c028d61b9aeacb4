//! Set-up, verification and tests, as `cargo xtask` subcommands.
//!
//! This is the first thing that a user builds: it has few dependencies and links nothing but Rust.

mod campaign;
mod fuzz;
mod setup;
mod step;
mod test;

use std::ffi::OsString;
use std::process::ExitCode;

use step::{Failure, Step};

const USAGE: &str = "\
usage: cargo xtask COMMAND

  setup               install what is missing, pinned; costs nothing when all is there
  verify [ARGS]       set up, build, and run `rvassay verify ARGS`
  test                set up, then format, lints, documentation, build, fuzz targets and tests
  docs                write the generated pages: docs/instructions and the table of README.md
  campaign NAME       set up, build, and run a long fuzzing or proof campaign; without NAME: list them
  help                print this
";

fn main() -> ExitCode {
    match run(std::env::args_os().skip(1).collect()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code)
        }
    }
}

fn run(mut args: Vec<OsString>) -> Result<(), Failure> {
    if args.is_empty() {
        return Err(Failure::usage(USAGE.trim_end().to_owned()));
    }
    let command = args.remove(0);
    match (command.to_str().unwrap_or_default(), args.len()) {
        ("setup", 0) => setup::require_all(),
        ("verify", _) => {
            args.insert(0, "verify".into());
            rvassay(&args)
        }
        ("test", 0) => {
            setup::require_all()?;
            test::run()
        }
        ("docs", 0) => {
            setup::require_build()?;
            docs()
        }
        ("campaign", _) => match campaign::chosen(&args)? {
            campaign::Run::Rvassay(args) => rvassay(&args),
            campaign::Run::Tests(step) => {
                setup::require_all()?;
                step.run()
            }
        },
        ("help" | "--help" | "-h", 0) => {
            print!("{USAGE}");
            Ok(())
        }
        ("setup" | "test" | "docs" | "help" | "--help" | "-h", _) => Err(Failure::usage(format!(
            "error: `{}` takes no arguments\n\n{USAGE}",
            command.display()
        ))),
        _ => Err(Failure::usage(format!(
            "error: there is no command `{}`\n\n{USAGE}",
            command.display()
        ))),
    }
}

/// Sets up what building needs, builds the program for speed and becomes it.
///
/// Another tool that is missing only makes what needs it `not run`, and that the program reports.
fn rvassay(args: &[OsString]) -> Result<(), Failure> {
    setup::require_build()?;
    let build = Step::cargo("build", &["build", "--release", "--locked", "--package", "rvassay"]);
    // The exit codes that a failed build leaves free say what the program found.
    build.run().map_err(|failure| Failure { code: 2, ..failure })?;
    Err(step::become_rvassay(args))
}

/// The tests that compare generated text write it instead.
fn docs() -> Result<(), Failure> {
    let tests = ["test", "--locked", "--package", "rvassay", "--test", "pages", "--test", "readme"];
    Step::cargo("docs", &tests).env("RVASSAY_BLESS", "1").run()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_call_is_told_and_runs_nothing() {
        for (args, complaint) in [
            (&[][..], "usage: cargo xtask COMMAND"),
            (&["tset"], "error: there is no command `tset`"),
            (&["test", "fuzz"], "error: `test` takes no arguments"),
            (&["setup", "--force"], "error: `setup` takes no arguments"),
            (&["campaign", "aes"], "error: there is no campaign `aes`"),
        ] {
            let failure = run(args.iter().map(OsString::from).collect()).unwrap_err();
            assert_eq!(failure.code, 2);
            assert!(failure.to_string().starts_with(complaint), "{failure}");
        }
    }
}
