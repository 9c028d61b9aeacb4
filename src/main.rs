//! `rvassay`: proves, fuzzes and certifies RISC-V cryptography from one executable specification.

use clap::Parser;
use std::process::ExitCode;

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
mod progress;
mod prove;
mod run;
mod tools;
mod verify;

use cli::{Cli, Verb};
use failure::Failure;
use output::{Outcome, Output};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut output = Output::new(cli.json);
    let result = match &cli.verb {
        Verb::List(args) => list::run(args, &mut output),
        Verb::Describe(args) => describe::run(args, &mut output),
        Verb::Eval(args) => eval::run(args, &mut output),
        Verb::Run(args) => run::run(args, &mut output),
        Verb::Prove(args) => prove::run(args, &mut output),
        Verb::Fuzz(args) => fuzz::run(args, &mut output),
        Verb::Certify(args) => certify::run(args, &mut output),
        Verb::Export(args) => export::run(args, &mut output),
        Verb::Verify(args) => verify::run(args, &mut output),
        Verb::Bench(args) => bench::run(args, &mut output),
        Verb::Doctor => doctor::run(&mut output),
    };
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
