//! RV128: a program that only it can run, single words, and what says that it cannot.

use crate::{
    program::link,
    rvassay::{run, run_in},
};
use std::{fs, io::Write as _, path::Path};

const PROGRAM: &str = include_str!("programs/rv128.s");
const A: u128 = 0x8123_4567_89ab_cdef_fedc_ba98_7654_3210;
const B: u128 = 0x0123_f0e1_d2c3_b4a5_9687;

fn linked() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    link(64, PROGRAM, folder.path(), "p.elf");
    folder
}

fn spec(folder: &Path, isa: &str) -> crate::rvassay::Ran {
    let files = ["--signature", "signature", "--trace", "trace"];
    let args = ["run", "p.elf", "--engine", "spec", "--isa", isa];
    run_in(folder, &[&args[..], &files].concat())
}

/// Two 64-bit halves multiplied as on paper; the upper half of the product.
fn high_half(a: u128, b: u128) -> u128 {
    let half = |v: u128| (v >> 64, v & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (half(a), half(b));
    let (upper, _) = half(a0 * b0);
    let (middle_upper, middle) = half(a1 * b0 + upper);
    let (last_upper, _) = half(a0 * b1 + middle);
    a1 * b1 + middle_upper + last_upper
}

#[test]
fn a_program_that_only_rv128_can_run() {
    let folder = linked();
    let ran = spec(folder.path(), "rv128im");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let signature = fs::read_to_string(folder.path().join("signature")).unwrap();
    let words: Vec<u128> =
        signature.lines().map(|line| u128::from_str_radix(line, 16).unwrap()).collect();
    let quad = |words: &[u128]| words.iter().rev().fold(0, |v, word| v << 32 | word);
    let results: Vec<u128> = words.chunks(4).map(quad).collect();
    let double = |v: u128| i128::from(v as i64) as u128;
    let expected = [
        A.wrapping_add(B),
        A.wrapping_sub(B),
        A.wrapping_mul(B),
        high_half(A, B),
        A / B,
        A % B,
        A << 72,
        (A as i128 >> 65) as u128,
        A >> 100,
        double(A.wrapping_add(B)),
        i128::from(A.wrapping_add(B) as i32) as u128,
        double((A as u64).wrapping_mul(B as u64).into()),
        A >> 64,
        (1..=34).product(),
    ];
    assert_eq!(results, expected, "{signature}");

    let trace = fs::read_to_string(folder.path().join("trace")).unwrap();
    let loaded = trace.lines().find(|line| line.contains(" x10 ")).expect("the first quadword");
    // LQ a0, 0(t0), from the beginning of the data.
    let expected = format!("(0x0002a50f) x10 {A:#034x} mem {:#034x}", 0x8000_1000u128);
    assert!(loaded.ends_with(&expected), "{loaded}");
    let stored = trace.lines().find(|line| line.contains("(0x00c34023)")).expect("the first SQ");
    assert!(stored.ends_with(&format!(" {:#034x}", A.wrapping_add(B))), "{stored}");
}

/// On RV64 the first quadword load is illegal; the simulator has no RV128 and says so.
#[test]
fn what_cannot_run_it_says_so() {
    let folder = linked();
    let ran = spec(folder.path(), "rv64im");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.starts_with("trap 2 (illegal instruction)"), "{ran:?}");
    let refused = |args: &[&str], said: &str| {
        let ran = run_in(folder.path(), args);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(said), "{args:?}: {ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{args:?}: {ran:?}");
    };
    refused(&["run", "p.elf", "--isa", "rv128im"], "the simulator has no RV128");
    refused(&["run", "p.elf", "--isa", "rv32im"], "`rv32im` is for RV32, the program for RV64");
    refused(&["fuzz", "add", "--cases", "10", "--isa", "rv128im"], "rv128im");
    link(32, "_start: .globl _start\n nop", folder.path(), "narrow.elf");
    let narrow = ["run", "narrow.elf", "--engine", "spec", "--isa", "rv128i"];
    refused(&narrow, "`rv128i` is for RV128, the program for RV32");
}

#[test]
fn single_words() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = fs::File::create(folder.path().join("rows.csv")).unwrap();
    let ones = "f".repeat(32);
    // ADD, ADDD, MULHU, SLLI by 127, LQ, AES64ES, SLLI by 128 (which is no shift).
    for word in ["007302b3", "007302fb", "027332b3", "07f31293", "0003228f", "327302b3", "08031293"]
    {
        writeln!(file, "{word},{ones},7fffffffffffffff").unwrap();
    }
    let ran = run_in(folder.path(), &["eval", "--isa", "rv128im_zkne", "--csv", "rows.csv"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let results: Vec<_> =
        ran.stdout.lines().map(|line| line.rsplit_once(',').unwrap().1.to_owned()).collect();
    let half = "0".repeat(16);
    let expected = [
        format!("{half}7ffffffffffffffe"),
        format!("{half}7ffffffffffffffe"),
        format!("{half}7ffffffffffffffe"),
        format!("8{}", "0".repeat(31)),
        "0".repeat(32),
        "illegal".into(),
        "illegal".into(),
    ];
    assert_eq!(results, expected);

    fs::write(folder.path().join("rows.csv"), format!("007302b3,1{ones},0\n")).unwrap();
    let ran = run_in(folder.path(), &["eval", "--isa", "rv128i", "--csv", "rows.csv"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn words_are_described() {
    for (isa, said) in [
        ("rv128i", "0003228f under rv128i: legal: `lq x5, 0(x6)`, of I\n"),
        ("rv64i", "0003228f under rv64i: illegal: `lq` does not exist on RV64\n"),
    ] {
        assert_eq!(run(&["describe", "0003228f", "--isa", isa]).stdout, said);
    }
    let all = run(&["describe", "0003228f"]).stdout;
    assert_eq!(all.lines().count(), 3, "one line a register width: {all}");
}
