//! Where vectors come from: embedded ones, NIST's package, a user's files.

use std::io;
use std::path::{Path, PathBuf};

use toolbox::Tool;

use super::{Direction, Problem, Suite, VectorError, VectorFile, parse};

/// The files of NIST's AES ECB suite in the `cryptography-vectors` package, and the records that each has in either
/// section as published (AESAVS, known-answer tests and multi-block message test). The package has no Monte-Carlo
/// files.
pub const ECB_FILES: [(&str, usize); 15] = [
    ("ECBGFSbox128.rsp", 7),
    ("ECBGFSbox192.rsp", 6),
    ("ECBGFSbox256.rsp", 5),
    ("ECBKeySbox128.rsp", 21),
    ("ECBKeySbox192.rsp", 24),
    ("ECBKeySbox256.rsp", 16),
    ("ECBMMT128.rsp", 10),
    ("ECBMMT192.rsp", 10),
    ("ECBMMT256.rsp", 10),
    ("ECBVarKey128.rsp", 128),
    ("ECBVarKey192.rsp", 192),
    ("ECBVarKey256.rsp", 256),
    ("ECBVarTxt128.rsp", 128),
    ("ECBVarTxt192.rsp", 128),
    ("ECBVarTxt256.rsp", 128),
];

/// The examples of FIPS 197; `vectors/fips197/SOURCE.toml` says from where.
const EMBEDDED: [(&str, &[u8]); 2] = [
    ("fips197/ecb.rsp", include_bytes!("../../vectors/fips197/ecb.rsp")),
    ("fips197/key-expansion.rsp", include_bytes!("../../vectors/fips197/key-expansion.rsp")),
];

/// Which vectors to run.
#[derive(Clone, Debug, Default)]
pub enum VectorSource {
    /// The embedded ones and those of the installed `cryptography-vectors` package.
    #[default]
    Installed,
    /// The embedded ones and those of this folder, laid out as the package.
    Package(PathBuf),
    /// The embedded ones.
    Embedded,
    /// These, and no others.
    Given(Vec<VectorFile>),
}

/// Vectors that were read and checked.
#[derive(Clone, Debug, Default)]
pub struct VectorSet {
    /// The files.
    pub files: Vec<VectorFile>,
    /// That the caller chose the files: then a function without a vector is no gap.
    pub chosen: bool,
    /// What could not be had, with the reason: a suite's name and a sentence.
    pub absent: Vec<(Suite, String)>,
    /// The version of the package, when it is used and known.
    pub package_version: Option<String>,
}

/// Why vectors that should be there cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// A file is damaged.
    #[error(transparent)]
    Vector(#[from] VectorError),
    /// A file cannot be read.
    #[error("{file}: {error}: run `cargo xtask setup` to install the vectors again")]
    Read {
        /// Its name in the package.
        file: String,
        /// What the system says.
        #[source]
        error: io::Error,
    },
}

impl VectorSet {
    /// Reads all files of a source. A package that is not installed is not an error, but listed as absent.
    ///
    /// # Errors
    /// [`SourceError`] when a file is damaged or one of a package is missing.
    pub fn load(source: &VectorSource) -> Result<VectorSet, SourceError> {
        let mut set = VectorSet::default();
        match source {
            VectorSource::Given(files) => {
                set.files.clone_from(files);
                set.chosen = true;
                return Ok(set);
            }
            VectorSource::Embedded => {}
            VectorSource::Package(folder) => set.files = package(folder)?,
            VectorSource::Installed => match toolbox::find(Tool::Vectors) {
                Ok(found) => {
                    set.files = package(&found.path)?;
                    set.package_version = found.version();
                }
                Err(missing) => set.absent.push((Suite::AesEcb, missing.to_string())),
            },
        }
        for (name, bytes) in EMBEDDED {
            set.files.push(parse(bytes, name)?);
        }
        Ok(set)
    }
}

fn package(folder: &Path) -> Result<Vec<VectorFile>, SourceError> {
    let read = |(name, records): (&str, usize)| {
        let file = format!("ciphers/AES/ECB/{name}");
        let bytes = std::fs::read(folder.join(&file))
            .map_err(|error| SourceError::Read { file: file.clone(), error })?;
        let parsed = parse(&bytes, &file)?;
        check_counts(&parsed, records)?;
        Ok(parsed)
    };
    ECB_FILES.into_iter().map(read).collect()
}

fn check_counts(file: &VectorFile, expected: usize) -> Result<(), VectorError> {
    for direction in [Direction::Encrypt, Direction::Decrypt] {
        let section = file.sections.iter().find(|section| section.direction == direction);
        let found = section.map_or(0, |section| section.records.len());
        if found != expected {
            return Err(VectorError {
                file: file.file.clone(),
                line: section.and_then(|s| s.records.last()).map_or(1, |record| record.line),
                problem: Box::new(Problem::RecordCount {
                    section: direction.name(),
                    expected,
                    found,
                }),
            });
        }
    }
    Ok(())
}
