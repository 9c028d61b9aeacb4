//! The cycles that `run` prints.

use crate::{
    program::{link, signing},
    rvassay::run_in,
};

/// Taken and other branches, a jump into the upper half of a word, a quotient, exceptions with a handler.
const TURNS: &str = "
        .option arch, +c, +m, +zicsr
        .globl _start, tohost
_start: la      t0, handler
        csrw    mtvec, t0
        li      a0, 3
1:      addi    a0, a0, -1
        div     a1, a0, a0
        bnez    a0, 1b
        .word   0xffffffff
        lw      a1, 0(zero)
        j       2f
        .balign 4
        c.nop
2:      lui     a2, 0x12345
        jal     3f
3:      la      t1, tohost
        li      t2, 1
        sw      t2, 0(t1)
4:      j       4b
        .balign 4
handler:
        csrr    t4, mepc
        addi    t4, t4, 4
        csrw    mepc, t4
        mret
        .data
tohost: .dword  0
";

#[test]
fn the_simulator_predicts_the_cycles_of_the_core() {
    let folder = tempfile::tempdir().unwrap();
    // A part of the core, which is built in a fraction of the time, and one entry, for each of which it is built again;
    // the fuzzer compares all of it, on both widths.
    let isa = "rv32imc_zicsr_zkne";
    link(32, TURNS, folder.path(), "turns.elf");
    let of = |engine: &str| {
        let args = ["run", "turns.elf", "--engine", engine, "--isa", isa, "--json"];
        let (_, summary) = run_in(folder.path(), &args).records();
        assert!(summary["cycles"].as_u64() > summary["instructions"].as_u64(), "{summary}");
        summary
    };
    assert_eq!(of("sim"), of("core:inorder"));
}

#[test]
fn nothing_is_predicted_of_what_the_core_does_not_do() {
    let folder = tempfile::tempdir().unwrap();
    let misaligned = signing(32, "lw a4, 1(t0)\nebreak");
    let atomic = signing(32, ".option arch, +a\namoadd.w a4, a3, (t0)\nebreak");
    for source in [misaligned, atomic] {
        link(32, &source, folder.path(), "program.elf");
        let (_, summary) = run_in(folder.path(), &["run", "program.elf", "--json"]).records();
        assert!(summary["cycles"].is_null() && summary["instructions"] == 11, "{summary}");
    }
    let (_, summary) =
        run_in(folder.path(), &["run", "program.elf", "--no-cycles", "--json"]).records();
    assert!(summary["cycles"].is_null(), "{summary}");
}
