//! The instruction pages of the book are what `describe` prints today, and the index names them all.
//!
//! `cargo xtask docs` writes them anew.

use semantics::insns::Insn;
use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/instructions");

/// Every page by its path below the folder, and the index.
fn expected() -> BTreeMap<PathBuf, String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rvassay"));
    command.arg("describe").args(Insn::all().iter().map(|insn| insn.spec().name));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = format!("\n{}", String::from_utf8(output.stdout).unwrap());
    // A page begins with its only heading of the first level.
    let pages: Vec<&str> = text.split("\n# ").skip(1).map(str::trim_end).collect();
    assert_eq!(pages.len(), Insn::all().len());
    let page = |(&insn, page): (&Insn, &&str)| {
        assert!(page.starts_with(&format!("{}\n", insn.spec().name)), "{page}");
        (export::page::path(insn).into(), format!("# {page}\n"))
    };
    let mut pages: BTreeMap<PathBuf, String> = Insn::all().iter().zip(&pages).map(page).collect();
    pages.insert("README.md".into(), export::page::index());
    pages
}

/// Every file of a folder by its path below `root`.
fn files(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, String>) {
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(root, &path, found);
        } else {
            let text = fs::read_to_string(&path).unwrap();
            found.insert(path.strip_prefix(root).unwrap().into(), text);
        }
    }
}

#[test]
fn the_pages_of_the_book_are_current() {
    let (root, expected) = (Path::new(FOLDER), expected());
    let mut found = BTreeMap::new();
    files(root, root, &mut found);
    if env::var_os("RVASSAY_BLESS").is_some() {
        for path in found.keys().filter(|path| !expected.contains_key(*path)) {
            fs::remove_file(root.join(path)).unwrap();
        }
        for (path, text) in expected {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        return;
    }
    let stale = expected.iter().filter(|(path, text)| found.get(*path) != Some(text));
    let stale: Vec<_> = stale.map(|(path, _)| path).collect();
    let without: Vec<_> = found.keys().filter(|path| !expected.contains_key(*path)).collect();
    assert!(
        stale.is_empty() && without.is_empty(),
        "docs/instructions is stale, run `cargo xtask docs`; stale or missing: {stale:?}; pages \
         without an instruction: {without:?}"
    );
}
