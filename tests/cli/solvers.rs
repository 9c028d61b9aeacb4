//! The solvers of `prove`: one, two that race, or fewer than that.

use crate::rvassay::{Ran, command, run};
use std::path::Path;

/// Runs the binary without the project's tools; Z3 is linked and still there.
fn without_tools(args: &[&str]) -> Ran {
    let empty = tempfile::tempdir().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_rvassay"));
    let mut command = command(binary, Path::new(env!("CARGO_TARGET_TMPDIR")));
    let output = command.env("RVASSAY_TOOLS", empty.path()).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap(),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

#[test]
fn each_solver_can_be_forced() {
    for (solver, id) in
        [("z3", "add/ripple@32"), ("bitwuzla", "add/ripple@32"), ("normal", "mul/halves@64")]
    {
        let ran = run(&["prove", id, "--no-store", "--json", "--solver", solver]);
        let (lines, _) = ran.records();
        let engine = if solver == "normal" { "normaliser" } else { solver };
        assert_eq!((ran.code, lines[0]["engine"].as_str()), (0, Some(engine)), "{ran:?}");
        let tried = |line: &serde_json::Value| line["tactic"] == engine && line["settled"] == 1;
        assert!(lines[0]["tactics"].as_array().unwrap().iter().any(tried), "{ran:?}");
    }
    let ran = run(&["prove", "add/ripple@32", "--no-store", "--solver", "normal"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stdout.contains("the normal forms differ in bit"), "{ran:?}");
}

#[test]
fn a_race_without_a_second_solver_is_none_and_no_success() {
    let prove = ["prove", "add/ripple@32", "--no-store"];
    let ran = without_tools(&prove);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.stdout.contains("proved    add/ripple@32"), "{ran:?}");
    let said = "not run: racing Z3 with a second solver: bitwuzla was not found";
    assert!(ran.stdout.contains(said), "{ran:?}");
    let ran = without_tools(&[&prove[..], &["--without", "bitwuzla"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("left out: racing Z3 with a second solver"), "{ran:?}");
    let ran = without_tools(&[&prove[..], &["--solver", "bitwuzla"]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran:?}");
    assert!(ran.stderr.contains("cargo xtask setup"), "{ran:?}");
    let ran = without_tools(&[&prove[..], &["--solver", "z3"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_certificate_says_what_z3_made_of_the_cuts() {
    let ran = run(&["prove", "chacha20/block", "--certificate", "--json"]);
    let (lines, _) = ran.records();
    let cuts = lines[0]["certificate"]["cuts"].as_array().unwrap();
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(cuts.len() > 8 && cuts.iter().all(|cut| cut["stuck"] == 0), "{ran:?}");
    // What Z3 cannot do at one go is not proved then, though the normal form closes it.
    let ran = run(&["prove", "mul/halves@128", "--certificate", "--timeout", "2"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    assert!(ran.stdout.contains("1 of 1 words are stuck in Z3"), "{ran:?}");
}

#[test]
fn who_closed_an_obligation_is_kept_and_listed() {
    let cache = tempfile::tempdir().unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_rvassay"));
    let run = |args: &[&str]| {
        let mut command = command(binary, cache.path());
        let output = command.env("RVASSAY_CACHE", cache.path()).args(args).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    assert_eq!(run(&["prove", "mul/halves@64"]).0, Some(0));
    assert_eq!(run(&["prove", "add/ripple@32", "--solver", "z3"]).0, Some(0));
    let (_, list) = run(&["list", "obligations"]);
    let line = |id: &str| list.lines().find(|l| l.contains(id)).unwrap().to_owned();
    assert!(line("mul/halves@64").contains(" normaliser "), "{}", line("mul/halves@64"));
    assert!(line("add/ripple@32").contains(" z3 "), "{}", line("add/ripple@32"));
    assert!(line("add/ripple@64").contains(" - "), "{}", line("add/ripple@64"));
    // Another engine's verdict is not taken for the one that is asked for.
    let (code, again) = run(&["prove", "mul/halves@64", "--solver", "z3", "--timeout", "1"]);
    assert_eq!(code, Some(3), "{again}");
    assert!(run(&["prove", "mul/halves@64"]).1.contains("(stored)"));
}
