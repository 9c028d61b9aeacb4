//! What can be wrong with a `unit.toml`.

use std::path::PathBuf;

/// A description that cannot be used: where, what, and ([`Self::remedy`]) what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}: {problem}", file.display())]
pub struct DescriptionError {
    /// The `unit.toml`.
    pub file: PathBuf,
    /// Line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl DescriptionError {
    /// What to do about it, one sentence.
    pub fn remedy(&self) -> String {
        self.problem.remedy()
    }
}

/// What is wrong with a description.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Not TOML, or a key that is missing, unknown or of another type.
    #[error("{message}")]
    Toml {
        /// The parser's words.
        message: String,
    },
    /// A file that cannot be read.
    #[error("cannot read {}: {kind}", path.display())]
    Source {
        /// The file.
        path: PathBuf,
        /// Why.
        kind: std::io::ErrorKind,
    },
    /// A file of more than 16 MiB.
    #[error("{} is larger than 16 MiB", path.display())]
    Large {
        /// The file.
        path: PathBuf,
    },
    /// A file that is not UTF-8.
    #[error("{} is not UTF-8 text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
    },
    /// A list that may not be empty.
    #[error("`{key}` is empty")]
    Empty {
        /// The key.
        key: &'static str,
    },
    /// Something that is there twice.
    #[error("`{name}` appears twice")]
    Twice {
        /// The item.
        name: String,
    },
    /// An XLEN that RISC-V does not have.
    #[error("XLEN {xlen} does not exist")]
    Xlen {
        /// As written.
        xlen: u32,
    },
    /// An op for an XLEN that the unit is not built for.
    #[error("`{op}` is for XLEN {xlen}, which the unit's own list does not have")]
    OpXlen {
        /// The op.
        op: String,
        /// As written.
        xlen: u32,
    },
    /// Not a simple identifier.
    #[error("`{name}` is not a simple SystemVerilog identifier")]
    Identifier {
        /// As written.
        name: String,
    },
    /// A parameter that is neither a number nor "xlen".
    #[error("parameter `{name}` has the value `{value}`")]
    Parameter {
        /// The parameter.
        name: String,
        /// As written.
        value: String,
    },
    /// A handshake that does not exist.
    #[error("there is no handshake `{kind}`")]
    Handshake {
        /// As written.
        kind: String,
    },
    /// A key that the chosen handshake needs.
    #[error("a valid-ready handshake needs `{key}`")]
    HandshakeNeeds {
        /// The key.
        key: &'static str,
    },
    /// A key that the chosen handshake cannot have.
    #[error("a combinational unit has no `{key}`")]
    HandshakeExcess {
        /// The key.
        key: &'static str,
    },
    /// A cycle bound of 0, or of more than a million.
    #[error("`max_cycles` is {cycles}")]
    Cycles {
        /// As written.
        cycles: u32,
    },
    /// A reset polarity that does not exist.
    #[error("`reset_active` is `{value}`")]
    ResetActive {
        /// As written.
        value: String,
    },
    /// One port with two duties.
    #[error("port `{port}` serves two purposes")]
    PortTwice {
        /// The port.
        port: String,
    },
    /// A word that is none of those that can stand there.
    #[error("`{value}` has no meaning here")]
    Word {
        /// As written.
        value: String,
        /// What can stand there.
        known: &'static str,
    },
    /// Neither one memory port nor two.
    #[error("a core has memory ports `instructions` and `data`, or one port `both`")]
    MemoryPorts,
    /// A key that a memory port needs.
    #[error("this memory port needs `{key}`")]
    MemoryNeeds {
        /// The key.
        key: &'static str,
    },
    /// A package that is none of the pinned ones.
    #[error("`{name}` is in no package that is known")]
    Package {
        /// As written.
        name: String,
    },
    /// More control and status registers than a request holds.
    #[error("{count} CSRs are read")]
    Csrs {
        /// How many.
        count: usize,
    },
    /// Not the number of a control and status register.
    #[error("`{name}` is not the number of a CSR")]
    CsrNumber {
        /// As written.
        name: String,
    },
    /// More fields than a request holds.
    #[error("`{op}` has {count} fields")]
    Fields {
        /// The op.
        op: String,
        /// How many.
        count: usize,
    },
}

impl Problem {
    fn remedy(&self) -> String {
        match self {
            Self::Toml { .. } => "the README of rtl-harness lists the keys".to_owned(),
            Self::Source { .. } => "name the file relative to the folder of unit.toml".to_owned(),
            Self::Large { .. } => "name the unit's own RTL only".to_owned(),
            Self::NotText { .. } => "save the file as UTF-8".to_owned(),
            Self::Empty { key } => format!("give `{key}` at least one entry"),
            Self::Twice { .. } => "remove one of the two".to_owned(),
            Self::Xlen { .. } => "write a list of 32, 64 and 128".to_owned(),
            Self::OpXlen { xlen, .. } => {
                format!("add {xlen} to the unit's `xlen`, or remove it here")
            }
            Self::Identifier { .. } => {
                "use a letter or underscore, then letters, digits or underscores".to_owned()
            }
            Self::Parameter { .. } => "write a whole number, or \"xlen\"".to_owned(),
            Self::Handshake { .. } => "write \"valid-ready\" or \"combinational\"".to_owned(),
            Self::HandshakeNeeds { key } => format!("add `{key} = ...` to [handshake]"),
            Self::HandshakeExcess { key } => {
                format!("remove `{key}`, or write kind = \"valid-ready\"")
            }
            Self::Cycles { .. } => "write a bound from 1 to 1000000".to_owned(),
            Self::ResetActive { .. } => "write \"low\" or \"high\"".to_owned(),
            Self::PortTwice { .. } => "give each purpose a port of its own".to_owned(),
            Self::Word { known, .. } => format!("write {known}"),
            Self::MemoryPorts => {
                "write [memory.instructions] and [memory.data], or [memory.both]".to_owned()
            }
            Self::MemoryNeeds { key } => format!("add `{key} = ...` to the port"),
            Self::Package { .. } => {
                "name a package of `rvassay doctor`, and its files as `package:PATH`".to_owned()
            }
            Self::Csrs { .. } => format!("a unit reads at most {} CSRs", crate::MAX_CSRS),
            Self::CsrNumber { .. } => "write 0x000 to 0xfff".to_owned(),
            Self::Fields { .. } => format!("an op has at most {} fields", crate::MAX_FIELDS),
        }
    }
}
