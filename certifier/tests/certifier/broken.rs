//! Every kind of broken kernel gives its finding, and nothing else.

use std::collections::BTreeSet;

use certifier::certificate::SkipReason;
use certifier::vectors::VectorSource;
use certifier::{Check, Options, Report, Subject, SubjectError, certify};

use crate::assembly;

const ENCRYPT: &str = "aes128_encrypt_block";

/// The source of the kernel from which the wrong variants are made.
const SOURCE: &str = include_str!("../../../kernels/aes/rv32-zkne-zknd/kernel.S");

fn assemble(source: &str) -> Vec<u8> {
    assembly::assemble(source, ISA)
}

/// The kernel behind a wrapper, which has the name of its encryption and does something wrong around it.
fn wrapped(before: &str, after: &str) -> Vec<u8> {
    wrapped_function(ENCRYPT, before, after)
}

fn wrapped_function(name: &str, before: &str, after: &str) -> Vec<u8> {
    let source = SOURCE.replace(name, "sound_function");
    assemble(&format!(
        "{source}
        .text
        .globl {name}
        .type {name}, @function
    {name}:
        addi sp, sp, -32
        sw ra, 28(sp)
        sw a0, 24(sp)
        sw a1, 20(sp)
        sw a2, 16(sp)
        {before}
        call sound_function
        lw a2, 16(sp)
        lw a1, 20(sp)
        lw a0, 24(sp)
        {after}
        lw ra, 28(sp)
        addi sp, sp, 32
        ret
        .size {name}, . - {name}
        .section .rodata
    table:
        .zero 256
        "
    ))
}

