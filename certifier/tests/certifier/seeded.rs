//! Bugs of the kinds that kernels have had, planted in ours, and which of vectors, checks and proof catches each.

use certifier::certificate::FunctionCertificate;
use certifier::vectors::VectorSource;
use certifier::{Check, Options, Stage, Subject, certify};

use crate::assembly::{assemble, source};

/// What catches a bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum By {
    /// The embedded vectors of the standards: the result is wrong for one.
    Vectors,
    /// The calls that the certifier makes: random inputs, lengths, cuts, placements, traces.
    Checks,
    /// The run on terms: refuted, or left open, which claims nothing.
    Proof,
}
use By::{Checks, Proof, Vectors};

/// A kernel, a function of it, what is replaced (once) by what, and who notices.
struct Bug {
    what: &'static str,
    kernel: &'static str,
    function: &'static str,
    from: &'static str,
    to: &'static str,
    by: &'static [By],
}

const STREAM: &str = "chacha20_stream";
const COMPRESS: &str = "sha256_compress";
const HASH: &str = "sha256_hash";

const BUGS: [Bug; 14] = [
    // Kind 19: a shift of the wrong width, or a carry that is rare.
    Bug {
        what: "srli where srliw was needed",
        kernel: "chacha20/rv64i",
        function: "chacha20_block",
        from: "srliw   s4, \\z, 32 - \\by",
        to: "srli    s4, \\z, 32 - \\by",
        by: &[Vectors, Checks, Proof],
    },
    Bug {
        what: "a sum that is short by one when it is all ones",
        kernel: "chacha20/rv32i",
        function: "chacha20_block",
        from: "words   store_sum",
        to: "lw      s3, 0(a1)\n add s4, a2, s3\n xori s4, s4, -1\n sltiu s4, s4, 1\n sub a2, a2, s4\n words   store_sum",
        by: &[Proof],
    },
    // Back doors: one value of one word.
    Bug {
        what: "another result for one word of the key",
        kernel: "chacha20/rv32i",
        function: "chacha20_block",
        from: "words   store_sum",
        to: "lw      s3, 16(a1)\n li s4, 0xdeadbeef\n xor s3, s3, s4\n sltiu s3, s3, 1\n xor a2, a2, s3\n words   store_sum",
        by: &[Proof],
    },
    Bug {
        what: "another state for one word of the block",
        kernel: "sha256/rv32i",
        function: COMPRESS,
        from: "    variables add_before\n",
        to: "    variables add_before\n    lw t0, 28(a0)\n    li t1, 0x13579bdf\n    xor t0, t0, t1\n    sltiu t0, t0, 1\n    add s0, s0, t0\n",
        by: &[Proof],
    },
    // Kind 20: the end of a counter.
    Bug {
        what: "a counter that stops at its last value",
        kernel: "chacha20/rv32i",
        function: STREAM,
        from: "addi    t0, t0, 1\n    sw      t0, 48(sp)",
        to: "addi    t1, t0, 1\n    sltiu   t1, t1, 1\n    xori    t1, t1, 1\n    add     t0, t0, t1\n    sw      t0, 48(sp)",
        by: &[Checks, Proof],
    },
    Bug {
        what: "a carry of the counter into the nonce",
        kernel: "chacha20/rv64-zbkb",
        function: STREAM,
        from: "sw      t0, 48(sp)\n    li      t0, 64",
        to: "sw      t0, 48(sp)\n    sext.w  t0, t0\n    seqz    t0, t0\n    lw      t1, 52(sp)\n    add     t0, t0, t1\n    sw      t0, 52(sp)\n    li      t0, 64",
        by: &[Checks, Proof],
    },
    // Kind 21: one class of lengths.
    Bug {
        what: "padding that forgets the second block for 56 bytes",
        kernel: "sha256/rv32i",
        function: HASH,
        from: "li      t2, 56\n",
        to: "li      t2, 57\n",
        by: &[Vectors, Checks, Proof],
    },
    Bug {
        what: "padding that makes a second block for 55 bytes",
        kernel: "sha256/rv64-zbkb-zknh",
        function: HASH,
        from: "li      t2, 56\n",
        to: "li      t2, 55\n",
        by: &[Checks, Proof],
    },
    // Kind 22: buffers in place, and the bytes behind them.
    Bug {
        what: "a read behind the end of the text",
        kernel: "chacha20/rv32i",
        function: STREAM,
        from: "add     t3, s1, s2\n",
        to: "add     t3, s1, s2\n    lbu     t0, 0(t3)\n",
        by: &[Checks, Proof],
    },
    Bug {
        what: "an output that is cleared before the input is read",
        kernel: "chacha20/rv32-zbkb",
        function: STREAM,
        from: "beqz    s2, 4f\n",
        to: "beqz    s2, 4f\n    sb      zero, 0(a0)\n",
        by: &[Checks, Proof],
    },
    // Kind 23: the calling convention.
    Bug {
        what: "a register that is not given back",
        kernel: "chacha20/rv32i",
        function: "chacha20_block",
        from: "\\do     s4, 4 * SLOT(sp)",
        to: "\\do     s3, 4 * SLOT(sp)",
        by: &[Checks, Proof],
    },
    Bug {
        what: "a counter of which the upper half of the register counts",
        kernel: "chacha20/rv64-xchacha3",
        function: STREAM,
        from: "sw      a4, 48(sp)\n",
        to: "srli    t0, a4, 32\n    add     a4, a4, t0\n    sw      a4, 48(sp)\n",
        by: &[Vectors, Checks, Proof],
    },
    // Kind 24: one call against two.
    Bug {
        what: "a counter that starts at an even number",
        kernel: "chacha20/rv32i",
        function: STREAM,
        from: "sw      a4, 48(sp)\n",
        to: "andi    a4, a4, -2\n    sw      a4, 48(sp)\n",
        by: &[Vectors, Checks, Proof],
    },
    // Kind 25: secrets that decide what is done.
    Bug {
        what: "a branch on the key",
        kernel: "chacha20/rv32i",
        function: STREAM,
        from: "sw      a4, 48(sp)\n",
        to: "lw      t0, 0(a3)\n    andi    t0, t0, 1\n    beqz    t0, 9f\n    nop\n9:  sw      a4, 48(sp)\n",
        by: &[Checks, Proof],
    },
];

