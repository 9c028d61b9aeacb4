//! Units of the project and written ones: what is right is proved, what is not is refuted, and what
//! cannot be asked is said.

mod bugs;
mod core;
mod units;
mod wrong;

use equivalence::Options;
use rtl_harness::Patch;
use std::{
    path::{Path, PathBuf},
    time::Duration,
};

/// The cache that the project's tests share.
fn cache() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target").join("rtl-cache")
}

fn options(patch: Option<Patch>) -> Options {
    Options { patch, time_limit: Duration::from_secs(120), cache: cache() }
}
