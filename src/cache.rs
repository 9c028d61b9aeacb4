//! Where verdicts and built models are kept between runs.

use std::{env, path::PathBuf};

/// `RVASSAY_CACHE`, or the user's cache folder, or a temporary one.
pub(crate) fn folder(of: &str) -> PathBuf {
    let given = env::var_os("RVASSAY_CACHE").map(PathBuf::from);
    let user = || env::var_os("XDG_CACHE_HOME").map(|cache| PathBuf::from(cache).join("rvassay"));
    let home = || env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/rvassay"));
    let temporary = || env::temp_dir().join("rvassay");
    given.or_else(user).or_else(home).unwrap_or_else(temporary).join(of)
}
