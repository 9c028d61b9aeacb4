//! What can go wrong between a description and a running model.

use std::path::PathBuf;

use crate::{description::DescriptionError, patch::PatchError};

/// A unit that cannot be built, loaded or driven as asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RtlError {
    /// The `unit.toml`.
    #[error(transparent)]
    Description(#[from] DescriptionError),
    /// A seeded bug that does not fit the sources.
    #[error(transparent)]
    Patch(#[from] PatchError),
    /// Verilator or the C++ compiler is not there.
    #[error(transparent)]
    Missing(#[from] toolbox::Missing),
    /// A file or program of the build.
    #[error("cannot {action} {}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// A tool that did not finish.
    #[error("{tool} did not finish on unit `{unit}` within {seconds} s")]
    TimeLimit {
        /// The unit.
        unit: String,
        /// The tool.
        tool: &'static str,
        /// The limit.
        seconds: u64,
    },
    /// A width that the unit does not have.
    #[error("unit `{unit}` is not described for XLEN {xlen}, only for {known:?}")]
    Xlen {
        /// The unit.
        unit: String,
        /// As asked.
        xlen: u32,
        /// The `xlen` list of the description.
        known: Vec<u32>,
    },
    /// Verilator refuses the RTL.
    #[error("verilator rejects unit `{unit}`: {line}")]
    Rejected {
        /// The unit.
        unit: String,
        /// Verilator's first error, with its file, line and column.
        line: String,
        /// All that Verilator said.
        log: String,
    },
    /// Logic that feeds itself without a register between.
    #[error("unit `{unit}` has a combinational loop: {line}")]
    CombinationalLoop {
        /// The unit.
        unit: String,
        /// Verilator's own line.
        line: String,
    },
    /// A port of the description that the RTL does not have.
    #[error(
        "{}:{line}: module `{top}` has no port `{port}`{}", file.display(),
        near.as_ref().map(|near| format!(", but `{near}`")).unwrap_or_default()
    )]
    MissingPort {
        /// The `unit.toml`.
        file: PathBuf,
        /// Its line.
        line: usize,
        /// The top module.
        top: String,
        /// As written.
        port: String,
        /// The port of the RTL with the nearest name.
        near: Option<String>,
    },
    /// An input where an output is needed, or the reverse.
    #[error("{}:{line}: port `{port}` must be an {expected}", file.display())]
    PortDirection {
        /// The `unit.toml`.
        file: PathBuf,
        /// Its line.
        line: usize,
        /// The port.
        port: String,
        /// "input" or "output".
        expected: &'static str,
    },
    /// A port of another width than its purpose needs.
    #[error(
        "{}:{line}: port `{port}` is {found} bits wide at XLEN {xlen}, not {expected}",
        file.display()
    )]
    PortWidth {
        /// The `unit.toml`.
        file: PathBuf,
        /// Its line.
        line: usize,
        /// The port.
        port: String,
        /// The model's XLEN.
        xlen: u32,
        /// Bits needed.
        expected: u32,
        /// Bits of the RTL.
        found: u32,
    },
    /// An input of the RTL that the description leaves open.
    #[error("{}: input `{port}` of module `{top}` is not connected", file.display())]
    OpenInput {
        /// The `unit.toml`.
        file: PathBuf,
        /// The top module.
        top: String,
        /// The port.
        port: String,
    },
    /// A constant that does not fit its port.
    #[error(
        "{}:{line}: op `{op}` drives {value} into port `{port}`, which is {width} bits wide",
        file.display()
    )]
    DriveValue {
        /// The `unit.toml`.
        file: PathBuf,
        /// Its line.
        line: usize,
        /// The op.
        op: String,
        /// The port.
        port: String,
        /// As written.
        value: u64,
        /// Bits of the port.
        width: u32,
    },
    /// The C++ compiler refuses what Verilator made.
    #[error("the C++ compiler rejects the model of unit `{unit}`: {line}")]
    Compile {
        /// The unit.
        unit: String,
        /// The compiler's first error.
        line: String,
    },
    /// A fresh library that cannot be loaded.
    #[error("cannot load {}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// The loader's words.
        source: libloading::Error,
    },
    /// An op that the unit does not have at this XLEN.
    #[error(
        "unit `{unit}` has no op `{op}` at XLEN {xlen}{}",
        near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
    )]
    UnknownOp {
        /// The unit.
        unit: String,
        /// As asked.
        op: String,
        /// The model's XLEN.
        xlen: u32,
        /// The nearest name.
        near: Option<String>,
    },
    /// A waveform of a model that was built without.
    #[error("unit `{unit}` was built without waveforms")]
    NotTraced {
        /// The unit.
        unit: String,
    },
    /// A waveform that cannot be written.
    #[error("cannot write the waveform {}", path.display())]
    Waveform {
        /// The file.
        path: PathBuf,
    },
}

/// The nearest of `names` to `word`, if it is near enough to be meant.
pub(crate) fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    names
        .map(|name| (strsim::jaro_winkler(word, name), name))
        .filter(|&(score, _)| score > 0.7)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name.to_owned())
}
