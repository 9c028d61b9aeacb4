//! The JSON that other people's scripts read.

use crate::{
    program::{link, signing, tohost},
    rvassay::{Ran, keys, run, run_in},
};
use serde_json::Value;
use std::{collections::BTreeSet, fs};

/// The text of the lines, with what changes from run to run replaced.
fn redacted(ran: &Ran) -> String {
    let (lines, summary) = ran.records();
    let mut all = lines;
    all.push(serde_json::json!({ "summary": summary }));
    all.iter_mut().for_each(redact);
    all.iter().map(|line| format!("{line}\n")).collect()
}

fn redact(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match name.as_str() {
                    "seconds" | "cases_per_second" | "raw_per_second" => {
                        assert!(value.as_f64().is_some_and(|v| v >= 0.0), "{name} is {value}");
                        *value = "redacted".into();
                    }
                    // They name terms, whose numbers change with every change of a definition.
                    "goal" | "change" => {
                        assert!(value.as_str().is_some_and(|v| !v.is_empty()), "{name} is {value}");
                        *value = "redacted".into();
                    }
                    _ => redact(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(redact),
        _ => {}
    }
}

/// The kinds of lines: their fields, each kind once.
fn shapes(ran: &Ran) -> String {
    let (lines, summary) = ran.records();
    let kinds: BTreeSet<String> = lines.iter().map(|line| keys(line).join(" ")).collect();
    let mut text: String = kinds.iter().map(|kind| format!("{kind}\n")).collect();
    text += &format!("summary: {}", keys(&summary).join(" "));
    text
}

#[test]
fn list() {
    let ran = run(&["list", "--json"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(shapes(&ran), @r#"
    core xlen isa
    kernel function computes isa constant_time
    obligation says reference closed_by
    op title extensions xlen simulator obligations
    unit op xlen
    summary: ops obligations kernels units cores
    "#);
    let (lines, summary) = ran.records();
    for (kind, key) in [("ops", "op"), ("obligations", "obligation")] {
        let count = lines.iter().filter(|line| keys(line)[0] == key).count();
        assert_eq!(summary[kind], count, "{kind}");
    }
}

#[test]
fn describe_one_op_of_each_extension() {
    let (ops, _) = run(&["list", "ops", "--json"]).records();
    let mut seen = BTreeSet::new();
    for op in &ops {
        let (name, extension) = (op["op"].as_str().unwrap(), op["extensions"][0].as_str().unwrap());
        if seen.insert(extension) {
            let ran = run(&["describe", name, "--json"]);
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
            insta::assert_snapshot!(format!("describe {extension} {name}"), redacted(&ran));
        }
    }
}

#[test]
fn describe_a_word() {
    let ran = run(&["describe", "26731233", "--isa", "rv32i_zkne", "--json"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(redacted(&ran));
}

#[test]
fn eval() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rows.csv"), "007302b3,2,28\n00000000,0,0\n").unwrap();
    let ran = run_in(folder.path(), &["eval", "--isa", "rv64i", "--csv", "rows.csv", "--json"]);
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(redacted(&ran), @r#"
    {"word":"007302b3","rs1":"2","rs2":"28","rd":"000000000000002a"}
    {"word":"00000000","rs1":"0","rs2":"0","rd":"illegal"}
    {"summary":{"rows":2,"illegal":1}}
    "#);
}

#[test]
fn run_a_program() {
    let folder = tempfile::tempdir().unwrap();
    for (end, elf) in [(tohost(1), "pass.elf"), ("ebreak".into(), "trap.elf")] {
        link(32, &signing(32, &end), folder.path(), elf);
    }
    let [pass, trap] = ["pass.elf", "trap.elf"]
        .map(|elf| redacted(&run_in(folder.path(), &["run", elf, "--json"])));
    insta::assert_snapshot!(pass + &trap, @r#"
    {"summary":{"instructions":14,"cycles":23,"exit":0}}
    {"trap":3,"name":"breakpoint","pc":"0x80000028","tval":"0x80000028"}
    {"summary":{"instructions":10,"cycles":19,"exit":null}}
    "#);
}

#[test]
fn prove() {
    // One solver: which one wins a race is not the same every time.
    let one = ["prove", "add/ripple@32", "--mutants", "2", "--no-store", "--solver", "z3"];
    let ran = run(&[&one[..], &["--json"]].concat());
    assert_eq!(ran.code, 0);
    insta::assert_snapshot!(redacted(&ran));
}

#[test]
fn doctor() {
    let ran = run(&["doctor", "--json"]);
    insta::assert_snapshot!(shapes(&ran), @r#"
    tool state version path complaint
    summary: tools missing wrong_version
    "#);
    let (lines, summary) = ran.records();
    let count = |state| lines.iter().filter(|line| line["state"] == state).count();
    assert_eq!(summary["tools"], lines.len());
    assert_eq!(summary["missing"], count("missing"));
    assert_eq!(summary["wrong_version"], count("wrong version"));
    let wrong = count("missing") + count("wrong version") > 0;
    assert_eq!(ran.code, if wrong { 2 } else { 0 });
}

#[test]
fn fuzz() {
    let folder = tempfile::tempdir().unwrap();
    let ran = run_in(folder.path(), &["fuzz", "add", "--cases", "1000", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(shapes(&ran), @"summary: cases findings cases_per_second seconds seed ops skipped not_run");
}
