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
    /// Instructions of your own beside the others: an op file, such as examples/xrotxor.rhai
    #[arg(long = "ops", id = "op-files", global = true, value_name = "FILE")]
    pub(crate) op_files: Vec<PathBuf>,
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// The main job: prove, fuzz and certify all there is, and write a certificate
    Verify(Verify),
    /// List instructions, obligations, kernels, units and cores
    List(List),
    /// Show the page of an instruction, or say what a word is and why
    Describe(Describe),
    /// Execute single words with the specification
    Eval(Eval),
    /// Run a program on the specification or on the simulator
    Run(Run),
    /// Discharge proof obligations
    Prove(Prove),
    /// Compare an engine with the specification on generated cases
    Fuzz(Fuzz),
    /// Hold kernels to their manifests: vectors, memory, ABI, traces, counts
    Certify(Certify),
    /// Write instructions for other tools: opcodes, assembler macros, a C header, SMT-LIB, SystemVerilog
    Export(Export),
    /// What kernels cost: cycles, bytes and area, cipher by cipher; or the area of all RTL units
    Report(Report),
    /// Where the cycles of a kernel go: by class of instruction, and by label
    Profile(Profile),
    /// Measure the speeds of specification, simulator and QEMU side by side
    Bench(Bench),
    /// Say which external tools are there, and what is lost without the others
    Doctor,
}

#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Part of the ids of the kernels to report; all without it
    #[arg(conflicts_with = "area")]
    pub(crate) filter: Option<String>,
    /// Instead, cells and NAND2 equivalents of every unit on every register width, by Yosys
    #[arg(long)]
    pub(crate) area: bool,
    /// Comma-separated values instead of a table
    #[arg(long)]
    pub(crate) csv: bool,
    /// Write a page with tables and plots, too
    #[arg(long, value_name = "FILE", conflicts_with = "area")]
    pub(crate) html: Option<PathBuf>,
    /// Count cycles on this core, beside those that the simulator predicts: NAME, or PATH/core.toml. With --area: a core
    /// instead of the units, without extensions, with each of them, and with all; what was measured once is kept
    #[arg(long, value_name = "NAME")]
    pub(crate) core: Option<String>,
    /// Only kernels whose instructions are all in this ISA string
    #[arg(long, conflicts_with = "area")]
    pub(crate) isa: Option<String>,
    /// Of the inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// With --area: this register width only
    #[arg(long, value_name = "BITS", requires = "area")]
    pub(crate) xlen: Option<u32>,
    /// Seconds for each unit, and for a core with each set of extensions
    #[arg(long, value_name = "SECONDS", default_value_t = 900)]
    pub(crate) timeout: u64,
    /// With --area: worker threads
    #[arg(long, value_name = "N", requires = "area")]
    pub(crate) jobs: Option<usize>,
    /// Do without a tool: without yosys there are no areas
    #[arg(long, value_name = "TOOL", conflicts_with = "area")]
    pub(crate) without: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Profile {
    /// A kernel, or a function of one: aes/rv32i, aes/rv32i/aes128_encrypt_block
    #[arg(value_name = "KERNEL[/FUNCTION]")]
    pub(crate) kernel: String,
    /// Of the inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(Debug, Args)]
pub(crate) struct List {
    /// What to list; everything without it
    #[arg(value_enum)]
    pub(crate) kind: Option<Kind>,
    /// Where custom instruction sets are in the opcode map, and which of their words are not theirs alone
    #[arg(long, conflicts_with = "kind")]
    pub(crate) collisions: bool,
    /// The ISA string whose sets must not collide; all sets together without it
    #[arg(long, requires = "collisions")]
    pub(crate) isa: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    Ops,
    Obligations,
    Kernels,
    Units,
    Cores,
    /// Steps of cipher standards that the claims of op files can name
    Steps,
}

#[derive(Debug, Args)]
pub(crate) struct Describe {
    /// Mnemonics, or instruction words in hexadecimal (0x for a word that is also a name)
    #[arg(value_name = "OP|WORD", required = true)]
    pub(crate) what: Vec<String>,
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

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// A statically linked ELF program; `tohost` or an `ecall` with a7 = 93 ends it
    pub(crate) elf: PathBuf,
    /// What executes it: spec, sim, or core:NAME for a verilated core; RV128 programs run on the specification
    /// only
    #[arg(long, default_value = "sim")]
    pub(crate) engine: EngineName,
    /// The ISA string; everything that is modelled on the program's register width without it. One that
    /// begins with rv128 runs a 64-bit ELF file as an RV128 program, on the specification only
    #[arg(long)]
    pub(crate) isa: Option<String>,
    /// Write the words between begin_signature and end_signature, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) signature: Option<PathBuf>,
    /// Write a line an instruction in Spike's commit-log format
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,
    /// Stop, undecided, after so many instructions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub(crate) max_instructions: u64,
    /// Make misaligned loads and stores trap instead of working
    #[arg(long)]
    pub(crate) misaligned_traps: bool,
    /// Do not count the cycles that the in-order core would take: the simulator is many times as fast
    #[arg(long)]
    pub(crate) no_cycles: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EngineName {
    /// The specification
    Spec,
    /// The simulator
    Sim,
    /// A core, as `core:NAME` or `core:PATH/core.toml`
    Core(String),
}

impl std::str::FromStr for EngineName {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "spec" => Ok(EngineName::Spec),
            "sim" => Ok(EngineName::Sim),
            _ if text.starts_with("core:") => Ok(EngineName::Core(text.into())),
            _ => Err("there are spec, sim and core:NAME".into()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Prove {
    /// The beginning of the ids of the obligations to prove, or a part of them; all without it. With
    /// --unit, the beginning of the names of its ops
    pub(crate) filter: Option<String>,
    /// Prove the ops of an RTL unit, or of `all`: NAME, or PATH/unit.toml for a module of your own
    #[arg(long, value_name = "NAME", group = "rtl",
          conflicts_with_all = ["mutants", "solver", "certificate", "skip_listed", "falsehoods"])]
    pub(crate) unit: Option<String>,
    /// Prove what a core shows of its instructions through RVFI, within a few cycles of a reset, for every program
    /// and memory: NAME, or PATH/core.toml for a core of your own
    #[arg(long, value_name = "NAME", group = "rtl",
          conflicts_with_all = ["mutants", "solver", "certificate", "skip_listed", "falsehoods"])]
    pub(crate) core: Option<String>,
    /// The ISA string of --core; the smallest that has the op without it
    #[arg(long, requires = "core")]
    pub(crate) isa: Option<String>,
    /// How many cycles of --core are proved
    #[arg(long, value_name = "CYCLES", requires = "core", default_value_t = equivalence::DEPTH,
          value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,
    /// Plant one of the unit's or core's seeded bugs, to see it refuted
    #[arg(long, value_name = "NAME", requires = "rtl")]
    pub(crate) bug: Option<String>,
    /// Refute mutants of each obligation too, at most N
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "8")]
    pub(crate) mutants: Option<usize>,
    /// What may prove; counterexamples are replayed whoever finds them
    #[arg(long, value_enum, default_value = "auto")]
    pub(crate) solver: SolverName,
    /// Have Z3 alone discharge again what the normal form closed, cut by cut and word by word
    #[arg(long, conflicts_with_all = ["solver", "mutants"])]
    pub(crate) certificate: bool,
    /// Leave out the obligations that SOUNDNESS.md lists as beyond Z3 alone
    #[arg(long)]
    pub(crate) skip_listed: bool,
    /// Require that no engine proves a mutant that a concrete input refutes; N for each obligation
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "8",
          conflicts_with_all = ["solver", "mutants", "certificate"])]
    pub(crate) falsehoods: Option<usize>,
    /// Seconds for each obligation, and again for each mutant
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) timeout: u64,
    /// Worker threads; as many as there are processors without it
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Of samples and mutants
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Neither use nor keep stored verdicts
    #[arg(long)]
    pub(crate) no_store: bool,
    /// Do without a tool: without bitwuzla, Z3 proves alone what the normal form leaves open
    #[arg(long, value_name = "TOOL")]
    pub(crate) without: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SolverName {
    /// Evaluation of every input where there are few, else the normal form, then Z3 and Bitwuzla racing
    Auto,
    /// Z3 alone
    Z3,
    /// Bitwuzla alone
    Bitwuzla,
    /// The normal form alone
    Normal,
}