/// A manifest of the encryption and the key expansion that it is used with.
fn manifest(isa: &str, leaks: &str) -> String {
    let leaks = if leaks.is_empty() {
        "constant_time = true".to_owned()
    } else {
        format!("constant_time = false\nleaks = [\"{leaks}\"]")
    };
    format!(
        "isa = \"{isa}\"
align = 4
[[function]]
name = \"{ENCRYPT}\"
computes = \"aes128.encrypt_block\"
args = [
    {{ name = \"out\", reg = \"a0\", bytes = 16, access = \"write\" }},
    {{ name = \"in\", reg = \"a1\", bytes = 16, access = \"read\", secret = true }},
    {{ name = \"round_keys\", reg = \"a2\", bytes = 176, access = \"read\", secret = true }},
]
vectors = [\"aes/ecb\"]
{leaks}
represent = [{{ arg = \"round_keys\", as = \"aes128.expanded_key(key)\" }}]
"
    )
}

const ISA: &str = "rv32im_zkne_zknd";

fn run(object: &[u8], manifest: &str) -> Report {
    let subject = Subject::new("broken", object, manifest, "broken.toml").unwrap();
    let options = Options {
        vectors: VectorSource::Embedded,
        random_cases: 8,
        proofs: false,
        max_instructions: 10_000,
        ..Options::default()
    };
    certify(&[subject], &options, &|_| {}).unwrap()
}

fn checks(report: &Report) -> Vec<(Check, &str)> {
    report.findings().map(|finding| (finding.check, finding.place.as_str())).collect()
}

#[test]
fn a_wrapper_that_does_nothing_wrong_passes() {
    let report = run(&wrapped("", ""), &manifest(ISA, ""));
    assert_eq!(checks(&report), []);
    assert_eq!((report.passed, report.failed), (2, 0));
    let measured = report.certificates[0].functions[0].measured.as_ref().unwrap();
    assert_eq!(measured.stack_bytes, 16 + 16 - 16);
}

#[test]
fn each_broken_variant_gives_exactly_its_finding() {
    // Around the encryption: what comes before it, what comes behind it, the check that must fail.
    for (before, after, check) in [
        ("", "addi s1, s1, 1", Check::KeptRegister),
        ("", "mv gp, a0", Check::KeptRegister),
        ("", "mv tp, a0", Check::KeptRegister),
        ("", "lw ra, 28(sp)\n addi sp, sp, 36\n ret", Check::KeptRegister),
        ("", "sb zero, 16(a0)", Check::WriteBounds),
        ("", "sb zero, -1(a0)", Check::WriteBounds),
        ("", "sw zero, 32(sp)", Check::WriteBounds),
        ("", "lla t0, table\n sw zero, 0(t0)", Check::WriteBounds),
        ("lbu t0, 16(a1)", "", Check::ReadBounds),
        ("lbu t0, -1(a1)", "", Check::ReadBounds),
        ("lw t0, 176(a2)", "", Check::ReadBounds),
        ("lw t0, 32(sp)", "", Check::ReadBounds),
        ("", "sb zero, 0(a1)", Check::ReadOnly),
        ("1: j 1b", "", Check::Returns),
        ("", "lw t0, 0(a0)\n lw t1, 4(a0)\n sw t1, 0(a0)\n sw t0, 4(a0)", Check::Result),
        ("", "lbu t0, 0(a0)\n lbu t1, 3(a0)\n sb t1, 0(a0)\n sb t0, 3(a0)", Check::Result),
        ("lhu t0, 1(a1)", "", Check::Alignment),
        ("ecall", "", Check::Environment),
        ("jr zero", "", Check::Control),
        ("lbu t0, 0(a1)\n andi t0, t0, 1\n beqz t0, 1f\n nop\n 1:", "", Check::SecretBranch),
        (
            "lbu t0, 0(a2)\n lla t1, table\n add t0, t0, t1\n lbu t0, 0(t0)",
            "",
            Check::SecretAddress,
        ),
        ("lw t0, 0(a1)\n li t1, 7\n remu t0, t0, t1", "", Check::SecretOperand),
    ] {
        let report = run(&wrapped(before, after), &manifest(ISA, ""));
        let found: BTreeSet<_> = report.findings().map(|finding| finding.check).collect();
        assert_eq!(found, BTreeSet::from([check]), "{before}{after}: {:#?}", checks(&report));
        assert_eq!(report.findings().count(), 1, "{before}{after}: {:#?}", checks(&report));
        assert!(!report.holds());
        let finding = report.findings().next().unwrap();
        assert_eq!(finding.function, ENCRYPT);
        assert!(finding.replay.contains("--seed 1"), "{finding:?}");
    }
}

#[test]
fn a_forbidden_instruction_is_found_in_the_bytes_and_when_it_runs() {
    let object = wrapped("mul t0, t0, t0", "");
    let report = run(&object, &manifest("rv32i_zkne_zknd", ""));
    assert_eq!(checks(&report), [(Check::Isa, "mul")]);
    let finding = report.findings().next().unwrap();
    assert!(finding.got.contains("needs M or Zmmul") && finding.times > 1, "{finding:?}");

    // The object may use M, the function may not.
    let text = manifest(ISA, "").replace("computes", "isa = \"rv32i_zkne\"\ncomputes");
    let report = run(&object, &text);
    assert_eq!(checks(&report), [(Check::Isa, "mul")]);

    // The simulator has M for Zmmul, and so divides.
    let text = manifest(ISA, "").replace("computes", "isa = \"rv32i_zmmul_zkne\"\ncomputes");
    let report = run(&wrapped("mul t0, t0, t0\n divu t0, t0, t0", ""), &text);
    assert_eq!(checks(&report), [(Check::Isa, "divu")]);

    // In code that never runs.
    let report = run(&wrapped("j 1f\n mul t0, t0, t0\n 1:", ""), &manifest("rv32i_zkne_zknd", ""));
    assert_eq!(checks(&report), [(Check::Isa, "mul")]);
    assert_eq!(report.failed, 0);
}

#[test]
fn a_label_must_be_true() {
    let look_up = "lbu t0, 0(a1)\n lla t1, table\n add t0, t0, t1\n lbu t0, 0(t0)";
    let leaks = |before: &str, label: &str| {
        let report = run(&wrapped(before, ""), &manifest(ISA, label));
        report.findings().map(|finding| finding.check).collect::<Vec<_>>()
    };
    assert_eq!(leaks(look_up, "secret-address"), []);
    assert_eq!(leaks("", "secret-address"), [Check::LeakLabel]);
    assert_eq!(leaks("", "secret-branch"), [Check::LeakLabel]);
    assert_eq!(leaks("", "secret-operand"), [Check::LeakLabel]);
    assert_eq!(leaks(look_up, "secret-branch"), [Check::SecretAddress, Check::LeakLabel]);
}

const EXPAND: &str = "aes128_expand_encrypt_key";

fn expand_manifest() -> String {
    format!(
        "[[function]]
name = \"{EXPAND}\"
computes = \"aes128.expand_encrypt_key\"
args = [
    {{ name = \"round_keys\", reg = \"a0\", bytes = 176, access = \"write\" }},
    {{ name = \"key\", reg = \"a1\", bytes = 16, access = \"read\", secret = true }},
]
vectors = [\"aes/key-expansion\"]
constant_time = true
"
    )
}

#[test]
fn the_round_keys_are_also_those_of_the_object_itself() {
    let object = wrapped_function(EXPAND, "", "sb zero, 0(a0)");
    let text = manifest(ISA, "") + &expand_manifest();
    let report = run(&object, &text);
    assert_eq!(
        checks(&report),
        [(Check::Result, "buffer out"), (Check::Result, "buffer round_keys")]
    );
    let finding = report.findings().next().unwrap();
    assert_eq!((finding.function.as_str(), finding.stage), (ENCRYPT, certifier::Stage::Vectors));
    // Only the keys that do not begin with zero show it.
    assert_eq!((report.passed, report.failed), (1, 2));
    let shown = finding.to_string();
    assert!(shown.contains("expected  3925841d02dc09fbdc118597196a0b32"), "{shown}");
    assert!(shown.contains("vector    fips197/ecb.rsp:5"), "{shown}");
}

#[test]
fn overlaps_are_tried() {
    // Clears the output first, which destroys an input at the same place.
    let object = wrapped("sw zero, 0(a0)", "");
    let text = manifest(ISA, "");
    assert_eq!(checks(&run(&object, &text)), []);
    let text = text.replace("vectors", "overlap = [\"out=in\"]\nvectors");
    let report = run(&object, &text);
    assert_eq!(checks(&report), [(Check::Result, "buffer out")]);
    assert_eq!(report.findings().next().unwrap().stage, certifier::Stage::Overlap);
}

#[test]
fn skipped_vectors_have_their_reason() {
    let report = run(&wrapped("", ""), &manifest(ISA, ""));
    // Of the 8 blocks of FIPS 197: AES-192 and AES-256 encryption, and all decryptions.
    let skipped = [(SkipReason::NoKeySize, 2), (SkipReason::NoDirection, 4)];
    assert_eq!(report.skipped, skipped.into());
    let unnamed = manifest(ISA, "").replace("vectors = [\"aes/ecb\"]\n", "")
        + &expand_manifest().replace("aes/key-expansion", "aes/ecb");
    let report = run(&wrapped_function(EXPAND, "", ""), &unnamed);
    assert_eq!(report.vectors, 0);
    assert!(!report.holds());
    let skipped = [
        (SkipReason::SuiteNotClaimed, 3),
        (SkipReason::NoKeySize, 2),
        (SkipReason::NoDirection, 4),
        (SkipReason::NoVector, 1),
    ];
    assert_eq!(report.skipped, skipped.into());
}

#[test]
fn objects_and_manifests_that_do_not_fit_are_refused() {
    let object = wrapped("", "");
    let refused =
        |manifest: &str| Subject::new("mine", &object, manifest, "kernel.toml").unwrap_err();
    let good = manifest(ISA, "");
    let swap = |from: &str, to: &str| {
        assert!(good.contains(from));
        good.replacen(from, to, 1)
    };
    let expanded = swap("encrypt_block\"\nargs", "encrypt_block_expanded\"\nargs");
    for (text, message) in [
        (
            swap("aes/ecb", "aes/cbc"),
            "names the unknown suite `aes/cbc`: use one of aes/ecb, aes/key-expansion",
        ),
        (swap("rv32im", "rv64im"), "the object is for RV32, the manifest's isa for RV64"),
        (swap("_zkne", "_zknx"), "unknown extension `zknx`"),
        (swap("\"in\"", "\"text\""), "nothing says what `text` holds"),
        (
            swap("16, access = \"read\"", "12, access = \"read\""),
            "`in` has 12 bytes, but in `in` it has 16",
        ),
        (swap("\"read\"", "\"write\""), "writes 2 buffers, expected 1"),
        (
            swap("aes128.encrypt", "aes256.encrypt"),
            "`key of aes128.expand_encrypt_key` has 16 bytes, but",
        ),
        (expanded.clone(), "no argument holds `round_keys`"),
        (expanded.replace("represent", "#"), "do not determine `round_keys`"),
        (swap("aes/ecb", "aes/key-expansion"), "do not determine `in`"),
        (good.replace(ENCRYPT, "aes128_encrypt_blok"), "did you mean"),
        ("isa = 1".into(), "kernel.toml:1:"),
    ] {
        let error = refused(&text).to_string();
        assert!(error.contains(message), "{error}, not {message}");
    }
    let cut = Subject::new("mine", &object[..100], &good, "kernel.toml").unwrap_err();
    assert!(matches!(cut, SubjectError::Object { .. }), "{cut}");
    // A word that may belong to an extension which is known but not modelled.
    let vector = wrapped(".word 0x02050007", "");
    let text = swap("rv32im_zkne", "rv32imv_zkne");
    let error = Subject::new("mine", &vector, &text, "kernel.toml").unwrap_err().to_string();
    assert!(error.contains("word 0x02050007") && error.contains("not modelled"), "{error}");
}
