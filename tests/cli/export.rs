//! `export`: the texts that other tools read.

use crate::rvassay::{keys, run};

#[test]
fn opcodes() {
    let ran = run(&["export", "opcodes", "aes64ks1i", "zext.h", "fence"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn macros() {
    let names = ["aes32esmi", "aes64ks1i", "lw", "sw", "beq", "jal", "lui", "slliw", "ecall"];
    let ran = run(&[&["export", "insn-macros"], &names[..]].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let (_, macros) = ran.stdout.split_once(".Lrvassay_fp, 8\n").expect("a prelude");
    insta::assert_snapshot!(macros);
}

#[test]
fn c_header() {
    let ran = run(&["export", "c-header", "add", "aes32esmi", "rev8", "lw", "sw", "fence"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn json() {
    let ran = run(&["export", "c-header", "--extension", "i", "--isa", "rv64i", "--json"]);
    let (lines, summary) = ran.records();
    let ops = lines.iter().filter(|line| keys(line)[0] == "op").collect::<Vec<_>>();
    assert_eq!(summary["ops"], ops.len());
    let without = ops.iter().filter(|op| op["text"].is_null()).collect::<Vec<_>>();
    assert_eq!(summary["not_offered"], without.len());
    assert!(without.iter().all(|op| op["why"].is_string()), "{without:?}");
    for line in &lines {
        let expected: &[&str] = match keys(line)[0] {
            "op" if line["text"].is_null() => &["op", "text", "why"],
            "op" => &["op", "text"],
            _ => &["prelude"],
        };
        assert_eq!(keys(line), expected);
    }
}

#[test]
fn wrong_requests() {
    let cases: [(&str, &[&str]); 9] = [
        ("nothing", &["insn-macros"]),
        ("a name and all", &["opcodes", "add", "--all"]),
        ("a typo", &["opcodes", "adn"]),
        ("an extension with a typo", &["opcodes", "--extension", "Zknee"]),
        ("an extension that is not there", &["opcodes", "--extension", "Zkne", "--isa", "rv32i"]),
        ("another width", &["insn-macros", "aes32esmi", "--isa", "rv64i_zkne"]),
        ("a word on each width", &["insn-macros", "rev8"]),
        ("no function", &["c-header", "beq"]),
        ("an unknown kind", &["verilog", "add"]),
    ];
    let text = cases.map(|(name, args)| {
        let ran = run(&[&["export"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
        format!("# {name}\n{}", ran.stderr)
    });
    insta::assert_snapshot!(text.concat());
}
