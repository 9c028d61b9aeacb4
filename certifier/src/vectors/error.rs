//! What may be wrong with a file of vectors, where, and what to do about it.

/// A file of vectors that cannot be used: the place and the problem.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {problem}")]
pub struct VectorError {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// Line, from 1; for what is missing at the end, the last line.
    pub line: usize,
    /// What is wrong there.
    pub problem: Box<Problem>,
}

/// What is wrong with a file of vectors. Each message says what was expected and ends with the remedy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Bytes that are no text.
    #[error("not UTF-8 text, expected a CAVP .rsp file: fetch the file again")]
    NotText,
    /// A line of no known form.
    #[error(
        "`{0}` is no line of a .rsp file, expected `NAME = value`, `[ENCRYPT]`, `[DECRYPT]`, `# comment` or nothing: \
         correct the line"
    )]
    Line(String),
    /// A section of another name.
    #[error(
        "unknown section `[{0}]`, expected [ENCRYPT] or [DECRYPT]: remove it or correct its name"
    )]
    Section(String),
    /// Two sections of one name.
    #[error("section [{0}] is there twice: merge them and number their records from 0")]
    DuplicateSection(&'static str),
    /// A record before any section.
    #[error(
        "a record before the first section, expected [ENCRYPT] or [DECRYPT]: say which one it belongs to"
    )]
    OutsideSection,
    /// A value before any `COUNT`.
    #[error("`{0}` outside a record, expected `COUNT = n` first: restore the line above it")]
    OutsideRecord(String),
    /// A key that no record of a known kind has.
    #[error("unknown key `{key}`, expected {}: other modes than ECB are not supported, use an AES ECB file",
        expected.join(", "))]
    UnknownKey {
        /// The key.
        key: String,
        /// What may stand there.
        expected: Vec<&'static str>,
    },
    /// A key twice in one record.
    #[error("`{0}` is there twice in one record: remove one, or begin a new record with COUNT")]
    DuplicateKey(&'static str),
    /// A record without one of its keys.
    #[error("the record COUNT = {count} ends without {}: the file may be cut off, fetch it again", missing.join(", "))]
    Incomplete {
        /// The record's number.
        count: u32,
        /// The keys that it lacks.
        missing: Vec<&'static str>,
    },
    /// `COUNT` is no number or not the next one.
    #[error(
        "COUNT is `{found}`, expected {expected}: it runs from 0 in each section, restore the missing records"
    )]
    Count {
        /// The number that was due.
        expected: u32,
        /// What was written.
        found: String,
    },
    /// Something else than hexadecimal digits.
    #[error(
        "`{key}` is not hexadecimal at character {at}, expected digits 0-9 and a-f: correct the value"
    )]
    Hex {
        /// The key.
        key: &'static str,
        /// The place in the value, from 1.
        at: usize,
    },
    /// Half a byte.
    #[error(
        "`{key}` has {digits} digits, expected an even number: the value may be cut off, fetch the file again"
    )]
    OddDigits {
        /// The key.
        key: &'static str,
        /// The number of digits.
        digits: usize,
    },
    /// A value of the wrong length.
    #[error(
        "`{key}` has {bytes} bytes, expected {expected}: the value may be cut off, fetch the file again"
    )]
    Length {
        /// The key.
        key: &'static str,
        /// Its length.
        bytes: usize,
        /// Which lengths are right.
        expected: String,
    },
    /// A section that ends at once.
    #[error("section [{0}] has no records: the file may be cut off, fetch it again")]
    EmptySection(&'static str),
    /// No section and no record.
    #[error(
        "no records at all, expected [ENCRYPT] or [DECRYPT] and a record: the file may be cut off, fetch it again"
    )]
    Empty,
    /// A Monte-Carlo file, whose records are the steps of a procedure.
    #[error(
        "a Monte-Carlo test, whose records are steps of a procedure and no known answers: use the KAT or MMT files"
    )]
    MonteCarlo,
    /// A file of NIST with more or fewer records than NIST published.
    #[error(
        "[{section}] has {found} records, expected {expected} as published: fetch the file again"
    )]
    RecordCount {
        /// The section.
        section: &'static str,
        /// The published number.
        expected: usize,
        /// The number found.
        found: usize,
    },
}
