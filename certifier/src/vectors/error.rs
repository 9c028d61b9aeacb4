//! What may be wrong with a file of vectors, where, and what to do about it.

use std::fmt;

/// A file of vectors that cannot be used: the place and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{place}: {problem}")]
pub struct VectorError {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// Where.
    pub place: Place,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A line, from 1; for what is missing at the end, the last line.
    Line(usize),
    /// A value of a JSON file: `testGroups[0].tests[3].msg`.
    Path(String),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "{line}"),
            Place::Path(path) => f.write_str(path),
        }
    }
}

/// A problem and its place in the file that is being read.
#[derive(Debug)]
pub(super) struct At {
    pub(super) place: Place,
    pub(super) problem: Problem,
}

/// What is wrong with a file of vectors. Each message says what was expected and ends with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// More than any published file has.
    #[error("{0} bytes, expected at most {max}: split the file", max = super::MAX_FILE_BYTES)]
    TooLarge(usize),
    /// Bytes that are no text.
    #[error("not UTF-8 text, expected a file of vectors: fetch the file again")]
    NotText,
    /// Nothing that only one format has.
    #[error(
        "no format of vectors begins like this, expected CAVP's .rsp ([ENCRYPT], [L = n], [Keylen = n] or COUNT), LWC \
         (Count), a list ([cipher.function]), or JSON of ACVP or Wycheproof: convert the file"
    )]
    NoFormat,
    /// A line of no known form.
    #[error(
        "`{0}` is no line of this format, expected `NAME = value`, `[SECTION]`, `# comment` or nothing: \
         correct the line"
    )]
    Line(String),
    /// A section of another name.
    #[error("unknown section `[{found}]`, expected {expected}: remove it or correct its name")]
    Section {
        /// What is written.
        found: String,
        /// What may stand there.
        expected: &'static str,
    },
    /// Two sections of one name.
    #[error("section [{0}] is there twice: merge them and number their records from 0")]
    DuplicateSection(&'static str),
    /// A record before any section.
    #[error("a record before the first section, expected {0}: say which one it belongs to")]
    OutsideSection(&'static str),
    /// A value before the first key of a record.
    #[error("`{found}` outside a record, expected `{first}` first: restore the line above it")]
    OutsideRecord {
        /// The key.
        found: String,
        /// What a record begins with.
        first: &'static str,
    },
    /// A key that no record of a known kind has.
    #[error("unknown key `{key}`, expected {}: remove it or correct its name", expected.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// What may stand there.
        expected: Vec<&'static str>,
    },
    /// A key twice in one record.
    #[error("`{0}` is there twice in one record: remove one, or begin a new record")]
    DuplicateKey(&'static str),
    /// A record without one of its keys.
    #[error("the record of line {record} ends without {}: the file may be cut off, fetch it again",
        missing.join(", "))]
    Incomplete {
        /// The record's first line.
        record: usize,
        /// The keys that it lacks.
        missing: Vec<&'static str>,
    },
    /// A count is no number or not the next one.
    #[error("the count is `{found}`, expected {expected}: restore the missing records")]
    Count {
        /// The number that was due.
        expected: u32,
        /// What was written.
        found: String,
    },
    /// Something else than a number.
    #[error("`{key}` is `{found}`, expected a number below 2^32: correct it")]
    Number {
        /// The key.
        key: String,
        /// What was written.
        found: String,
    },
    /// Something else than hexadecimal digits.
    #[error(
        "`{key}` is not hexadecimal at character {at}, expected digits 0-9 and a-f: correct the value"
    )]
    Hex {
        /// The key.
        key: String,
        /// The place in the value, from 1.
        at: usize,
    },
    /// Half a byte.
    #[error(
        "`{key}` has {digits} digits, expected an even number: the value may be cut off, fetch the file again"
    )]
    OddDigits {
        /// The key.
        key: String,
        /// The number of digits.
        digits: usize,
    },
    /// A value of the wrong length.
    #[error(
        "`{key}` has {bytes} bytes, expected {expected}: the value may be cut off, fetch the file again"
    )]
    Length {
        /// The key.
        key: String,
        /// Its length.
        bytes: usize,
        /// Which lengths are right.
        expected: String,
    },
    /// A stated length that is not that of the value.
    #[error(
        "`{key}` says {stated} bits, but `{value}` has {bytes} bytes: correct one of them, or fetch the file again"
    )]
    StatedLength {
        /// The key that states it.
        key: &'static str,
        /// The number of bits.
        stated: u32,
        /// The key of the value.
        value: &'static str,
        /// Its bytes.
        bytes: usize,
    },
    /// A step of a Monte-Carlo test that does not begin where the one before has ended.
    #[error(
        "`{0}` does not follow from the step before: restore the missing records, or fetch the file again"
    )]
    Chain(&'static str),
    /// A section that ends at once.
    #[error("section [{0}] has no records: the file may be cut off, fetch it again")]
    EmptySection(String),
    /// No section and no record.
    #[error("no records at all: the file may be cut off, fetch it again")]
    Empty,
    /// A file with an initialization vector that does not say for which mode.
    #[error(
        "`IV` without a mode, expected a comment like `AESVS MMT test data for CBC` above it: restore the file's head"
    )]
    NoMode,
    /// Not JSON.
    #[error("not JSON: {0}: the file may be cut off, fetch it again")]
    Json(String),
    /// JSON of another kind.
    #[error("expected {expected}: {remedy}")]
    Shape {
        /// What was expected there.
        expected: &'static str,
        /// What to do.
        remedy: &'static str,
    },
    /// An algorithm whose files are not read.
    #[error("`{found}` is not read, expected {expected}: convert the file to a list of vectors")]
    Algorithm {
        /// What is written.
        found: String,
        /// What is read.
        expected: &'static str,
    },
    /// A list of examples of an unknown function.
    #[error("`{found}` is no function that vectors are run for, expected {}: correct the name", expected.join(", "))]
    Operation {
        /// What is written.
        found: String,
        /// The functions.
        expected: Vec<&'static str>,
    },
    /// A file with more or fewer records than it states or than were published.
    #[error("{section} has {found} records, expected {expected}: fetch the file again")]
    RecordCount {
        /// The section, or the whole file.
        section: String,
        /// The number that is right.
        expected: usize,
        /// The number found.
        found: usize,
    },
}