#[derive(Debug, Args)]
pub(crate) struct Fuzz {
    /// The name of an instruction, its beginning, or an extension; all without it
    pub(crate) filter: Option<String>,
    /// Operands on which an instruction is not defined: only traps, hangs and stray writes count
    #[arg(long, conflicts_with = "replay")]
    pub(crate) outside: bool,
    /// sim, qemu, qemu-system, unit:NAME or core:NAME, or unit:PATH/unit.toml or core:PATH/core.toml for RTL of
    /// your own
    #[arg(long, default_value = "sim")]
    pub(crate) dut: String,
    /// How many cases; a million when neither they nor the time are bounded
    #[arg(long, value_name = "N")]
    pub(crate) cases: Option<u64>,
    /// How long
    #[arg(long, value_name = "N")]
    pub(crate) seconds: Option<u64>,
    /// Run the case of a replay file instead
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Where the waveform of a replay goes
    #[arg(long, value_name = "FILE", requires = "replay")]
    pub(crate) waveform: Option<PathBuf>,
    /// Only this part of the cases: I of N, I from 0
    #[arg(long, value_name = "I/N", value_parser = shard)]
    pub(crate) shard: Option<(u64, u64)>,
    /// The ISA string; every subset of what is modelled without it
    #[arg(long)]
    pub(crate) isa: Option<String>,
    /// Of the cases
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Where replay files and waveforms go
    #[arg(long, value_name = "FOLDER", default_value = "rvassay-findings")]
    pub(crate) findings: PathBuf,
    /// Plant one of the engine's seeded bugs, to see it found
    #[arg(long, value_name = "NAME")]
    pub(crate) bug: Option<String>,
    /// Programs only, on a memory without waits: the core's cycles must be those that its model predicts
    #[arg(long, conflicts_with_all = ["replay", "outside", "timing", "sweep"])]
    pub(crate) cycles: bool,
    /// Time the instructions of Zkt on a core instead: the same program on operands of every class must take
    /// the same cycles
    #[arg(long, conflicts_with_all = ["replay", "outside", "cases", "seconds", "shard", "sweep"])]
    pub(crate) timing: bool,
    /// Compare legality instead: every single-bit flip of N legal words of each instruction, and all words of two
    /// bytes; nothing changes but the registers of the trap
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "64",
          conflicts_with_all = ["replay", "outside", "cases", "seconds", "shard", "filter"])]
    pub(crate) sweep: Option<u32>,
}

