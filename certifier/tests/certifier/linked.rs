//! Linked programs: they are run where their linker has put them, unless the certifier needs that place.

use std::process::Command;

use certifier::vectors::VectorSource;
use certifier::{Options, Report, Subject, SubjectError, certify};
use kernels::Kernel;
use toolbox::Tool;

use crate::assembly::assemble;

const ID: &str = "aes/rv32-zkne-zknd";

fn kernel() -> &'static Kernel {
    kernels::all().iter().find(|kernel| kernel.id == ID).unwrap()
}

fn succeeds(command: &mut Command) {
    let run = command.output().unwrap();
    assert!(run.status.success(), "{command:?}: {}", String::from_utf8_lossy(&run.stderr));
}

/// What `ld.lld` makes of objects. The tests need it: without it they fail.
fn link(objects: &[&[u8]], options: &[&str]) -> Vec<u8> {
    let lld = toolbox::find(Tool::Lld).unwrap().path;
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(lld);
    command.args(["-static", "-e", "0", "-o", "program"]).args(options).current_dir(&folder);
    for (number, object) in objects.iter().enumerate() {
        let name = format!("{number}.o");
        std::fs::write(folder.path().join(&name), object).unwrap();
        command.arg(name);
    }
    succeeds(&mut command);
    std::fs::read(folder.path().join("program")).unwrap()
}

fn subject(object: &[u8], manifest: &str) -> Result<Subject, SubjectError> {
    Subject::new("linked", object, manifest, "linked.toml")
}

fn run(subject: Subject, proofs: bool) -> Report {
    let options = Options {
        vectors: VectorSource::Embedded,
        random_cases: 4,
        trace_runs: 2,
        specification_cases: 1,
        max_instructions: 10_000,
        proofs,
        ..Options::default()
    };
    certify(&[subject], &options, &|_| {}).unwrap()
}

#[test]
fn a_program_is_certified_as_its_object_is() {
    let program = link(&[kernel().object], &["-Ttext=0x20000"]);
    let found = run(subject(&program, kernel().manifest_text).unwrap(), false);
    let expected = run(Subject::embedded(kernel()).unwrap(), false);
    assert_eq!(found.findings().next(), None);
    assert_eq!((found.passed, found.failed), (expected.passed, 0));
    let functions = |report: &Report| {
        let functions = report.certificates[0].functions.clone();
        functions.into_iter().map(|f| (f.name, f.tested, f.measured)).collect::<Vec<_>>()
    };
    assert_eq!(functions(&found), functions(&expected));
}

/// The encryption behind a function that returns at once unless `gp` is as the program says.
#[test]
fn gp_is_what_the_program_says_and_part_of_the_assumptions() {
    let source = include_str!("../../../kernels/aes/rv32-zkne-zknd/kernel.S");
    let name = "aes128_encrypt_block";
    let object = assemble(
        &format!(
            "{}
        .text
        .globl {name}
        .type {name}, @function
    {name}:
        lw t0, -4(gp)
        li t1, 0x1234
        bne t0, t1, 1f
        tail sound
    1:  ret
        .size {name}, . - {name}
        .section .sdata, \"aw\"
        .word 0x1234
        .globl __global_pointer$
    __global_pointer$:
        .word 0
        ",
            source.replace(name, "sound")
        ),
        "rv32i_zkne_zknd",
    );
    let manifest = format!(
        "isa = \"rv32i_zkne_zknd\"
        align = 4
        [[function]]
        name = \"{name}\"
        computes = \"aes128.encrypt_block\"
        args = [
            {{ name = \"out\", reg = \"a0\", bytes = 16, access = \"write\" }},
            {{ name = \"in\", reg = \"a1\", bytes = 16, access = \"read\", secret = true }},
            {{ name = \"round_keys\", reg = \"a2\", bytes = 176, access = \"read\", secret = true }},
        ]
        vectors = [\"aes/ecb\"]
        constant_time = true
        represent = [{{ arg = \"round_keys\", as = \"aes128.expanded_key(key)\" }}]"
    );
    let program = link(&[&object], &["-Ttext=0x20000", "--section-start=.sdata=0x40000"]);
    let report = run(subject(&program, &manifest).unwrap(), true);
    let certificate = &report.certificates[0];
    assert_eq!(report.findings().next(), None);
    assert!(certificate.functions[0].proved(), "{:?}", certificate.functions[0].proofs);
    let assumed = "gp holds 0x40004, the program's __global_pointer$";
    assert!(certificate.assumed.iter().any(|text| text == assumed), "{:?}", certificate.assumed);
    // In a relocatable object gp is anything, so the load goes astray.
    let report = run(subject(&object, &manifest).unwrap(), true);
    assert!(!report.certificates[0].functions[0].proved());
    assert!(!report.holds());
}

#[test]
fn a_program_where_calls_have_their_memory_is_refused() {
    let at = |address: &str| {
        let text = format!("-Ttext={address}");
        subject(&link(&[kernel().object], &[&text]), kernel().manifest_text)
    };
    // Calls return to the first page; three arguments and the stack take 0x90000000 to 0x91400000, with a page around.
    for (address, what) in [
        ("0x800", "the address of the return"),
        ("0xffc", "the address of the return"),
        ("0x90000000", "buffers and stack"),
        ("0x8fffeff0", "buffers and stack"),
        ("0x913ffff0", "buffers and stack"),
        ("0x91400ffc", "buffers and stack"),
    ] {
        let error = at(address).unwrap_err();
        assert!(matches!(error, SubjectError::Reserved { .. }), "{address}: {error}");
        let text = error.to_string();
        assert!(text.contains(&format!("is where calls have {what} (0x")), "{address}: {text}");
        assert!(text.contains("link the program to other addresses"), "{address}: {text}");
    }
    // Around them all is well.
    for address in ["0x1000", "0x10000", "0x80000000", "0x91401000", "0xffff0000"] {
        let report = run(at(address).unwrap_or_else(|error| panic!("{address}: {error}")), false);
        assert_eq!(report.findings().next(), None, "{address}");
    }
}

#[test]
fn every_cut_object_and_program_is_refused() {
    let program = link(&[kernel().object], &["-Ttext=0x20000"]);
    let manifest = kernel().manifest_text;
    for whole in [kernel().object, &program] {
        assert!(subject(whole, manifest).is_ok());
        for cut in (0..whole.len()).step_by(64) {
            let error = subject(&whole[..cut], manifest).unwrap_err();
            assert!(matches!(error, SubjectError::Object { .. }), "{cut}: {error}");
        }
    }
}
