//! Why a verb could not run: everything here is exit code 2.

use miette::Diagnostic;
use semantics::{insns::Insn, isa::IsaError};
use std::{io, path::PathBuf};

/// A run that could not be done, with the remedy where there is one.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub(crate) enum Failure {
    #[error("standard output")]
    Output(#[source] io::Error),
    #[error("`{path}` cannot be read")]
    Read {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("`{path}` cannot be written")]
    Write {
        path: PathBuf,
        #[source]
        source: io::Error,
    },
    #[error("`{path}` is no program that can be run")]
    Elf {
        path: PathBuf,
        #[source]
        source: simulator::elf::ElfError,
    },
    #[error("`{path}`, line {line}: {problem}")]
    #[diagnostic(help("write it with `rvassay certify --json`"))]
    Certificate { path: PathBuf, line: usize, problem: String },
    #[error("the segments of `{path}` cannot be mapped: {problem}")]
    Map { path: PathBuf, problem: String },
    #[error("there is no signature: {problem}")]
    #[diagnostic(help("{remedy}"))]
    NoSignature { problem: String, remedy: &'static str },
    #[error("`{isa}` is for RV{of}, the program for RV{program}")]
    Width { isa: String, of: u32, program: u32 },
    #[error("the simulator has no RV128: it cannot run a program as `{isa}`")]
    #[diagnostic(help("run it on the specification: --engine spec"))]
    NoRv128 { isa: String },
    #[error(
        "{word:08x} at pc {pc:#x} may belong to {extensions}, whose instructions are not modelled"
    )]
    #[diagnostic(help("compile the program without {extensions}"))]
    NotModelledAt { word: u32, pc: u128, extensions: String },
    #[error("Ctrl-C cannot be caught")]
    Interrupt(#[source] ctrlc::Error),
    #[error("{error}")]
    #[diagnostic(help("{remedy}"))]
    OpFile { error: op_files::OpFileError, remedy: String },
    #[error(transparent)]
    Isa(IsaError),
    #[error("{error}")]
    #[diagnostic(help("known extensions: {known}; nearest: {near}"))]
    Extension { error: IsaError, known: String, near: String },
    #[error("there is no instruction `{name}`")]
    #[diagnostic(help("did you mean {near}? `rvassay list ops` lists all"))]
    NoInstruction { name: String, near: String },
    #[error("`{filter}` selects nothing among {among}")]
    #[diagnostic(help("did you mean {near}? `rvassay list` shows what there is"))]
    NothingSelected { filter: String, among: &'static str, near: String },
    #[error(transparent)]
    Manifest(kernels::manifest::ManifestError),
    #[error(transparent)]
    Unit(rtl_harness::DescriptionError),
    #[error(transparent)]
    Dut(::fuzz::dut::DutError),
    #[error(transparent)]
    Equivalence(equivalence::EquivalenceError),
    #[error("`{dut}` has no clock that instructions could be timed by")]
    #[diagnostic(help("name a core: --dut core:NAME"))]
    NoClock { dut: String },
    #[error("{dut} has no instruction of Zkt that was selected")]
    #[diagnostic(help("did you mean {near}? `rvassay describe OP` says whether Zkt has it"))]
    NothingTimed { dut: String, near: String },
    #[error("a planted bug is one of one unit")]
    #[diagnostic(help("name the unit: --unit NAME"))]
    BugOfOneUnit,
    #[error("the comparison cannot be run")]
    Campaign(#[source] ::fuzz::campaign::CampaignError),
    #[error(transparent)]
    Replay(::fuzz::replay::ReplayError),
    #[error(transparent)]
    Replaying(::fuzz::replay::ReplayFailure),
    #[error(transparent)]
    Subject(certifier::SubjectError),
    #[error(transparent)]
    Cost(certifier::cost::CostError),
    #[error(transparent)]
    Vectors(certifier::vectors::VectorError),
    #[error("the known-answer vectors cannot be used")]
    VectorSource(#[source] certifier::vectors::SourceError),
    #[error("there is no tool `{name}`")]
    #[diagnostic(help("did you mean {near}? `rvassay doctor` lists all"))]
    NoTool { name: String, near: String },
    #[error("{tool} cannot be done without")]
    #[diagnostic(help("leave out `--without {tool}`"))]
    Needed { tool: String },
    #[error("nothing can be proved")]
    Prove(#[source] proofs::ProveError),
    #[error(
        "two solvers contradict each other about {id}: {unsat} says that it holds, {sat} that it does not"
    )]
    #[diagnostic(help(
        "one of them is wrong, or the printer of its questions: ask each with `prove {id} --solver NAME --no-store`"
    ))]
    Disagreement { id: String, unsat: proofs::Engine, sat: proofs::Engine },
    #[error("`{name}` is not in {isa}")]
    #[diagnostic(help("it is in {extensions}, on {widths}"))]
    NotInIsa { name: &'static str, isa: String, extensions: String, widths: String },
    #[error("no instruction of {extension} is in {isa}")]
    #[diagnostic(help("leave out --isa, or name the extension in it"))]
    NoneInIsa { extension: String, isa: String },
    #[error(transparent)]
    #[diagnostic(help("say which with --isa, such as --isa rv64i"))]
    WidthsDiffer(::export::macros::WidthsDiffer),
    #[error("`{name}` has no {what}: {why}")]
    #[diagnostic(help("{help}"))]
    NotOffered { name: &'static str, what: &'static str, why: ::export::NotOffered, help: String },
    #[error("nothing can be measured")]
    Speed(#[source] speeds::SpeedError),
    #[error("there is no row to execute")]
    #[diagnostic(help("a row is `word,rs1,rs2` in hexadecimal"))]
    NoRow,
    #[error("line {line}: {problem}")]
    #[diagnostic(help("{remedy}"))]
    Csv { line: u64, problem: String, remedy: &'static str },
    #[error("line {line}: {word} may belong to {extensions}, whose instructions are not modelled")]
    #[diagnostic(help("leave {extensions} out of the ISA string, or the word out of the file"))]
    NotModelled { line: u64, word: String, extensions: String },
}

impl From<op_files::OpFileError> for Failure {
    fn from(mut error: op_files::OpFileError) -> Failure {
        let remedy = error.remedy.take();
        let remedy = remedy.unwrap_or_else(|| "the book, \"Op files\", has examples".into());
        Failure::OpFile { error, remedy }
    }
}

/// Reads a whole file.
pub(crate) fn read(path: &std::path::Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(path).map_err(|source| Failure::Read { path: path.into(), source })
}

/// Parses an ISA string; an unknown extension gets the nearest known name.
pub(crate) fn isa(text: &str) -> Result<semantics::isa::Isa, Failure> {
    semantics::isa::Isa::parse(text).map_err(|error| match &error {
        IsaError::Unknown { name, .. } => {
            let known = semantics::isa::known_extensions();
            let near = nearest(name, known.iter().copied()).join(" or ");
            Failure::Extension { near, known: known.join(" "), error }
        }
        _ => Failure::Isa(error),
    })
}

/// The instruction of this name, or the nearest names.
pub(crate) fn instruction(name: &str) -> Result<Insn, Failure> {
    Insn::named(name).ok_or_else(|| {
        let names = Insn::all().iter().map(|i| i.spec().name);
        let near = nearest(name, names).iter().map(|n| format!("`{n}`")).collect::<Vec<_>>();
        Failure::NoInstruction { name: name.into(), near: near.join(" or ") }
    })
}

/// The one to three names that look most like `name`.
pub(crate) fn nearest<'a>(name: &str, among: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let likeness = |n: &str| (strsim::jaro_winkler(name, n) * 1000.0) as u32;
    let mut by_likeness: Vec<_> = among.map(|n| (likeness(n), n)).collect();
    by_likeness.sort_by(|a, b| b.cmp(a));
    let best = by_likeness.first().map_or(0, |b| b.0);
    by_likeness.into_iter().take_while(|b| b.0 + 30 >= best).take(3).map(|b| b.1).collect()
}
