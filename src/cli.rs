//! The command line: verbs and their options.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Proves, fuzzes and certifies RISC-V cryptography from one executable specification.
///
/// Exit codes: 0 what was claimed holds, 1 a claim is false, 2 could not run, 3 undecided.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true)]
pub(crate) struct Cli {
    /// One JSON object a line on standard output, the last one {"summary": {...}}
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List instructions, obligations, kernels, units and cores
    List(List),
    /// Show the page of an instruction, or say what a word is and why
    Describe(Describe),
    /// Execute single words with the specification
    Eval(Eval),
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// What to list; everything without it
    #[arg(value_enum)]
    pub(crate) kind: Option<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Ops,
    Obligations,
    Kernels,
    Units,
    Cores,
}

#[derive(Debug, Args)]
pub(crate) struct Describe {
    /// A mnemonic, or an instruction word in hexadecimal (0x for a word that is also a name)
    #[arg(value_name = "OP|WORD")]
    pub(crate) what: String,
    /// The ISA string that legality is said for, such as rv32im_zkne_zknd
    #[arg(long)]
    pub(crate) isa: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Eval {
    /// The ISA string, such as rv32im_zkne_zknd
    #[arg(long)]
    pub(crate) isa: String,
    /// Rows of `word,rs1,rs2` in hexadecimal; `-` is standard input
    #[arg(long, value_name = "FILE", default_value = "-")]
    pub(crate) csv: PathBuf,
}
