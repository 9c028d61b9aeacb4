//! Programs on both engines and widths, and what exit codes mean.

use crate::{
    program::{ecall, link, signing, tohost},
    rvassay::{Ran, command, run, run_in},
};
use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    path::Path,
    process::Stdio,
};

/// The run, its trace and its signature.
fn traced(folder: &Path, engine: &str) -> (Ran, String, String) {
    let ran = run_in(
        folder,
        &["run", "p.elf", "--engine", engine, "--trace", "trace", "--signature", "signature"],
    );
    let read = |file| fs::read_to_string(folder.join(file)).unwrap_or_default();
    (ran, read("trace"), read("signature"))
}

/// What a run says, without the cycles that the simulator predicts.
fn said_by(ran: &Ran) -> &str {
    let text = ran.stdout.trim_end();
    text.split_once(" instructions, ").map_or(text, |(head, _)| &text[..head.len() + 13])
}

#[test]
fn engines_agree_on_trace_signature_and_exit() {
    for xlen in [32, 64] {
        for (name, end, code, said) in [
            ("tohost pass", tohost(1), 0, "exit 0 after"),
            ("tohost fail", tohost(5 << 1 | 1), 1, "exit 5 after"),
            ("ecall pass", ecall(0), 0, "exit 0 after"),
            ("ecall fail", ecall(3), 1, "exit 3 after"),
            ("trap", "ebreak".into(), 1, "trap 3 (breakpoint) at pc 0x800000"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            link(xlen, &signing(xlen, &end), folder.path(), "p.elf");
            let [spec, sim] = ["spec", "sim"].map(|engine| traced(folder.path(), engine));
            assert_eq!(spec.0.code, code, "rv{xlen} {name}: {spec:?}");
            assert!(spec.0.stdout.starts_with(said), "rv{xlen} {name}: {spec:?}");
            assert_eq!((spec.0.stderr.as_str(), sim.0.stderr.as_str()), ("", ""));
            assert_eq!((spec.0.code, said_by(&spec.0)), (sim.0.code, said_by(&sim.0)), "{name}");
            assert_eq!(spec.1, sim.1, "rv{xlen} {name}: traces");
            assert_eq!(spec.2, sim.2, "rv{xlen} {name}: signatures");
            if name == "tohost pass" {
                let both = format!("{}\n{}", spec.1, spec.2);
                insta::assert_snapshot!(format!("trace and signature rv{xlen}"), both);
            }
        }
    }
}

#[test]
fn a_stopped_program_is_undecided() {
    let folder = tempfile::tempdir().unwrap();
    link(32, &signing(32, ""), folder.path(), "p.elf");
    for engine in ["spec", "sim"] {
        let ran =
            run_in(folder.path(), &["run", "p.elf", "--engine", engine, "--max-instructions", "1"]);
        assert_eq!((ran.code, said_by(&ran)), (3, "stopped after 1 instructions"));
    }
}

#[test]
fn proved_is_0_and_nothing_to_prove_is_2() {
    let ran = run(&["prove", "add/ripple", "--no-store"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("proved    add/ripple@32"), "{ran:?}");
    assert_eq!(run(&["prove", "nothing/like/this"]).code, 2);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_failure() {
    let binary = Path::new(env!("CARGO_BIN_EXE_rvassay"));
    for args in [&["list"][..], &["list", "--json"]] {
        let mut child = command(binary, Path::new("."))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::with_capacity(16, child.stdout.take().expect("a pipe"))
            .read_line(&mut first)
            .unwrap();
        assert!(!first.is_empty());
        let mut stderr = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
    }
}