/// A time that a run can take.
fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s| (0.01..=60.0).contains(s));
    seconds.ok_or_else(|| "a number from 0.01 to 60".into())
}

/// `I/N` with I below N.
fn shard(text: &str) -> Result<(u64, u64), String> {
    let parse = || {
        let (i, n) = text.split_once('/')?;
        Some((i.parse().ok()?, n.parse().ok()?))
    };
    parse().filter(|(i, n)| i < n).ok_or_else(|| "two numbers I/N with I below N".into())
}

#[derive(Debug, Args)]
pub(crate) struct Certify {
    /// Part of the ids of the kernels to certify; all without it
    pub(crate) filter: Option<String>,
    /// An object file of your own; --manifest says what it claims to be
    #[arg(long, value_name = "FILE", requires = "manifest", conflicts_with = "filter")]
    pub(crate) elf: Option<PathBuf>,
    /// The kernel.toml of --elf
    #[arg(long, value_name = "FILE", requires = "elf")]
    pub(crate) manifest: Option<PathBuf>,
    /// Run the records of this file (CAVP, ACVP, Wycheproof, LWC, or a list), and no other vectors
    #[arg(long, value_name = "FILE")]
    pub(crate) vectors: Option<PathBuf>,
    /// Count cycles on this core: its name, or its core.toml
    #[arg(long, value_name = "NAME|FILE", default_value = "inorder")]
    pub(crate) core: String,
    /// Do all that the certificates in this file say again, and compare (--json wrote it)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["filter", "seed"])]
    pub(crate) check: Option<PathBuf>,
    /// Do without a tool, and say so in the certificate
    #[arg(long, value_name = "TOOL")]
    pub(crate) without: Vec<String>,
    /// Of random inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads; as many as there are processors without it
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
}

#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("which").required(true).multiple(false)))]
pub(crate) struct Export {
    /// What to write
    #[arg(value_enum)]
    pub(crate) kind: ExportKind,
    /// The names of instructions
    #[arg(value_name = "OP", group = "which")]
    pub(crate) ops: Vec<String>,
    /// All instructions of an extension
    #[arg(long, value_name = "EXT", group = "which")]
    pub(crate) extension: Option<String>,
    /// All instructions
    #[arg(long, group = "which")]
    pub(crate) all: bool,
    /// The ISA string whose register width and instructions are meant
    #[arg(long)]
    pub(crate) isa: Option<String>,
    /// Write files in this folder instead of standard output
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportKind {
    /// Lines of riscv-opcodes
    Opcodes,
    /// Macros for the GNU assembler and LLVM's, made of `.insn`
    InsnMacros,
    /// A C header with inline functions
    CHeader,
    /// SMT-LIB 2.6: an op as functions, and its obligations as goals
    Smt2,
    /// SystemVerilog: an op as a module that can be synthesised
    Sv,
    /// A checker of RVFI, in the interface of riscv-formal's instruction models
    Checker,
}

#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Part of the names of the programs to run; all without it
    pub(crate) filter: Option<String>,
    /// CPU seconds of one run of one engine, at least
    #[arg(long, value_name = "SECONDS", default_value_t = 0.3, value_parser = seconds)]
    pub(crate) seconds: f64,
    /// How often each engine has its turn; medians are shown
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) repetitions: usize,
    /// Do without a tool
    #[arg(long, value_name = "TOOL")]
    pub(crate) without: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Where the certificate goes: certificate.json and certificate.html
    #[arg(long, value_name = "FOLDER", default_value = "rvassay-certificate")]
    pub(crate) out: PathBuf,
    /// Do without a tool, and say so in the certificate
    #[arg(long, value_name = "TOOL")]
    pub(crate) without: Vec<String>,
    /// Seconds of each fuzzing campaign
    #[arg(long, value_name = "N", default_value_t = 15)]
    pub(crate) seconds: u64,
    /// Mutants of each obligation, at most
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) mutants: usize,
    /// Of samples, mutants, cases and inputs
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Worker threads; as many as there are processors without it
    #[arg(long, value_name = "N")]
    pub(crate) jobs: Option<usize>,
    /// Prove everything anew instead of using stored verdicts
    #[arg(long)]
    pub(crate) no_store: bool,
}
