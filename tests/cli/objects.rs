//! `certify --elf`: objects of the user's own, relocatable and linked.

use std::fs;
use std::path::Path;
use std::process::Command;

use toolbox::Tool;

use crate::rvassay::{Ran, run_in};

/// The block function of ChaCha20 for RV64I, as it is in the program.
const SOURCE: &str = include_str!("../../kernels/chacha20/rv64i/kernel.S");
const MANIFEST: &str = "isa = \"rv64i\"
align = 4
[[function]]
name = \"chacha20_block\"
computes = \"chacha20.block\"
args = [
    { name = \"out\", reg = \"a0\", bytes = 64, access = \"write\" },
    { name = \"state\", reg = \"a1\", bytes = 64, access = \"read\", secret = true },
]
vectors = [\"chacha20\"]
constant_time = true
";

fn succeeds(folder: &Path, tool: Tool, args: &[&str]) {
    let tool = toolbox::find(tool).unwrap_or_else(|missing| panic!("{missing}"));
    let done = Command::new(tool.path).args(args).current_dir(folder).output().unwrap();
    assert!(done.status.success(), "{args:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn assemble(folder: &Path, source: &str, object: &str) {
    fs::write(folder.join("source.S"), source).unwrap();
    let kernel = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels/chacha20/rv64i");
    let flags = ["--triple=riscv64", "-mattr=-relax", "-filetype=obj", "-I", kernel];
    let args = [&flags[..], &["source.S", "-o", object]].concat();
    succeeds(folder, Tool::LlvmMc, &args);
}

fn certify(folder: &Path, elf: &str, manifest: &str) -> Ran {
    fs::write(folder.join("own.toml"), manifest).unwrap();
    let args =
        ["certify", "--elf", elf, "--manifest", "own.toml", "--without", "cryptography-vectors"];
    run_in(folder, &args)
}

/// The function is split from the one that it calls: `wrapped` is in one object, the block function in the other.
#[test]
fn objects_and_linked_programs_hold_what_their_manifest_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let caller = "
        .globl outer
        .type outer, @function
outer:  tail chacha20_block
        .size outer, . - outer\n";
    assemble(folder, caller, "outer.o");
    assemble(folder, SOURCE, "inner.o");
    succeeds(folder, Tool::Lld, &["-r", "outer.o", "inner.o", "-o", "whole.o"]);
    let place = ["-e", "outer", "-Ttext=0x20000"];
    succeeds(folder, Tool::Lld, &[&place[..], &["outer.o", "inner.o", "-o", "linked"]].concat());
    let place = ["-e", "outer", "-Ttext=0x1290000000"];
    succeeds(folder, Tool::Lld, &[&place[..], &["outer.o", "inner.o", "-o", "there"]].concat());
    let manifest = MANIFEST.replace("\"chacha20_block\"", "\"outer\"");

    for elf in ["inner.o", "whole.o", "linked"] {
        let manifest = if elf == "inner.o" { MANIFEST } else { &manifest };
        let ran = certify(folder, elf, manifest);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{elf}: {}", ran.stdout);
        assert!(ran.stdout.contains("0 findings") && ran.stdout.contains("inputs: 1"), "{ran:?}");
    }

    let data = SOURCE.replace(".text", ".data");
    assemble(folder, &data, "data.o");
    let whole = fs::read(folder.join("inner.o")).unwrap();
    fs::write(folder.join("cut.o"), &whole[..whole.len() / 128 * 64]).unwrap();
    for (elf, message) in [
        (
            "outer.o",
            "outer.o: undefined symbol `chacha20_block`, used by `outer` at .text+0x0: link it in",
        ),
        ("inner.o", "inner.o: no function `outer` in the object"),
        ("there", "there: section .text at 0x1290000000 is where calls have buffers and stack"),
        ("data.o", "lies in section .data, which is not executable"),
        ("cut.o", "cut.o: not a readable ELF file: "),
    ] {
        let ran = certify(folder, elf, &manifest);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{elf}: {ran:?}");
        // Reports are broken into lines.
        let words = ran.stderr.split_whitespace().filter(|word| *word != "│");
        let said = words.collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{elf}: {ran:?}");
        assert!(!ran.stderr.contains("panicked"), "{ran:?}");
    }
}
