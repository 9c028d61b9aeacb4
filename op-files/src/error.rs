//! What can be wrong with an op file, and where.

use std::path::PathBuf;

/// Why an op file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", file.display(), place(*at))]
pub struct OpFileError {
    /// The file.
    pub file: PathBuf,
    /// Line and column, from 1; `None` when the file as a whole is meant.
    pub at: Option<(usize, usize)>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

fn place(at: Option<(usize, usize)>) -> String {
    at.map_or_else(String::new, |(line, column)| format!(":{line}:{column}"))
}
