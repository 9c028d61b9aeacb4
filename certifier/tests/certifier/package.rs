//! Every file of AES and SHA-2 in NIST's package is read with all of its records, or refused for a reason.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use certifier::vectors::parse;

/// The folders, their files and the records that are known answers or examples of rejected inputs.
const READ: [(&str, usize, usize, usize); 7] = [
    ("ciphers/AES/CBC", 15, 2138, 0),
    ("ciphers/AES/CFB", 45, 6414, 0),
    ("ciphers/AES/CTR", 3, 9, 0),
    ("ciphers/AES/ECB", 15, 2138, 0),
    ("ciphers/AES/GCM", 6, 35342, 11908),
    ("ciphers/AES/OFB", 15, 2138, 0),
    ("hashes/SHA2", 18, 1886, 0),
];

/// Parts of paths, the files and why they are not read.
const NOT_READ: [(&str, usize, &str); 7] = [
    ("AES/CCM/", 19, "prose, and CCM's own records: no suite is made of them"),
    ("AES/GCM-SIV/", 2, "no document's format: OpenSSL's"),
    ("AES/OCB3/", 5, "no document's format: OpenSSL's and others'"),
    ("AES/SIV/", 1, "no document's format: OpenSSL's"),
    ("AES/XTS/", 4, "XTS's own records, of bits: no suite is made of them"),
    ("Monte.txt", 6, "steps on the way to the answers that the .rsp file has"),
    ("SHA2/Readme.txt", 1, "prose"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// The lines that records begin with.
fn lines(text: &str) -> usize {
    let begins = |line: &&str| {
        line.split_once('=').is_some_and(|(key, _)| ["COUNT", "Count", "Len"].contains(&key.trim()))
    };
    text.lines().filter(begins).count()
}

#[test]
fn every_record_of_aes_and_sha_2_is_read_or_its_file_refused() {
    let package = toolbox::find(toolbox::Tool::Vectors).unwrap().path;
    let mut all = Vec::new();
    for folder in ["ciphers/AES", "hashes/SHA2"] {
        files(&package.join(folder), &mut all);
    }
    let (mut read, mut refused) = (BTreeMap::new(), BTreeMap::new());
    for path in all {
        let name = path.strip_prefix(&package).unwrap().to_str().unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let parsed = parse(&bytes, name);
        if let Some((part, ..)) = NOT_READ.iter().find(|(part, ..)| name.contains(part)) {
            assert!(parsed.is_err(), "{name}");
            *refused.entry(*part).or_insert(0) += 1;
            continue;
        }
        let file = parsed.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(file.records(), lines(std::str::from_utf8(&bytes).unwrap()), "{name}");
        let folder = name.rsplit_once('/').unwrap().0.to_owned();
        let (files, cases, others) = read.entry(folder).or_insert((0, 0, 0));
        *files += 1;
        *cases += file.cases.len();
        *others += file.records() - file.cases.len();
    }
    let read: Vec<_> = read.iter().map(|(name, (n, c, o))| (name.as_str(), *n, *c, *o)).collect();
    assert_eq!(read, READ);
    let expected: BTreeMap<_, _> =
        NOT_READ.iter().map(|(part, files, _)| (*part, *files)).collect();
    assert_eq!(refused, expected);
}
