//! `bench`: one short measurement, and what is missing.

use crate::rvassay::{keys, run};

#[test]
fn one_program_on_every_engine() {
    let effort = ["--seconds", "0.02", "--repetitions", "1"];
    let ran = run(&[&["bench", "aes32", "--json"], &effort[..]].concat());
    let (lines, summary) = ran.records();
    assert_eq!((ran.code, &summary["programs"], &summary["not_run"]), (0, &1.into(), &0.into()));
    assert_eq!(keys(&lines[0]), ["program", "xlen", "mips", "ratios"]);
    for engine in ["spec", "decoded", "threaded", "native", "qemu"] {
        let speed = lines[0]["mips"][engine].as_f64();
        assert!(speed.is_some_and(|speed| speed > 0.0), "{engine}: {lines:?}");
    }

    let without = ["--without", "qemu-riscv32"];
    let ran = run(&[&["bench", "aes32", "--json"], &effort[..], &without].concat());
    let (lines, summary) = ran.records();
    assert_eq!((ran.code, &summary["not_run"]), (0, &1.into()), "{ran:?}");
    assert!(lines[0]["mips"]["qemu"].is_null(), "{lines:?}");
}

#[test]
fn nothing_selected_is_2() {
    let ran = run(&["bench", "ase32"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("aes32"), "{ran:?}");
}
