//! Programs in the style of riscv-arch-test: a code section, a signature, `tohost`; on both engines and widths.

use crate::{
    program::link,
    rvassay::{Ran, run_in},
};
use std::{fs, path::Path};

/// Cases as such a test has them: a result in a register, stored at its place in the signature.
const CASES: &str = "
        # test of add, sltu, mul and aes: values from the manuals, by hand
        li      x10, -1
        li      x11, 2
        add     x12, x10, x11
        SREG    x12, 0 * REGBYTES(x1)
        sltu    x12, x11, x10
        SREG    x12, 1 * REGBYTES(x1)
        mul     x12, x10, x11
        SREG    x12, 2 * REGBYTES(x1)
        srai    x12, x10, 31
        SREG    x12, 3 * REGBYTES(x1)
";

/// The program, with what is between the two labels of the signature.
fn program(xlen: u32, signature: &str) -> String {
    let (store, bytes) = if xlen == 32 { ("sw", 4) } else { ("sd", 8) };
    let cases = CASES.replace("SREG", store).replace("REGBYTES", &bytes.to_string());
    format!(
        "
        .globl _start, rvtest_entry_point, tohost, fromhost
        .text
_start:
rvtest_entry_point:
rvtest_code_begin:
        la      x1, begin_signature
{cases}
rvtest_code_end:
write_tohost:
        li      x5, 1
        la      x6, tohost
        sw      x5, 0(x6)
        sw      x0, 4(x6)
        j       write_tohost
        .data
        .balign 64
tohost: .dword  0
        .balign 64
fromhost:
        .dword  0
rvtest_data_begin:
        .word   0xbabecafe
rvtest_data_end:
        .balign 16
{signature}
"
    )
}

fn run_on(engine: &str, folder: &Path) -> (Ran, String) {
    let args = ["run", "p.elf", "--engine", engine, "--signature", "p.signature"];
    let ran = run_in(folder, &args);
    (ran, fs::read_to_string(folder.join("p.signature")).unwrap_or_default())
}

#[test]
fn the_signature_is_one_word_a_line() {
    let folder = tempfile::tempdir().unwrap();
    for (xlen, expected) in [
        (32, "00000001 00000001 fffffffe ffffffff deadbeef "),
        (64, "00000001 00000000 00000001 00000000 fffffffe ffffffff ffffffff ffffffff deadbeef "),
    ] {
        let signature = format!(
            "begin_signature:\n .fill {}, 4, 0xdeadbeef\nend_signature:\n",
            4 * xlen / 32 + 1
        );
        link(xlen, &program(xlen, &signature), folder.path(), "p.elf");
        for engine in ["spec", "sim"] {
            let (ran, found) = run_on(engine, folder.path());
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
            assert_eq!(found, expected.replace(' ', "\n"), "{engine} on RV{xlen}");
        }
    }
}

/// Told before the program runs, with what to do.
#[test]
fn a_program_without_a_signature_is_told_why() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::new();
    for (name, signature) in [
        ("no labels", "begin:\n .word 0\n .set begin_signature, begin\n"),
        ("in the wrong order", "end_signature:\n .word 0\nbegin_signature:\n .fill 8\n"),
        ("no whole words", "begin_signature:\n .fill 30\nend_signature:\n"),
        ("not in memory", "begin_signature:\n .fill 32\n .set end_signature, 0xa0000000\n"),
    ] {
        // An executable with the symbols as they are: one that is absent stays undefined in a weak reference.
        let source = program(32, &format!("{signature}\n .weak end_signature\n"));
        link(32, &source, folder.path(), "p.elf");
        let [spec, sim] = ["spec", "sim"].map(|engine| run_on(engine, folder.path()).0);
        assert_eq!((spec.code, &spec.stdout), (2, &String::new()), "{name}: {spec:?}");
        assert_eq!((spec.code, &spec.stderr), (sim.code, &sim.stderr), "{name}");
        text += &format!("# {name}\n{}", spec.stderr);
    }
    insta::assert_snapshot!(text);
}
