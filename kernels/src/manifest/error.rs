//! What may be wrong with a manifest, where, and what to do about it.

use std::fmt;

use super::keys::{MAX_BUFFER_BYTES, NUMBER_BITS, Section};

/// A manifest that cannot be used: the place and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct ManifestError {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

/// What is wrong with a manifest. Each message ends with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The text is not TOML.
    #[error("not TOML: {0}")]
    Syntax(String),
    /// A value has the wrong type.
    #[error("{0}")]
    Type(String),
    /// A key that no manifest has.
    #[error("unknown key `{key}` in {}: {}", section.title(), Remedy(near, known))]
    UnknownKey {
        /// The key.
        key: String,
        /// Where it was found.
        section: Section,
        /// The key that was probably meant.
        near: Option<&'static str>,
        /// The keys that may stand there.
        known: Vec<&'static str>,
    },
    /// A key that every such table needs.
    #[error("{} needs the key `{key}`: {meaning}", section.title())]
    MissingKey {
        /// The table that lacks it.
        section: Section,
        /// The key.
        key: &'static str,
        /// What it says.
        meaning: &'static str,
    },
    /// A value that is not one of a fixed list.
    #[error("unknown {what} `{value}`: {}", Remedy(near, known))]
    UnknownValue {
        /// What was expected.
        what: &'static str,
        /// What was written.
        value: String,
        /// What was probably meant.
        near: Option<String>,
        /// What may be written.
        known: Vec<String>,
    },
    /// `isa` does not look like an ISA string.
    #[error("`{0}` is not an ISA string: write lower-case like `rv32i_zkne` or `rv64imac_zbb`")]
    Isa(String),
    /// A function's `isa` is for another register width than the file's.
    #[error("`{function}` and the file's `{file}` differ in XLEN: use one width in a file")]
    IsaWidth {
        /// The function's ISA string.
        function: String,
        /// The file's ISA string.
        file: String,
    },
    /// `align` is not one of the alignments.
    #[error("align is {0}: use 1, 2, 4, 8 or 16")]
    Align(u64),
    /// A buffer's size is zero or absurd.
    #[error("a buffer of {0} bytes: use 1 to {MAX_BUFFER_BYTES}")]
    Bytes(u64),
    /// A size of a buffer that is neither a number nor made of a length.
    #[error(
        "`{0}` is no size: write a number, \"len\" or \"16*len\" with the name of a length argument"
    )]
    Size(String),
    /// A size of a buffer that is too large at the greatest length.
    #[error("`{size}` is {bytes} bytes at the greatest length: use up to {MAX_BUFFER_BYTES}")]
    LongestSize {
        /// As it was written.
        size: String,
        /// Its value.
        bytes: u64,
    },
    /// A range of lengths that is none.
    #[error("`{0}` is no range of lengths: write \"0..200\", the least and the greatest one")]
    Range(String),
    /// A length that is to be proved and that no call has.
    #[error("length {value} is not in {min}..{max}: remove it or widen `length`")]
    OutOfRange {
        /// The length.
        value: u64,
        /// The least one.
        min: u32,
        /// The greatest one.
        max: u32,
    },
    /// A number that fits no register, or whose size no type has.
    #[error("a number of {bits} bits: use one of {NUMBER_BITS:?}, up to the {xlen} of a register")]
    Bits {
        /// As it was written.
        bits: u64,
        /// Bits of a register.
        xlen: u32,
    },
    /// An argument that is neither a buffer nor a number.
    #[error("`{0}` is neither a buffer nor a number: add `bytes`, `length` or `bits`")]
    NoKind(String),
    /// A key that an argument of this kind has not.
    #[error("`{key}` has no meaning for {kind}: remove it")]
    KeyOfKind {
        /// The key.
        key: &'static str,
        /// What the argument is.
        kind: &'static str,
    },
    /// A length that no argument gives.
    #[error("no argument is the length `{name}`: {}",
        if lengths.is_empty() { "add one with `length`".to_owned() }
        else { format!("use one of {}", lengths.join(", ")) })]
    NoSuchLength {
        /// What was written.
        name: String,
        /// The lengths there are.
        lengths: Vec<String>,
    },
    /// A part of nothing.
    #[error("every is {0}: use 1 or more")]
    Every(u64),
    /// A name that is not an identifier.
    #[error("`{0}` is not a name: use letters, digits and `_`, no digit first")]
    Name(String),
    /// Two things of one name.
    #[error("{what} `{name}` is there twice: remove or rename one")]
    Duplicate {
        /// The kind of thing.
        what: &'static str,
        /// Its name.
        name: String,
    },
    /// No function or no argument at all.
    #[error("{what} is empty: add at least one")]
    Empty {
        /// The list.
        what: &'static str,
    },
    /// A key refers to an argument that is not in `args`.
    #[error("no argument is called `{name}`: {}", Remedy(&None, args))]
    NoSuchArg {
        /// What was written.
        name: String,
        /// The arguments there are.
        args: Vec<String>,
    },
    /// A buffer that has not the size of what it is said to hold.
    #[error("`{arg}` has {bytes} bytes, {form} has {expected}: correct one of them")]
    FormSize {
        /// The argument.
        arg: String,
        /// Its size, a number or made of a length.
        bytes: String,
        /// What it is said to hold.
        form: String,
        /// The size of that.
        expected: usize,
    },
    /// An overlap that is not of the form `a=b`.
    #[error("`{0}` is not an overlap: write \"out=in\", two different arguments of one size")]
    Overlap(String),
    /// `leaks` and `constant_time` contradict each other.
    #[error("constant_time is {constant_time} and leaks has {leaks} kinds: {}",
        if *constant_time { "remove `leaks`, or say `constant_time = false`" }
        else { "say in `leaks` what kinds of sites leak" })]
    Leaks {
        /// The value of `constant_time`.
        constant_time: bool,
        /// How many kinds `leaks` names.
        leaks: usize,
    },
}

/// "did you mean" when a near name is known, the list when not.
struct Remedy<'a, T>(&'a Option<T>, &'a [T]);

impl<T: AsRef<str>> fmt::Display for Remedy<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(near) => write!(f, "did you mean `{}`?", near.as_ref()),
            None => {
                let known: Vec<_> = self.1.iter().map(AsRef::as_ref).collect();
                write!(f, "use one of {}", known.join(", "))
            }
        }
    }
}
