//! `unit.toml`: how the ports of a module serve which ops.

mod error;
mod file;
pub(crate) mod read;

use std::path::{Path, PathBuf};

pub use error::{DescriptionError, Problem};

/// A unit, read and checked as far as that goes without its RTL's ports.
#[derive(Clone, Debug)]
pub struct UnitDescription {
    /// The name of the unit's folder.
    pub name: String,
    /// The `unit.toml` it was read from, for messages.
    pub file: PathBuf,
    /// The text of that file.
    pub text: String,
    /// The top module.
    pub top: PortName,
    /// The RTL, in the order in which Verilator reads it.
    pub sources: Vec<Source>,
    /// The register widths the module can be built for.
    pub xlens: Vec<u32>,
    /// Values of the top module's parameters.
    pub parameters: Vec<(String, Parameter)>,
    /// How a request is made and answered.
    pub handshake: Handshake,
    /// The input that takes `rs1`, XLEN bits wide.
    pub rs1: Option<PortName>,
    /// The input that takes `rs2`, XLEN bits wide.
    pub rs2: Option<PortName>,
    /// The input that takes `rs3`, XLEN bits wide.
    pub rs3: Option<PortName>,
    /// Numbers of the control and status registers that the unit reads, and the inputs, XLEN bits wide,
    /// that take their values.
    pub csrs: Vec<(u32, PortName)>,
    /// The output that gives `rd`, XLEN bits wide.
    pub rd: PortName,
    /// The inputs that select an op or carry one of its fields; what an op does not mention is 0.
    pub controls: Vec<PortName>,
    /// The ops, in the order of their names.
    pub ops: Vec<OpDescription>,
    /// One of the project's own units: a warning of Verilator is an error.
    pub shipped: bool,
}

/// A name of the RTL, and where the description mentions it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortName {
    /// A simple SystemVerilog identifier.
    pub name: String,
    /// Line of `unit.toml`, from 1.
    pub line: usize,
}

/// One RTL file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As `unit.toml` writes it, relative to the unit's folder.
    pub name: String,
    /// The contents.
    pub text: String,
}

/// The value of a module parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// The XLEN that the model is built for.
    Xlen,
    /// A constant.
    Value(i64),
}

/// How a request is made and answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handshake {
    /// The ports of the protocol.
    pub kind: HandshakeKind,
    /// Clock cycles after which silence is a finding; 0 for a combinational unit.
    pub max_cycles: u32,
}

/// The ports of the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HandshakeKind {
    /// `rd` is a function of the inputs.
    Combinational,
    /// A request is taken in a cycle with both valid and ready up; so is the response.
    ValidReady {
        /// Rising edge active.
        clock: PortName,
        /// Held for a few cycles by [`crate::Unit::reset`].
        reset: PortName,
        /// The reset acts when the port is 0.
        reset_low: bool,
        /// Input: operands and controls are there.
        request_valid: PortName,
        /// Output: the unit takes the request in this cycle; always, when there is no such port.
        request_ready: Option<PortName>,
        /// Output: `rd` is there.
        response_valid: PortName,
        /// Input: the response is taken; the harness never holds it down.
        response_ready: Option<PortName>,
    },
}

/// One op of the unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpDescription {
    /// The mnemonic.
    pub name: String,
    /// Line of `unit.toml`, from 1.
    pub line: usize,
    /// The XLENs at which the unit has the op, a part of the unit's.
    pub xlens: Vec<u32>,
    /// Names of the op's fields, in the order of their values in a request.
    pub fields: Vec<String>,
    /// What each of [`UnitDescription::controls`] gets, in their order.
    pub controls: Vec<Control>,
}

/// What a control port gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A constant.
    Constant(u64),
    /// The value of the field with this index.
    Field(usize),
}

impl UnitDescription {
    /// The ports of operands, with their places in a request: rs1, rs2, rs3, the CSRs.
    pub fn operands(&self) -> impl Iterator<Item = (usize, &PortName)> {
        let registers = [&self.rs1, &self.rs2, &self.rs3].into_iter().map(Option::as_ref);
        let csrs = self.csrs.iter().map(|(_, port)| Some(port));
        registers.chain(csrs).enumerate().filter_map(|(at, port)| Some((at, port?)))
    }

    /// Reads a `unit.toml` and the sources that it names.
    ///
    /// # Errors
    /// A file that cannot be read, is not TOML, or does not describe a unit, with file, line and
    /// remedy.
    pub fn load(path: &Path) -> Result<Self, DescriptionError> {
        let fail = |problem| DescriptionError { file: path.to_path_buf(), line: 0, problem };
        let text = read_text(path).map_err(fail)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let name = folder_name(folder).unwrap_or_else(|| "unit".to_owned());
        read::description(name, path, &text, false, |source| read_text(&folder.join(source)))
    }

    /// Reads a description whose sources are held in memory.
    pub(crate) fn embedded(
        name: &str,
        text: &str,
        file: impl Fn(&str) -> Option<&'static str>,
    ) -> Result<Self, DescriptionError> {
        let path = PathBuf::from(format!("units/{name}/unit.toml"));
        read::description(name.to_owned(), &path, text, true, |source| held(file(source), source))
    }
}

/// What a folder is called.
pub(crate) fn folder_name(folder: &Path) -> Option<String> {
    let folder = folder.canonicalize().ok()?;
    folder.file_name().map(|name| name.to_string_lossy().into_owned())
}

/// A source that is held in memory, if it is.
pub(crate) fn held(text: Option<&str>, name: &str) -> Result<String, Problem> {
    let (path, kind) = (PathBuf::from(name), std::io::ErrorKind::NotFound);
    text.map(str::to_owned).ok_or(Problem::Source { path, kind })
}

/// A description or an RTL file beyond this is refused: nobody writes one by hand.
const MAX_FILE: u64 = 16 << 20;

pub(crate) fn read_text(path: &Path) -> Result<String, Problem> {
    use std::io::Read;
    let fail = |e: std::io::Error| Problem::Source { path: path.to_path_buf(), kind: e.kind() };
    let mut bytes = Vec::new();
    std::fs::File::open(path)
        .map_err(fail)?
        .take(MAX_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(fail)?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Problem::Large { path: path.to_path_buf() });
    }
    String::from_utf8(bytes).map_err(|_| Problem::NotText { path: path.to_path_buf() })
}
