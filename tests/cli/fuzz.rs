//! `fuzz`: planted bugs are found, printed and replayed; clean engines are not accused.

use crate::rvassay::{Ran, run_in};
use std::{fs, path::Path};

fn found(folder: &Path, args: &[&str]) -> Ran {
    let ran = run_in(folder, &[&["fuzz"], args].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    ran
}

fn replay_files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder.join("rvassay-findings")).unwrap();
    let names = entries.map(|e| e.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".json")).collect()
}

#[test]
fn a_planted_bug_of_the_simulator_is_found_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let ran = found(folder.path(), &["rem", "--bug", "RemOverflow", "--cases", "20000"]);
    assert!(ran.stdout.contains("seed 1"), "{ran:?}");
    assert!(ran.stdout.contains("--replay rvassay-findings/"), "{ran:?}");
    let files = replay_files(folder.path());
    assert!(!files.is_empty());
    for file in files {
        let replay = format!("rvassay-findings/{file}");
        let again = found(folder.path(), &["--replay", &replay, "--json"]);
        let (lines, summary) = again.records();
        assert_eq!((&lines[0]["differs"], &summary["findings"]), (&true.into(), &1.into()));
    }
}

#[test]
fn a_planted_bug_of_the_unit_is_found_with_its_waveform() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["--dut", "unit:aes", "--bug", "ks2-wrong-half", "--cases", "100000"];
    let ran = found(folder.path(), &args);
    assert!(ran.stdout.contains("aes64ks2"), "{ran:?}");
    let waveform = ["vcd", "fst"].iter().any(|kind| {
        let entries = fs::read_dir(folder.path().join("rvassay-findings")).unwrap();
        entries.flatten().any(|e| e.path().extension().is_some_and(|x| x == *kind))
    });
    assert!(waveform, "{ran:?}");
}

#[test]
fn the_clean_unit_is_not_accused() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_in(folder.path(), &["fuzz", "--dut", "unit:aes", "--cases", "20000", "--json"]);
    let (lines, summary) = ran.records();
    assert_eq!((ran.code, lines.len()), (0, 0), "{ran:?}");
    assert!(summary["cases"].as_u64() >= Some(20_000), "{summary}");
    assert_eq!(summary["findings"], 0);
}
