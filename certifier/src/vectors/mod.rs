//! Known-answer vectors: NIST's CAVP `.rsp` files, read strictly.
//!
//! A harness that takes a damaged file for a short one passes with too few vectors. So every record must have exactly
//! the keys and lengths of its kind, `COUNT` must run from 0 in each section, and the files of NIST that are known by
//! name must have the number of records that NIST published.

mod error;
mod parse;
mod set;

pub use error::{Problem, VectorError};
pub use parse::parse;
pub use set::{ECB_FILES, SourceError, VectorSet, VectorSource};

use std::collections::BTreeMap;

/// What the records of a file are about; manifests name suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    /// `aes/ecb`: one or more blocks under a key, each by itself.
    AesEcb,
    /// `aes/key-expansion`: the key schedule of a key; in a `[DECRYPT]` section that of the equivalent inverse cipher.
    AesKeyExpansion,
}

impl Suite {
    /// Every suite.
    pub const ALL: [Suite; 2] = [Suite::AesEcb, Suite::AesKeyExpansion];

    /// Its name in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Suite::AesEcb => "aes/ecb",
            Suite::AesKeyExpansion => "aes/key-expansion",
        }
    }

    /// The suite of this name.
    pub fn by_name(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// The keys of a record, after `COUNT`.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Suite::AesEcb => &["KEY", "PLAINTEXT", "CIPHERTEXT"],
            Suite::AesKeyExpansion => &["KEY", "ROUND_KEYS"],
        }
    }
}

/// The two kinds of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// `[ENCRYPT]`
    Encrypt,
    /// `[DECRYPT]`
    Decrypt,
}

impl Direction {
    /// Its name between the brackets.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Encrypt => "ENCRYPT",
            Direction::Decrypt => "DECRYPT",
        }
    }
}

/// A file of vectors. It has at least one section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorFile {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// What the records are about.
    pub suite: Suite,
    /// The sections, in the order of the file; each direction at most once.
    pub sections: Vec<Section>,
}

impl VectorFile {
    /// The number of records in all sections.
    pub fn records(&self) -> usize {
        self.sections.iter().map(|section| section.records.len()).sum()
    }
}

/// The records below one bracketed line. There is at least one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What the bracketed line says.
    pub direction: Direction,
    /// The records, `COUNT` 0 first.
    pub records: Vec<Record>,
}

/// One known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The line of its `COUNT`, from 1.
    pub line: usize,
    /// Its number in the section, from 0.
    pub count: u32,
    /// Exactly the keys of [`Suite::keys`]. Lengths are checked: an AES key has 16, 24 or 32 bytes, texts are equally
    /// long whole blocks, a schedule suits its key.
    pub values: BTreeMap<&'static str, Vec<u8>>,
}

impl Record {
    /// The bytes of a key that every record of the suite has.
    ///
    /// # Panics
    /// When `name` is none of the keys of the record's suite, which is a mistake of the caller's.
    pub fn value(&self, name: &str) -> &[u8] {
        &self.values[name]
    }
}
