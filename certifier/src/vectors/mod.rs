//! Known-answer vectors: the files that NIST and others publish, and a user's own, read strictly.
//!
//! A harness that takes a damaged file for a short one passes with too few vectors. So every record must have exactly
//! the keys and lengths of its kind, counts must run from 0, lengths that a file states must be right, and the files
//! that are known by name must have the number of records that was published. [`parse`] finds the format out:
//!
//! | format | module | source |
//! |---|---|---|
//! | block ciphers of CAVP, with Monte-Carlo files | `blocks` | AESAVS, November 2002 |
//! | hashes of CAVP, with Monte-Carlo files | `hashes` | SHAVS, May 2014 |
//! | GCM of CAVP | `gcm` | GCMVS, February 2009 |
//! | ACVP | `acvp` | draft-celi-acvp-symmetric, draft-celi-acvp-sha |
//! | Wycheproof's AEAD files | `wycheproof` | the schema that the files name |
//! | LWC known answers | `lwc` | NIST's call for lightweight submissions, section 3.3 |
//! | lists | `list` | our own, for what documents publish in prose |

mod acvp;
mod blocks;
mod error;
mod gcm;
mod hashes;
mod json;
mod list;
mod lwc;
mod set;
mod text;
mod wycheproof;

pub use error::{Place, Problem, VectorError};
pub use set::{ECB_FILES, HASH_FILES, SourceError, VectorSet, VectorSource};

use std::collections::BTreeMap;

use crate::certificate::SkipReason;
use error::At;

/// The largest file that is read, in bytes. NIST's largest has 4 MiB.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// What known answers are about; manifests name suites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Suite {
    /// `aes/ecb`: blocks under a key, each by itself.
    AesEcb,
    /// `aes/key-expansion`: key schedules, of the cipher and of the equivalent inverse cipher.
    AesKeyExpansion,
    /// `sha256`: messages and their digests.
    Sha256,
    /// `sha512`: messages and their digests.
    Sha512,
    /// `chacha20`: the stream of a key, a nonce and a block counter, with data added.
    ChaCha20,
}

impl Suite {
    /// Every suite.
    pub const ALL: [Suite; 5] =
        [Suite::AesEcb, Suite::AesKeyExpansion, Suite::Sha256, Suite::Sha512, Suite::ChaCha20];

    /// Its name in manifests.
    pub fn name(self) -> &'static str {
        match self {
            Suite::AesEcb => "aes/ecb",
            Suite::AesKeyExpansion => "aes/key-expansion",
            Suite::Sha256 => "sha256",
            Suite::Sha512 => "sha512",
            Suite::ChaCha20 => "chacha20",
        }
    }

    /// The suite of this name.
    pub fn by_name(name: &str) -> Option<Suite> {
        Suite::ALL.into_iter().find(|suite| suite.name() == name)
    }

    /// The suite that the examples of an operation belong to: none for what no kernel can claim.
    pub fn of(operation: &str) -> Option<Suite> {
        let (cipher, step) = operation.split_once('.')?;
        match (cipher, step) {
            ("aes128" | "aes192" | "aes256", "encrypt_block" | "decrypt_block") => {
                Some(Suite::AesEcb)
            }
            ("aes128" | "aes192" | "aes256", "expand_encrypt_key" | "expand_decrypt_key") => {
                Some(Suite::AesKeyExpansion)
            }
            ("sha256", "hash" | "compress") => Some(Suite::Sha256),
            ("sha512", "hash" | "compress") => Some(Suite::Sha512),
            ("chacha20", "stream" | "block") => Some(Suite::ChaCha20),
            _ => None,
        }
    }

    /// The operation whose examples the certifier can run on a part of it, where there is one.
    pub(crate) fn driven(self) -> &'static str {
        match self {
            Suite::AesEcb | Suite::AesKeyExpansion => "",
            Suite::Sha256 => "sha256.hash",
            Suite::Sha512 => "sha512.hash",
            Suite::ChaCha20 => "chacha20.stream",
        }
    }

    /// The inputs that its examples give values to.
    pub fn inputs(self) -> &'static [&'static str] {
        match self {
            Suite::AesEcb => &["key", "in"],
            Suite::AesKeyExpansion => &["key"],
            Suite::Sha256 | Suite::Sha512 => &["in"],
            Suite::ChaCha20 => &["key", "counter", "nonce", "in"],
        }
    }
}

/// A file of vectors. It has at least one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VectorFile {
    /// The file's name, as the caller gave it.
    pub file: String,
    /// Records that are known answers.
    pub cases: Vec<Case>,
    /// Records that are none for any kernel, by reason.
    pub unusable: BTreeMap<SkipReason, usize>,
}

impl VectorFile {
    /// The number of records.
    pub fn records(&self) -> usize {
        self.cases.len() + self.unusable.values().sum::<usize>()
    }
}

/// One known answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it begins.
    pub place: Place,
    /// What it is an example of: a function of the reference, `aes128.encrypt_block`, or another name, `aes128.gcm`,
    /// when the reference has no such function.
    pub operation: String,
    /// What goes in, by the names of the reference's inputs.
    pub inputs: BTreeMap<&'static str, Vec<u8>>,
    /// What must come out.
    pub expected: Vec<u8>,
    /// How the operation is used.
    pub procedure: Procedure,
}

/// How an operation is used to get from a case's inputs to the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Procedure {
    /// Once.
    Once,
    /// On each block of 16 bytes of `in`, with the other inputs the same.
    Blocks,
    /// A thousand times, each block the last answer: AESAVS, section 6.4.1, inner loop.
    BlockMonteCarlo,
    /// A thousand times on the last three answers, of which the first ones are `in`: SHAVS, section 6.4, inner loop.
    HashMonteCarlo,
}

/// Reads a file of any of the formats. `file` names it in errors.
///
/// # Errors
/// [`VectorError`], with the place, what was expected and the remedy, for the first thing that is wrong.
pub fn parse(bytes: &[u8], file: &str) -> Result<VectorFile, VectorError> {
    let parsed = if bytes.len() > MAX_FILE_BYTES {
        Err(At { place: Place::Line(1), problem: Problem::TooLarge(bytes.len()) })
    } else if json::is_json(bytes) {
        json::parse(bytes)
    } else {
        text::parse(bytes)
    };
    match parsed {
        Ok(Records { cases, unusable }) => {
            Ok(VectorFile { file: file.to_owned(), cases, unusable })
        }
        Err(At { place, problem }) => {
            Err(VectorError { file: file.to_owned(), place, problem: Box::new(problem) })
        }
    }
}

/// What the parser of a format finds.
#[derive(Debug, Default)]
struct Records {
    cases: Vec<Case>,
    unusable: BTreeMap<SkipReason, usize>,
}

impl Records {
    fn skip(&mut self, reason: SkipReason) {
        *self.unusable.entry(reason).or_insert(0) += 1;
    }
}
