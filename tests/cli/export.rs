//! `export`: the texts that other tools read.

use crate::rvassay::{keys, run, run_in};

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
fn smt2() {
    let ran = run(&["export", "smt2", "sh1add", "beq", "--isa", "rv32i_zba"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn sv() {
    let of = |names: &[&str], isa: &str| {
        let ran = run(&[&["export", "sv"], names, &["--isa", isa]].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        ran.stdout
    };
    let wide = of(&["beq", "lh", "aes64ks1i", "clmul", "rem"], "rv64im_zbc_zkne");
    insta::assert_snapshot!(wide + &of(&["kyberadd"], "rv32i_xkyber"));
}

#[test]
fn checker() {
    let ran = run(&["export", "checker", "lh", "c.beqz", "aes32esmi", "--isa", "rv32ic_zkne"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    insta::assert_snapshot!(ran.stdout);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let listed = ["opcodes", "insn-macros", "c-header", "smt2", "sv", "checker"].map(|kind| {
        let args = ["export", kind, "sh1add", "fence", "--output", path];
        // The latter has nothing to compute: where it is not left out in silence, it is an error.
        let args = if ["smt2", "sv"].contains(&kind) {
            [&args[..3], &args[4..]].concat()
        } else {
            args.into()
        };
        let ran = run(&args);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{kind}");
        for file in ran.stdout.lines() {
            let text = std::fs::read_to_string(folder.path().join(file)).unwrap();
            assert!(text.ends_with('\n') && !text.is_empty(), "{file}");
        }
        format!("# {kind}\n{}", ran.stdout)
    });
    insta::assert_snapshot!(listed.concat());
    // What is on standard output otherwise is what is in the file.
    let header = std::fs::read_to_string(folder.path().join("insns.h")).unwrap();
    assert_eq!(header, run(&["export", "c-header", "sh1add", "fence"]).stdout);
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
fn json_of_goals() {
    let ran = run(&["export", "smt2", "sh1add", "--isa", "rv32i_zba", "--json"]);
    let (lines, summary) = ran.records();
    let kinds: Vec<_> = lines.iter().map(|line| keys(line).join(" ")).collect();
    assert_eq!(kinds[..3], ["prelude", "op text", "obligation text"]);
    assert_eq!((&summary["ops"], &summary["not_offered"]), (&1.into(), &0.into()));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let ran = run(&["export", "sv", "sh1add", "--output", path, "--json"]);
    let (lines, summary) = ran.records();
    assert!(lines.iter().all(|line| keys(line) == ["file"]));
    assert_eq!(summary["files"], lines.len());
}

#[test]
fn wrong_requests() {
    let cases: [(&str, &[&str]); 14] = [
        ("nothing", &["insn-macros"]),
        ("a name and all", &["opcodes", "add", "--all"]),
        ("a typo", &["opcodes", "adn"]),
        ("an extension with a typo", &["opcodes", "--extension", "Zknee"]),
        ("an extension that is not there", &["opcodes", "--extension", "Zkne", "--isa", "rv32i"]),
        ("another width", &["insn-macros", "aes32esmi", "--isa", "rv64i_zkne"]),
        ("a word on each width", &["insn-macros", "rev8"]),
        ("no function", &["c-header", "beq"]),
        ("an unknown kind", &["verilog", "add"]),
        ("nothing to compute", &["sv", "fence"]),
        ("a checker of CSRs", &["checker", "csrrw"]),
        ("a checker of three sources", &["checker", "addc"]),
        ("a checker of reservations", &["checker", "sc.w"]),
        ("a checker of exceptions", &["checker", "ecall"]),
    ];
    let text = cases.map(|(name, args)| {
        let ran = run(&[&["export"], args].concat());
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{name}");
        format!("# {name}\n{}", ran.stderr)
    });
    insta::assert_snapshot!(text.concat());

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let ran = run_in(folder.path(), &["export", "sv", "add", "--output", "file/folder"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("file/folder"), "{ran:?}");
}
