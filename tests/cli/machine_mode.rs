//! CSRs, traps and atomics, from the command line.

use crate::{
    program::link,
    rvassay::{run, run_in},
};
use std::fs;

#[test]
fn describe_says_why_a_word_may_not_access_a_csr() {
    for (isa, word, expected) in [
        ("rv64i", "300312f3", "illegal: `csrrw` needs Zicsr"),
        (
            "rv64i_zicsr",
            "300312f3",
            "legal: `csrrw x5, mstatus, x6`, of Zicsr; mstatus is CSR 0x300, ",
        ),
        (
            "rv64i_zicsr",
            "310312f3",
            "illegal: `csrrw`: CSR `mstatush` does not exist on this width",
        ),
        ("rv64i_zicsr", "c00022f3", "illegal: `csrrs`: CSR `cycle` needs Zicntr"),
        ("rv64i_zicntr", "c00312f3", "illegal: `csrrw`: CSR `cycle` is read-only"),
        ("rv64i_zkr", "015022f3", "illegal: `csrrs`: CSR `seed` cannot be read without a write"),
        ("rv64i_zicsr", "180022f3", "illegal: `csrrs`: there is no CSR 0x180"),
        (
            "rv64i_zicsr",
            "10200073",
            "illegal: `sret` is of a privilege mode that this hart does not have",
        ),
        ("rv32ia", "0063a2af", "legal: `amoadd.w x5, x6, (x7)`, of A or Zaamo"),
        ("rv32ia", "0663a2af", "legal: `amoadd.w.aqrl x5, x6, (x7)`, of A or Zaamo"),
        ("rv64i_zaamo", "1003b2af", "illegal: `lr.d` needs A or Zalrsc"),
    ] {
        let ran = run(&["describe", word, "--isa", isa]);
        let start = format!("{word} under {isa}: {expected}");
        assert!(ran.stdout.starts_with(&start), "{} is not {start}", ran.stdout);
    }
    let page = run(&["describe", "mul"]);
    assert!(page.stdout.contains("Data-independent, as Zkt promises"), "{}", page.stdout);
}

/// Four traps, each of which leaves its cause in the signature; an atomic sum; a conditional store.
const PROGRAM: &str = "
        .option arch, +a, +zicsr, +zifencei
        .globl _start, tohost, begin_signature, end_signature
_start: la      t0, handler
        csrw    mtvec, t0
        la      s0, begin_signature
        ecall
        ebreak
        .word   0xffffffff
        lw      a0, 0(zero)
        fence.i
        la      s1, sum
        li      a1, 5
        amoadd.w a2, a1, (s1)
1:      lr.w    a3, (s1)
        add     a3, a3, a2
        sc.w    a4, a3, (s1)
        bnez    a4, 1b
        csrr    a5, minstret
        sw      a5, 4(s1)
        la      t1, tohost
        li      t2, 1
        sw      t2, 0(t1)
2:      j       2b
        .balign 4
handler:
        csrr    t3, mcause
        sw      t3, 0(s0)
        addi    s0, s0, 4
        csrr    t4, mepc
        addi    t4, t4, 4
        csrw    mepc, t4
        mret
        .data
tohost: .dword  0
begin_signature:
        .word   0, 0, 0, 0
sum:    .word   7, 0
end_signature:
";

#[test]
fn a_program_handles_its_traps_the_same_way_on_both_engines() {
    for xlen in [32, 64] {
        let folder = tempfile::tempdir().unwrap();
        link(xlen, PROGRAM, folder.path(), "p.elf");
        let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let mut traces = Vec::new();
        for engine in ["sim", "spec"] {
            let args = ["run", "p.elf", "--engine", engine, "--trace", "t", "--signature", "s"];
            let ran = run_in(folder.path(), &args);
            assert_eq!(ran.code, 0, "{ran:?}");
            // 7 + 5 = 12; the conditional store adds the 7 once more. 5 instructions before the traps, 28 of the
            // handler, 9 until the counter is read, `la` and `li` as long as the assembler makes them.
            let signature = read("s");
            let words: Vec<_> = signature.lines().collect();
            assert_eq!(words[..5], ["0000000b", "00000003", "00000002", "00000005", "00000013"]);
            assert!(u32::from_str_radix(words[5], 16).unwrap() > 28, "{words:?}");
            traces.push(read("t"));
        }
        assert_eq!(traces[0], traces[1]);
        assert!(traces[0].contains(" c773_mtvec 0x") && traces[0].contains(" c768_mstatus 0x"));
    }
}

/// A handler that traps at once would do so for ever.
#[test]
fn a_handler_that_traps_at_once_ends_the_program() {
    let source = ".option arch, +zicsr\n .globl _start\n_start: la t0, 1f\n csrw mtvec, t0\n ecall\n1: .word 0\n";
    let folder = tempfile::tempdir().unwrap();
    link(32, source, folder.path(), "p.elf");
    for engine in ["sim", "spec"] {
        let ran = run_in(folder.path(), &["run", "p.elf", "--engine", engine]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.stdout.contains("trap 2"), "{ran:?}");
    }
}
