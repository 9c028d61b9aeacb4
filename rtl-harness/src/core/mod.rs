//! Cores: described by a `core.toml`, verilated at run time, run on a memory of the harness.

mod bridge;
mod call;
mod file;
mod model;
mod ports;
mod read;
mod run;
mod shim;

use std::path::{Path, PathBuf};

use crate::description::{DescriptionError, PortName, Source, folder_name, held, read_text};

pub use bridge::Record;
pub use call::{CallFault, Called, Callee};
pub use model::CoreModel;
pub use run::{Core, CoreFault, Ended, Limits, RawCycles, Rights, Waits};

/// A core, read and checked as far as that goes without its RTL's ports.
#[derive(Clone, Debug)]
pub struct CoreDescription {
    /// The name of the core's folder.
    pub name: String,
    /// The `core.toml` it was read from, for messages.
    pub file: PathBuf,
    /// The text of that file.
    pub text: String,
    /// The top module.
    pub top: PortName,
    /// The RTL, in the order in which Verilator reads it.
    pub sources: Vec<Source>,
    /// Text macros, as `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// The ISA string of everything that the core can be built with, by register width.
    pub isas: Vec<(u32, String)>,
    /// Values of the top module's parameters.
    pub parameters: Vec<(String, CoreParameter)>,
    /// Extensions that a parameter turns on and off: the extension in lower case, and the parameter, which is
    /// 1 or 0.
    pub extensions: Vec<(String, String)>,
    /// Rising edge active.
    pub clock: PortName,
    /// Held for a few cycles by [`Core::reset`].
    pub reset: PortName,
    /// The reset acts when the port is 0.
    pub reset_low: bool,
    /// Address of the first instruction after a reset.
    pub reset_address: u64,
    /// Inputs that hold a value.
    pub constants: Vec<(PortName, u64)>,
    /// The ports that reach memory: one, or instructions and data apart.
    pub memory: Vec<MemoryPort>,
    /// What the names of the RVFI ports begin with.
    pub rvfi: PortName,
    /// Where the core is known not to do what is specified.
    pub deviations: Vec<Deviation>,
    /// Loads and stores at addresses that are no multiple of their size work; otherwise they trap.
    pub misaligned: bool,
    /// The cycle model of the simulator that predicts its cycles.
    pub cycles: Option<String>,
    /// Loops of logic that Verilator sees are false ones: it does not tell the parts of a signal apart.
    pub false_loops: bool,
    /// A file of a package that is needed and not there.
    pub missing: Option<toolbox::Missing>,
    /// One of the project's own cores: a warning of Verilator is an error.
    pub strict: bool,
}

/// The value of a parameter of a core's top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoreParameter {
    /// The register width.
    Xlen,
    /// [`CoreDescription::reset_address`].
    ResetAddress,
    /// A constant, as Verilator takes it.
    Value(String),
}

/// What a memory port is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Fetches.
    Instructions,
    /// Loads and stores.
    Data,
    /// Both; an output tells fetches.
    Both,
}

/// How a memory port talks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// OBI: a request is taken in a cycle with both request and grant up, and answered in a later one, in
    /// order.
    Obi {
        /// Output.
        request: PortName,
        /// Input.
        grant: PortName,
        /// Input: the answer is there.
        valid: PortName,
    },
    /// A request stands until the cycle with both valid and ready up, which also has the answer.
    ValidReady {
        /// Output.
        valid: PortName,
        /// Input.
        ready: PortName,
    },
}

/// A port that reaches memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryPort {
    /// What it is for.
    pub purpose: Purpose,
    /// How it talks.
    pub protocol: Protocol,
    /// Output: the address of a byte; the harness ignores its bits within a word of the data.
    pub address: PortName,
    /// Input: what was read.
    pub read: PortName,
    /// Output: what is to be written.
    pub write: Option<PortName>,
    /// Output: it is a write. Without it, a request with any byte enabled is.
    pub write_enable: Option<PortName>,
    /// Output: the bytes that count.
    pub bytes: Option<PortName>,
    /// Input: nothing is there.
    pub error: Option<PortName>,
    /// Output: it is a fetch.
    pub fetch: Option<PortName>,
}

/// Where a core does something else than is specified, and why that is not reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deviation {
    /// What differs.
    pub kind: DeviationKind,
    /// One sentence.
    pub reason: String,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeviationKind {
    /// It stops at the first exception, or does something of its own: programs end there.
    Traps,
    /// What these CSRs read as is the core's business, apart from exceptions.
    Csrs(Vec<u32>),
    /// These instructions are not run, by mnemonic.
    Ops(Vec<String>),
    /// CSRs and modes are its own: words of the opcode SYSTEM are not run, but for ECALL and EBREAK.
    Privileged,
    /// Illegal words are not run.
    IllegalWords,
    /// `mtval` is the core's business.
    TrapValues,
    /// An address with nothing behind it is no exception: programs that leave the memory are not run.
    AccessFaults,
}

impl CoreDescription {
    /// Reads a `core.toml` and the sources that it names.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, or does not describe a core, with file, line and remedy.
    pub fn load(path: &Path) -> Result<Self, DescriptionError> {
        let fail = |problem| DescriptionError { file: path.to_path_buf(), line: 0, problem };
        let text = read_text(path).map_err(fail)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = folder_name(folder).unwrap_or_else(|| "core".to_owned());
        read::description(name, path, &text, false, |source| read_text(&folder.join(source)))
    }

    /// Reads a description whose sources are held in memory.
    pub(crate) fn embedded(
        name: &str,
        text: &str,
        strict: bool,
        file: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<Self, DescriptionError> {
        let path = PathBuf::from(format!("cores/{name}/core.toml"));
        read::description(name.to_owned(), &path, text, strict, |source| held(file(source), source))
    }

    /// The ISA string at a register width.
    pub fn isa(&self, xlen: u32) -> Option<&str> {
        self.isas.iter().find(|isa| isa.0 == xlen).map(|isa| isa.1.as_str())
    }
}
