//! The embedded vectors are those that SOURCE.toml names, and a damaged package is refused.

use std::fs;
use std::path::Path;

use certifier::vectors::{
    ECB_FILES, HASH_FILES, Problem, SourceError, VectorSet, VectorSource, parse,
};
use sha2::{Digest as _, Sha256};

#[test]
fn source_toml_names_every_file_with_its_hash() {
    for folder in ["fips180", "fips197", "rfc8439"] {
        names_every_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors").join(folder));
    }
}

fn names_every_file(folder: &Path) {
    let source: toml::Table =
        fs::read_to_string(folder.join("SOURCE.toml")).unwrap().parse().unwrap();
    let files = source["file"].as_array().unwrap();
    let mut names: Vec<_> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    for file in files {
        let bytes = fs::read(folder.join(file["name"].as_str().unwrap())).unwrap();
        let hash: String = Sha256::digest(&bytes).iter().map(|b| format!("{b:02x}")).collect();
        assert_eq!(file["sha256"].as_str(), Some(hash.as_str()), "{file}");
    }
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "SOURCE.toml")
        .collect();
    names.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, names);
}

#[test]
fn the_embedded_vectors_are_those_of_the_standard() {
    let set = VectorSet::load(&VectorSource::Embedded).unwrap();
    let counts: Vec<_> =
        set.files.iter().map(|file| (file.file.as_str(), file.records())).collect();
    assert_eq!(
        counts,
        [
            ("fips180/sha256.rsp", 2),
            ("fips180/sha512.rsp", 2),
            ("fips197/ecb.rsp", 8),
            ("fips197/key-expansion.rsp", 6),
            ("rfc8439/chacha20.txt", 10)
        ]
    );
}

#[test]
fn a_package_that_is_cut_or_lacks_a_file_is_refused() {
    let package = toolbox::find(toolbox::Tool::Vectors).unwrap().path;
    let copy = tempfile::tempdir().unwrap();
    let ecb = copy.path().join("ciphers/AES/ECB");
    for (path, names) in [("ciphers/AES/ECB", &ECB_FILES[..]), ("hashes/SHA2", &HASH_FILES[..])] {
        fs::create_dir_all(copy.path().join(path)).unwrap();
        for (name, _) in names {
            let file = Path::new(path).join(name);
            fs::copy(package.join(&file), copy.path().join(&file)).unwrap();
        }
    }
    let load = || VectorSet::load(&VectorSource::Package(copy.path().to_owned()));
    // And Wycheproof's file.
    assert_eq!(load().unwrap().files.len(), ECB_FILES.len() + HASH_FILES.len() + 1 + 5);

    // Cut between two records, the file is well-formed and too short.
    let name = ecb.join("ECBVarTxt256.rsp");
    let text = fs::read_to_string(&name).unwrap();
    fs::write(&name, &text[..text.rfind("COUNT").unwrap()]).unwrap();
    let Err(SourceError::Vector(error)) = load() else { panic!("a short file is accepted") };
    let expected = Problem::RecordCount { section: "[DECRYPT]".into(), expected: 128, found: 127 };
    assert_eq!(*error.problem, expected);
    assert!(parse(fs::read(&name).unwrap().as_slice(), "short").is_ok());

    fs::remove_file(&name).unwrap();
    let error = load().unwrap_err().to_string();
    assert!(error.starts_with("ciphers/AES/ECB/ECBVarTxt256.rsp: "), "{error}");
}
