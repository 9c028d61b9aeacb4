//! The harness must see what the tests of the kernels rely on: each broken kernel is caught.

use kernels::manifest::Manifest;

use crate::machine::{Call, Machine, assemble};

/// A copy of 16 bytes, with a place for one wrong instruction.
fn copy(wrong: &str, isa: &str) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("kernel.S");
    let text = format!(
        ".globl copy\n .type copy, @function\ncopy:\n .irp at, 0, 4, 8, 12\n lw t0, \\at(a1)
        sw t0, \\at(a0)\n .endr\n {wrong}\n ret\n"
    );
    std::fs::write(&source, text).unwrap();
    let manifest = format!(
        "isa = \"{isa}\"\nalign = 4\n[[function]]\nname = \"copy\"\ncomputes = \"aes128.encrypt_block\"
        args = [
            {{ name = \"out\", reg = \"a0\", bytes = 16, access = \"write\" }},
            {{ name = \"in\", reg = \"a1\", bytes = 16, access = \"read\" }},
        ]
        constant_time = true"
    );
    let manifest = Manifest::parse(&manifest, "copy").unwrap();
    let machine = Machine::new(&assemble(&source, isa, folder.path()), manifest);
    let buffers = vec![vec![0; 16], (0..16).collect()];
    let call = Call { function: &machine.manifest().functions[0], buffers, alias: None };
    machine.try_run(&[call]).map(|mut results| results[0].swap_remove(0))
}

#[test]
fn a_sound_function_passes() {
    for isa in ["rv32i", "rv64i"] {
        assert_eq!(copy("", isa), Ok((0..16).collect()));
    }
}

#[test]
fn broken_functions_are_caught() {
    for isa in ["rv32i", "rv64i"] {
        for register in ["s0", "s1", "s5", "s11", "gp", "tp", "sp"] {
            let wrong = format!("addi {register}, {register}, 16");
            assert_eq!(copy(&wrong, isa), Err(format!("copy changed {register}")));
        }
        for wrong in ["sw zero, 16(a0)", "sb zero, -1(a0)", "sb a0, 3(a1)"] {
            let caught = copy(wrong, isa).unwrap_err();
            assert!(caught.starts_with("copy wrote outside its buffers"), "{wrong}: {caught}");
        }
    }
}
