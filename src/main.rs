//! `rvassay`: proves, fuzzes and certifies RISC-V cryptography from one executable specification.

use clap::Parser;
use std::{path::PathBuf, process::ExitCode};

mod bench;
mod cache;
mod certify;
mod cli;
mod describe;
mod doctor;
mod eval;
mod export;
mod failure;
mod fuzz;
mod interrupt;
mod list;
mod output;
mod profile;
mod progress;
mod prove;
mod report;
mod run;
mod tools;
mod verify;

use cli::{Cli, Verb};
use failure::Failure;
use output::{Outcome, Output};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::new(cli.json);
    let result = op_files(&cli.op_files).and_then(|()| verb(&cli.verb, &mut output));
    match result {
        Ok(outcome) => outcome.into(),
        // Whoever reads our output has seen enough; that is no failure.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            Outcome::Holds.into()
        }
        Err(failure) => {
            eprintln!("{:?}", miette::Report::new(failure));
            Outcome::CouldNotRun.into()
        }
    }
}

fn verb(verb: &Verb, output: &mut Output) -> Result<Outcome, Failure> {
    match verb {
        Verb::List(args) => list::run(args, output),
        Verb::Describe(args) => describe::run(args, output),
        Verb::Eval(args) => eval::run(args, output),
        Verb::Run(args) => run::run(args, output),
        Verb::Prove(args) => prove::run(args, output),
        Verb::Fuzz(args) => fuzz::run(args, output),
        Verb::Certify(args) => certify::run(args, output),
        Verb::Export(args) => export::run(args, output),
        Verb::Verify(args) => verify::run(args, output),
        Verb::Report(args) => report::run(args, output),
        Verb::Profile(args) => profile::run(args, output),
        Verb::Bench(args) => bench::run(args, output),
        Verb::Doctor => doctor::run(output),
    }
}

/// Adds the instructions of op files to the table, before anything uses it.
fn op_files(files: &[PathBuf]) -> Result<(), Failure> {
    if files.is_empty() {
        // Neither the script engine nor the check for collisions is needed.
        return Ok(());
    }
    op_files::load(files).and_then(op_files::OpFiles::install).map_err(Failure::from)
}
