//! The stored inputs of the libFuzzer targets are what `examples/corpus.rs` writes, and mean what they say.

use arbitrary::{Arbitrary, Unstructured};
use fuzz::{
    case::{OpCase, ProgramCase},
    libfuzzer,
};
use std::{collections::BTreeMap, fs, path::Path};

fn stored(target: &str) -> BTreeMap<String, Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("targets/corpus").join(target);
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    files
        .map(|p| (p.file_name().unwrap().to_str().unwrap().to_owned(), fs::read(&p).unwrap()))
        .collect()
}

/// An instruction that is new has no stored input yet; what is stored is right.
fn check(target: &str, made: Vec<(String, Vec<u8>)>) {
    let made: BTreeMap<_, _> = made.into_iter().collect();
    let stored = stored(target);
    assert!(stored.len() >= 24, "{target} has {} inputs", stored.len());
    for (name, bytes) in stored {
        let remedy = "write it with `cargo run -p fuzz --example corpus fuzz/targets/corpus`";
        assert_eq!(made.get(&name), Some(&bytes), "{target}/{name}: {remedy}");
    }
}

#[test]
fn stored_inputs_are_reproducible() {
    check("spec_vs_sim_op", libfuzzer::op_inputs());
    check("spec_vs_sim_program", libfuzzer::program_inputs());
}

#[test]
fn inputs_are_their_cases_and_both_engines_agree_on_them() {
    for (name, bytes) in libfuzzer::op_inputs() {
        let case = OpCase::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        assert_eq!(case.name(), name);
        libfuzzer::op(case);
    }
    let mut lengths = BTreeMap::new();
    for (_, bytes) in libfuzzer::program_inputs() {
        let case = ProgramCase::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        libfuzzer::program(&case);
        *lengths.entry(case.words.len()).or_insert(0) += 1;
    }
    assert!(lengths.len() > 8, "{lengths:?}");
}
