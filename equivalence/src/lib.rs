//! Units proved equal to the specification, and their area.
//!
//! Yosys makes gates of the RTL, [`semantics`] gives the terms of the instruction, which become gates too;
//! both are compared for all inputs ([`Subject::prove`]). A counterexample counts when the
//! verilated unit shows it.

mod aig;
mod area;
mod core;
mod decide;
mod design;
mod netlist;
mod prove;
mod request;
mod synthesis;
mod terms;
mod words;
mod yosys;

pub use area::{Area, Measured, PUBLISHED, Published, weights};
pub use core::{Check, Core, CoreReport, DEPTH};
pub use decide::By;
pub use netlist::NetlistError;
pub use prove::{Options, Report, States, Subject, Verdict};
pub use request::Concrete;
pub use synthesis::synthesizes;

/// Why a unit cannot be proved or measured.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EquivalenceError {
    /// Yosys is not there.
    #[error(transparent)]
    Missing(#[from] toolbox::Missing),
    /// A file or a process.
    #[error("a file or a program of the proof")]
    Io(#[source] std::io::Error),
    /// A seeded bug that does not fit the sources.
    #[error(transparent)]
    Patch(rtl_harness::PatchError),
    /// Yosys refuses the RTL.
    #[error("yosys rejects unit `{unit}`: {line}")]
    Rejected {
        /// The unit.
        unit: String,
        /// Its first error.
        line: String,
    },
    /// Yosys warns of RTL that is to be without warnings.
    #[error("yosys warns of `{unit}`: {line}")]
    Warned {
        /// The core.
        unit: String,
        /// The warning.
        line: String,
    },
    /// Logic that feeds itself.
    #[error("unit `{unit}` has a combinational loop: {line}")]
    CombinationalLoop {
        /// The unit.
        unit: String,
        /// Yosys' own line.
        line: String,
    },
    /// A tool that did not finish.
    #[error("no end within {seconds} s")]
    TimeLimit {
        /// The limit.
        seconds: u64,
    },
    /// What Yosys made is not what a proof can use.
    #[error(transparent)]
    Netlist(#[from] NetlistError),
    /// A port of the description that the gates do not have.
    #[error("{}:{line}: {problem}", file.display())]
    Port {
        /// The description.
        file: std::path::PathBuf,
        /// Its line.
        line: usize,
        /// What is wrong.
        problem: NetlistError,
    },
    /// An op that the specification does not have.
    #[error("the specification has no instruction `{op}` on RV{xlen} that gives a register")]
    NoInstruction {
        /// As described.
        op: String,
        /// The register width.
        xlen: u32,
    },
    /// An operand for which the description has neither port nor field.
    #[error("`{op}` depends on {operand}, for which the unit has no port")]
    NoOperand {
        /// The op.
        op: String,
        /// The operand.
        operand: String,
    },
    /// A port that does not hold all values of a field.
    #[error("port `{port}` has {width} bits, and the field of `{op}` needs {needed}")]
    NarrowField {
        /// The op.
        op: String,
        /// The port.
        port: String,
        /// Its bits.
        width: usize,
        /// Those of the field.
        needed: usize,
    },
    /// An instruction that does more than a unit can.
    #[error("`{op}` has an effect beside its result: {effect}")]
    Effect {
        /// The op.
        op: String,
        /// What.
        effect: String,
    },
    /// A memory port of another protocol than the proofs know.
    #[error("the memory of core `{core}` is not reached through OBI, which proofs of cores need")]
    Protocol {
        /// The core.
        core: String,
    },
    /// The verilated unit, which shows counterexamples.
    #[error(transparent)]
    Rtl(Box<rtl_harness::RtlError>),
}
