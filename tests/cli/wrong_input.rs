//! Wrong input is exit code 2 with a message that says what to do, and never a panic.

use crate::{
    program::{link, signing, tohost},
    rvassay::{Ran, run, run_in},
};
use std::{fs, path::Path};

/// No message is longer: input is quoted in part only.
const LONGEST: usize = 4000;

fn message(ran: &Ran) -> &str {
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(!ran.stderr.contains("panicked"), "{ran:?}");
    assert!(!ran.stderr.is_empty() && ran.stderr.len() < LONGEST, "{} bytes", ran.stderr.len());
    &ran.stderr
}

/// The messages of several cases, each under its name.
fn messages<'a>(cases: impl IntoIterator<Item = (&'a str, Ran)>) -> String {
    cases.into_iter().map(|(name, ran)| format!("# {name}\n{}", message(&ran))).collect()
}

#[test]
fn names_and_isa_strings() {
    let isa = |isa: &str| run(&["describe", "add", "--isa", isa]);
    let text = messages([
        ("unknown extension", isa("rv32im_zknee")),
        ("no ISA string", isa("riscv32")),
        ("empty", isa("")),
        ("twice", isa("rv64imm")),
        ("rv128e", isa("rv128e")),
        ("op with a typo", run(&["describe", "aes32esm"])),
        ("obligation with a typo", run(&["prove", "add/riple"])),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn rows_of_eval() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    let eval = |isa: &str, csv: &[u8]| {
        fs::write(folder.path().join("rows.csv"), csv).unwrap();
        run_in(folder.path(), &["eval", "--isa", isa, "--csv", "rows.csv"])
    };
    let rows = |csv: &str| eval("rv32im", csv.as_bytes());
    let path = |path: &str| run_in(folder.path(), &["eval", "--isa", "rv32i", "--csv", path]);
    let huge = "7".repeat(10 << 20);
    let text = messages([
        ("two fields", rows("007302b3,1,2\n007302b3,1\n")),
        ("four fields", rows("007302b3,1,2\n007302b3,1,2,3\n")),
        ("not hexadecimal", rows("word,rs1,rs2\n007302b3,1,two\n")),
        ("negative", rows("007302b3,-1,2\n")),
        ("value too wide", rows("007302b3,1ffffffff,2\n")),
        ("word too wide", rows("1007302b3,1,2\n")),
        ("word too short", rows("7302b3,1,2\n")),
        ("half of a word", rows("02b3,1,2\n")),
        ("empty field", rows("007302b3,,2\n")),
        ("empty file", rows("")),
        ("only a header", rows("word,rs1,rs2\n")),
        ("not UTF-8", eval("rv32i", b"007302b3,\xff\xfe,2\n")),
        ("a NUL", eval("rv32i", b"007302b3,\0,2\n")),
        ("a line of 10 MB", rows(&huge)),
        ("a value of 10 MB", rows(&format!("007302b3,{huge},2\n"))),
        ("a word of 10 MB", rows(&format!("{huge},1,2\n"))),
        ("an extension that is not modelled", eval("rv32imf", b"007302b3,1,2\n007372d3,1,2\n")),
        ("missing file", path("absent.csv")),
        ("folder", path("folder")),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn programs() {
    let folder = tempfile::tempdir().unwrap();
    link(32, &signing(32, &tohost(1)), folder.path(), "p.elf");
    let whole = fs::read(folder.path().join("p.elf")).unwrap();
    let run_bytes = |bytes: &[u8]| {
        fs::write(folder.path().join("q.elf"), bytes).unwrap();
        run_in(folder.path(), &["run", "q.elf"])
    };
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        run_bytes(&bytes)
    };
    let run = |args: &[&str]| run_in(folder.path(), &[&["run"], args].concat());
    link(32, ".globl _start\n_start: .word 0x007372d3\n", folder.path(), "float.elf");
    let text = messages([
        ("empty", run_bytes(&[])),
        ("3 bytes", run_bytes(&whole[..3])),
        ("16 bytes", run_bytes(&whole[..16])),
        ("64 bytes", run_bytes(&whole[..64])),
        ("all but the last byte", run_bytes(&whole[..whole.len() - 1])),
        ("text", run_bytes(b"no program\n")),
        ("another machine", with(18, 62)),
        ("big-endian", with(5, 2)),
        ("an object that is not linked", run(&["program.o"])),
        ("missing file", run(&["absent.elf"])),
        ("folder", run(&["."])),
        ("another width", run(&["p.elf", "--isa", "rv64i"])),
        ("an instruction that is not modelled", run(&["float.elf", "--isa", "rv32if"])),
        ("no signature", run(&["float.elf", "--signature", "signature"])),
        ("unwritable signature", run(&["p.elf", "--signature", "absent/signature"])),
        ("unwritable trace", run(&["p.elf", "--trace", "absent/trace"])),
        ("unknown engine", run(&["p.elf", "--engine", "simm"])),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn a_program_may_be_cut_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    link(64, &signing(64, &tohost(1)), folder.path(), "p.elf");
    let whole = fs::read(folder.path().join("p.elf")).unwrap();
    for length in (0..whole.len()).step_by(97) {
        fs::write(folder.path().join("q.elf"), &whole[..length]).unwrap();
        message(&run_in(folder.path(), &["run", "q.elf"]));
    }
}

#[test]
fn the_command_line() {
    let text = messages([
        ("no verb", run(&[])),
        ("unknown verb", run(&["proof"])),
        ("unknown option", run(&["list", "--jsn"])),
        ("a number that is none", run(&["prove", "--timeout", "soon"])),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn comparisons() {
    let folder = tempfile::tempdir().unwrap();
    let fuzz = |args: &[&str]| run_in(folder.path(), &[&["fuzz", "--cases", "10"], args].concat());
    fs::write(folder.path().join("junk.json"), "{ \"rvassay_replay\": 1,\n").unwrap();
    fs::create_dir(folder.path().join("unit")).unwrap();
    let unit = |toml: &str| {
        fs::write(folder.path().join("unit/unit.toml"), toml).unwrap();
        fuzz(&["--dut", "unit:unit/unit.toml"])
    };
    let text = messages([
        ("unknown engine", fuzz(&["--dut", "simm"])),
        ("unknown unit", fuzz(&["--dut", "unit:aess"])),
        ("unknown bug", fuzz(&["--bug", "none-such"])),
        ("op with a typo", fuzz(&["aes32esmii"])),
        ("ISA string with a typo", fuzz(&["--isa", "rv32i_zkna"])),
        ("shard", fuzz(&["--shard", "2/2"])),
        ("replay file that is cut off", fuzz(&["--replay", "junk.json"])),
        ("replay file that is missing", fuzz(&["--replay", "absent.json"])),
        ("kernel with a typo", run_in(folder.path(), &["certify", "aes/rv33"])),
        ("unit without a top", unit("sources = [\"u.sv\"]\n")),
    ]);
    insta::assert_snapshot!(text);
}

#[test]
fn a_unit_that_does_not_compile() {
    let folder = tempfile::tempdir().unwrap();
    let aes = Path::new(env!("CARGO_MANIFEST_DIR")).join("rtl-harness/units/aes");
    fs::create_dir(folder.path().join("rtl")).unwrap();
    for file in ["unit.toml", "rtl/aes_sbox_pkg.sv", "rtl/aes_pkg.sv"] {
        fs::copy(aes.join(file), folder.path().join(file)).unwrap();
    }
    fs::write(folder.path().join("rtl/aes_unit.sv"), "module aes_unit(; endmodule\n").unwrap();
    let ran = run_in(folder.path(), &["fuzz", "--dut", "unit:unit.toml", "--cases", "10"]);
    assert!(message(&ran).contains("aes_unit.sv:1:"), "{ran:?}");
}
