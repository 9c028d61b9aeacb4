//! No kernel is slower than what a compiler makes of good C for the same instructions.

use std::path::Path;
use std::process::Command;

use kernels::manifest::Manifest;
use kernels::object::{Linked, link};
use toolbox::Tool;

use crate::counts::simulated;
use crate::machine::tool_path;

/// The C program of a kernel's cipher, compiled for the kernel's ISA but for the sets that only our
/// assembler macros know.
fn compiled(id: &str, manifest: &Manifest) -> Linked {
    let (cipher, _) = id.split_once('/').unwrap();
    let folder = tempfile::tempdir().unwrap();
    let object = folder.path().join("compiled.o");
    let known: Vec<_> = manifest.isa.split('_').filter(|part| !part.starts_with('x')).collect();
    let (target, abi) =
        if manifest.xlen() == 32 { ("riscv32", "ilp32") } else { ("riscv64", "lp64") };
    let output = Command::new(tool_path(Tool::Clang))
        .args([
            "-O3",
            "-ffreestanding",
            "-fno-builtin",
            "-mno-relax",
            "-mcmodel=medany",
            "-c",
            "-o",
        ])
        .arg(&object)
        .arg(format!("--target={target}"))
        .arg(format!("-march={}", known.join("_")))
        .arg(format!("-mabi={abi}"))
        .arg(format!("-DALIGN={}", manifest.align))
        .arg(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join(format!("tests/kernels/compiled/{cipher}.c")),
        )
        .output()
        .unwrap();
    assert!(output.status.success(), "{id}: {}", String::from_utf8_lossy(&output.stderr));
    link(&std::fs::read(object).unwrap(), 0x1_0000).unwrap()
}

#[test]
fn kernels_are_no_slower_than_compiled_programs() {
    let (mut rows, mut slower) = (Vec::new(), Vec::new());
    for kernel in kernels::all() {
        let manifest = kernel.manifest().unwrap();
        let (ours, other) =
            (link(kernel.object, 0x1_0000).unwrap(), compiled(kernel.id, &manifest));
        for function in &manifest.functions {
            let (ours, theirs) = (simulated(&ours, function), simulated(&other, function));
            assert_eq!(ours.output, theirs.output, "{} {}", kernel.id, function.name);
            let (ours, theirs) = (ours.instructions, theirs.instructions);
            let row = format!("| `{}` | `{}` | {ours} | {theirs} |", kernel.id, function.name);
            if ours > theirs {
                slower.push(row.clone());
            }
            rows.push(row);
        }
    }
    assert!(slower.is_empty(), "slower than compiled:\n{}", slower.join("\n"));
    let table = rows.join("\n");
    let readme = include_str!("../../README.md");
    assert!(readme.contains(&table), "kernels/README.md does not have the table\n{table}");
}
