//! The binary works wherever it is copied to.

use crate::rvassay::run_copy;
use std::{fs, path::Path};

#[test]
fn a_copy_proves_from_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("rvassay");
    fs::copy(env!("CARGO_BIN_EXE_rvassay"), &copy).unwrap();
    let ran = run_copy(&copy, Path::new("/"), &["prove", "add/ripple", "--no-store"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stdout.contains("3 obligations: 3 proved"), "{ran:?}");
}