/// The stage that alone notices, and what is put before the first instruction that counts in `chacha20_stream`.
const ALONE: [(Stage, &str); 6] = [
    // Pointers that are no multiples of 16.
    (Stage::Alignment, "andi t0, a1, 8\n beqz t0, 9f\n addi a4, a4, 1\n 9:"),
    (Stage::Lengths, "li t0, 201\n bne s2, t0, 9f\n addi a4, a4, 1\n 9:"),
    // A counter that is 3 from the end, and another one.
    (Stage::Counter, "li t0, -3\n bne a4, t0, 9f\n addi a4, a4, 1\n 9:"),
    (Stage::Split, "li t0, 3\n bne a4, t0, 9f\n addi a4, a4, 1\n 9:"),
    (Stage::Overlap, "bne a0, a1, 9f\n addi a4, a4, 1\n 9:"),
    (Stage::ConstantTime, "lw t0, 0(a3)\n andi t0, t0, 1\n beqz t0, 9f\n nop\n 9:"),
];

#[test]
fn each_check_finds_what_no_other_one_does() {
    for (stage, before) in ALONE {
        let from = "beqz    s2, 4f\n";
        let to = format!("{before} {from}");
        let subject = planted(before, "chacha20/rv32i", STREAM, from, &to);
        let options =
            Options { vectors: VectorSource::Embedded, proofs: false, ..Options::default() };
        let report = certify(&[subject], &options, &|_| {}).unwrap();
        let stages: Vec<_> = report.findings().map(|finding| finding.stage).collect();
        assert_eq!(stages, [stage], "{before}");
    }
}

/// The kernel with the bug, its manifest cut down to the function and few lengths to prove.
fn planted(what: &str, kernel: &str, function: &str, from: &str, to: &str) -> Subject {
    let kernel = kernels::by_id(kernel).unwrap();
    let source = source(kernel);
    assert_eq!(source.matches(from).count(), 1, "{what}");
    let object = assemble(&source.replace(from, to), &kernel.manifest().unwrap().isa);
    let mut parts = kernel.manifest_text.split("[[function]]");
    let top = parts.next().unwrap();
    let named = format!("name = \"{function}\"");
    let function = parts.find(|part| part.contains(&named)).unwrap();
    let mut text = format!("{top}[[function]]{function}");
    if text.contains("prove =") {
        let lists = [
            ("prove = [0, 55, 56, 64]", "prove = [55, 56]"),
            ("prove = [0, 1, 63, 64, 65, 128]", "prove = [1, 65, 128]"),
        ];
        let (list, few) = lists.into_iter().find(|(list, _)| text.contains(list)).unwrap();
        text = text.replace(list, few);
    }
    Subject::new(what, &object, &text, "kernel.toml").unwrap()
}

/// Runs what `by` says, and nothing else that could notice.
fn caught(subject: &Subject, by: By) -> bool {
    let options = Options {
        vectors: match by {
            Vectors => VectorSource::Embedded,
            Checks | Proof => VectorSource::Given(Vec::new()),
        },
        random_cases: if by == Checks { 64 } else { 0 },
        trace_runs: if by == Checks { 8 } else { 0 },
        specification_cases: 0,
        proofs: by == Proof,
        ..Options::default()
    };
    let report = certify(std::slice::from_ref(subject), &options, &|_| {}).unwrap();
    let mut found = report.findings().map(|finding| (finding.stage, finding.check));
    match by {
        Vectors => found.any(|found| found == (Stage::Vectors, Check::Result)),
        Checks => found.any(|(stage, _)| stage != Stage::Proof),
        Proof => !report.certificates[0].functions.iter().all(FunctionCertificate::proved),
    }
}

#[test]
fn each_bug_is_caught_by_what_the_table_says() {
    let mut wrong = Vec::new();
    for bug in &BUGS {
        let subject = planted(bug.what, bug.kernel, bug.function, bug.from, bug.to);
        let by: Vec<_> =
            [Vectors, Checks, Proof].into_iter().filter(|by| caught(&subject, *by)).collect();
        if by != bug.by {
            wrong.push(format!("{}: {by:?}, not {:?}", bug.what, bug.by));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let alone = BUGS.iter().filter(|bug| bug.by == [Proof]);
    assert!(alone.count() >= 3);
}
