//! Small programs: what ends a run, what leaks, what is proved, each with its address.

use object_proofs::{
    Access, Content, Expected, LeakKind, Origin, Proof, Region, Setup, Stop, Verdict, prove,
};
use semantics::{
    asm,
    dag::{Arena, Id},
    decode::encode,
    domain::Bv,
    isa::Isa,
    memory::Rights,
};

const CODE: u64 = 0x1000;
const TABLE: u64 = 0x2000;
const OUT: u64 = 0x3000;
const IN: u64 = 0x4000;
const STACK: u64 = 0x5000;
const HALT: u64 = 0x800;

const READ: Rights = Rights { read: true, write: false, execute: false };
const WRITE: Rights = Rights { read: true, write: true, execute: false };
const EXECUTE: Rights = Rights { read: true, write: false, execute: true };

/// a0 = out (8 bytes), a1 = in (8 bytes, of which the last four are public), a2 = a table of 256 bytes, k + 3 at k.
/// The function must store `expected(in)`, bytes at out.
fn run(
    xlen: u32,
    lines: &[&str],
    expected: impl Fn(&[Bv<semantics::dag::Dag<'_>>]) -> Vec<Id>,
) -> Proof {
    run_on(&format!("rv{xlen}imac_zicsr_zbb"), lines, expected)
}

/// The same on another instruction set.
fn run_on(
    isa: &str,
    lines: &[&str],
    expected: impl Fn(&[Bv<semantics::dag::Dag<'_>>]) -> Vec<Id>,
) -> Proof {
    let isa = Isa::parse(isa).unwrap();
    let xlen = isa.xlen();
    let word = |line: &&str| {
        let decoded = asm::assemble(line, xlen).unwrap_or_else(|e| panic!("{line}: {e:?}"));
        encode(decoded.insn, &decoded.operands, xlen).unwrap().to_le_bytes()
    };
    let code: Vec<u8> = lines.iter().flat_map(word).collect();
    let arena = Arena::default();
    let dom = arena.dom();
    let input: Vec<Bv<_>> = (0..8).map(|k| dom.var(8, &format!("in[{k}]"))).collect();
    let ids = |bytes: &[Bv<_>]| bytes.iter().map(|byte| byte.raw()).collect::<Vec<Id>>();
    let region =
        |name: &str, base, content, rights| Region { name: name.into(), base, content, rights };
    let table = (0..=255u8).map(|k| k.wrapping_add(3)).collect();
    let setup = Setup {
        isa: &isa,
        regions: vec![
            region("code", CODE, Content::Known(code), EXECUTE),
            region("table", TABLE, Content::Known(table), READ),
            region("out", OUT, Content::Unknown(8), WRITE),
            region("in", IN, Content::Terms(ids(&input)), READ),
            region("stack", STACK - 64, Content::Unknown(64), WRITE),
        ],
        registers: vec![(1, HALT), (2, STACK), (10, OUT), (11, IN), (12, TABLE)],
        terms: Vec::new(),
        entry: CODE,
        halt: HALT,
        limit: 1000,
        public: ids(&input[4..]),
    };
    let expected = expected(&input);
    let expected: Vec<_> =
        (OUT..).zip(expected).map(|(address, term)| Expected { address, term }).collect();
    prove(&arena, setup, &expected, &[], &[2, 3, 4, 8, 9]).unwrap()
}

fn nothing(_: &[Bv<semantics::dag::Dag<'_>>]) -> Vec<Id> {
    Vec::new()
}

#[test]
fn what_ends_a_run_is_said_with_its_address() {
    let denied = |pc, access, address, bytes, why: &str| Stop::Denied {
        pc,
        access,
        address,
        bytes,
        why: why.into(),
    };
    let cases: &[(&[&str], Stop)] = &[
        (&["lbu x5, 0(x11)", "beq x5, x0, 8"], Stop::Branch { pc: CODE + 4, on: Origin::Secret }),
        // Of several origins, the worst is told.
        (
            &[
                "lbu x5, 4(x11)",
                "lbu x7, 0(x11)",
                "add x5, x5, x7",
                "add x5, x5, x6",
                "bne x5, x0, 8",
            ],
            Stop::Branch { pc: CODE + 16, on: Origin::Secret },
        ),
        (
            &["lbu x5, 4(x11)", "add x5, x5, x6", "bne x5, x0, 8"],
            Stop::Branch { pc: CODE + 8, on: Origin::Garbage },
        ),
        (&["lbu x5, 4(x11)", "bne x5, x0, 8"], Stop::Branch { pc: CODE + 4, on: Origin::Public }),
        (&["beq x6, x0, 8"], Stop::Branch { pc: CODE, on: Origin::Garbage }),
        (&["lw x5, -8(x2)", "beq x5, x0, 8"], Stop::Branch { pc: CODE + 4, on: Origin::Garbage }),
        (&["lw x5, 0(x11)", "jalr x0, 0(x5)"], Stop::Jump { pc: CODE + 4, on: Origin::Secret }),
        (
            &["lbu x5, 0(x11)", "add x5, x5, x10", "sb x0, 0(x5)"],
            Stop::StoreAddress { pc: CODE + 8, on: Origin::Secret },
        ),
        (
            &["lw x5, 0(x11)", "add x5, x5, x12", "lbu x5, 0(x5)"],
            Stop::LoadAddress { pc: CODE + 8, on: Origin::Secret },
        ),
        (
            &["sw x0, 8(x10)"],
            denied(CODE, Access::Store, OUT + 8, 4, "0 bytes behind the end of out"),
        ),
        (
            &["sw x0, 5(x10)"],
            denied(CODE, Access::Store, OUT + 5, 4, "it begins in out and reaches beyond its end"),
        ),
        (&["sw x0, 0(x11)"], denied(CODE, Access::Store, IN, 4, "in does not allow it")),
        (&["sb x0, 0(x12)"], denied(CODE, Access::Store, TABLE, 1, "table does not allow it")),
        (&["lb x5, -1(x11)"], denied(CODE, Access::Load, IN - 1, 1, "1 bytes before in")),
        (&["lb x5, 0(x0)"], denied(CODE, Access::Load, 0, 1, "4096 bytes before code")),
        (
            &["sw x5, 0(x2)"],
            denied(CODE, Access::Store, STACK, 4, "0 bytes behind the end of stack"),
        ),
        // The last of the 256 entries is the last byte of the table: one more is beyond it.
        (
            &["lbu x5, 0(x11)", "add x5, x5, x12", "lbu x5, 1(x5)"],
            denied(CODE + 8, Access::Load, TABLE + 256, 1, "0 bytes behind the end of table"),
        ),
        (&["addi x5, x0, 1"], Stop::Fetch { pc: CODE + 4 }),
        (&["jalr x0, 0(x10)"], Stop::Fetch { pc: OUT }),
        // What is known there is no code.
        (&["jalr x0, 0(x12)"], Stop::Fetch { pc: TABLE }),
        (&["jal x0, 0"], Stop::Limit { pc: CODE, instructions: 1000 }),
        (&["ecall"], Stop::Exception { pc: CODE, cause: semantics::hart::Cause::EcallFromM }),
        (&["csrrs x5, 0x300, x0"], Stop::NotModelled { pc: CODE, what: "a CSR" }),
        (&["lr.w x5, (x10)"], Stop::NotModelled { pc: CODE, what: "a reservation" }),
    ];
    for xlen in [32, 64] {
        for (lines, stop) in cases {
            let proof = run(xlen, lines, nothing);
            assert_eq!(proof.verdict, Verdict::Stopped(stop.clone()), "RV{xlen}: {lines:?}");
        }
        // The last bytes of the address space.
        for (line, bytes) in [("lb x5, -1(x0)", 1), ("lw x5, -4(x0)", 4), ("lw x5, -1(x0)", 4)] {
            let at = if bytes == 4 && line.contains("-4") { 4 } else { 1 };
            let address = (u64::MAX >> (64 - xlen)) - (at - 1);
            let stop = denied(CODE, Access::Load, address, bytes, "no region is near");
            assert_eq!(run(xlen, &[line], nothing).verdict, Verdict::Stopped(stop), "{line}");
        }
    }
}

#[test]
fn a_table_at_a_secret_index_is_read_and_told() {
    let lines =
        ["lbu x5, 0(x11)", "add x5, x5, x12", "lbu x5, 0(x5)", "sb x5, 0(x10)", "jalr x0, 0(x1)"];
    for xlen in [32, 64] {
        let proof = run(xlen, &lines, |input| vec![(input[0] + input[0].lit(3)).raw()]);
        assert_eq!(proof.verdict, Verdict::Proved, "RV{xlen}");
        let [leak] = &proof.leaks[..] else { panic!("{:?}", proof.leaks) };
        assert_eq!(
            (leak.pc, leak.kind, leak.on, leak.times),
            (CODE + 8, LeakKind::Address, Origin::Secret, 1)
        );
        assert_eq!(leak.range, Some((TABLE, TABLE + 255, "table".to_owned())));
    }
}

#[test]
fn an_index_that_is_taken_away_and_bytes_that_are_data() {
    // From the end of the table backwards.
    let lines = [
        "lbu x5, 0(x11)",
        "addi x6, x12, 255",
        "sub x5, x6, x5",
        "lbu x5, 0(x5)",
        "sb x5, 0(x10)",
        "jalr x0, 0(x1)",
    ];
    let proof = run(32, &lines, |input| vec![(input[0].lit(258) - input[0]).raw()]);
    assert_eq!(proof.verdict, Verdict::Proved);
    // One of four bytes of the input, by two bits of it.
    let lines = [
        "lbu x5, 0(x11)",
        "andi x5, x5, 3",
        "add x5, x5, x11",
        "lbu x5, 0(x5)",
        "sb x5, 0(x10)",
        "jalr x0, 0(x1)",
    ];
    let chosen = |input: &[Bv<semantics::dag::Dag<'_>>]| {
        let bit = |k| input[0].bit(k);
        let [low, high] = [0, 2].map(|k| bit(0).select(input[k + 1], input[k]));
        vec![bit(1).select(high, low).raw()]
    };
    for xlen in [32, 64] {
        let proof = run(xlen, &lines, chosen);
        assert_eq!(proof.verdict, Verdict::Proved);
        assert_eq!(proof.leaks[0].range, Some((IN, IN + 3, "in".to_owned())));
    }
}

#[test]
fn bits_of_an_index_that_depend_on_each_other_have_few_ways() {
    // in[a + 2ab + 4b] with the lowest bits of two bytes: 0, 1, 4 or 7. Without b, the bit in the middle is 0.
    let lines = [
        "lbu x5, 0(x11)",
        "lbu x6, 1(x11)",
        "andi x5, x5, 1",
        "andi x6, x6, 1",
        "and x7, x5, x6",
        "slli x6, x6, 2",
        "slli x7, x7, 1",
        "or x5, x5, x6",
        "or x5, x5, x7",
        "add x5, x5, x11",
        "lbu x5, 0(x5)",
        "sb x5, 0(x10)",
        "jalr x0, 0(x1)",
    ];
    let proof = run(32, &lines, |input| {
        let [a, b] = [0, 1].map(|k| input[k].bit(0));
        let with_b = [a.select(input[7], input[4]), a.select(input[1], input[0])];
        vec![b.select(with_b[0], with_b[1]).raw()]
    });
    assert_eq!(proof.verdict, Verdict::Proved);
}

#[test]
fn a_target_between_two_instructions_is_an_exception_without_c() {
    let cause = semantics::hart::Cause::InstructionMisaligned;
    let proof = run_on("rv32i", &["addi x0, x0, 0", "jal x0, 2"], nothing);
    assert_eq!(proof.verdict, Verdict::Stopped(Stop::Exception { pc: CODE + 4, cause }));
}

#[test]
fn a_loop_without_an_end_is_left_at_the_limit() {
    assert_eq!(run(32, &["jal x0, 0"], nothing).instructions, 1000);
}

#[test]
fn an_operand_of_variable_latency_is_told() {
    let lines = ["lw x5, 0(x11)", "divu x5, x5, x12", "jalr x0, 0(x1)"];
    let leaks = run(32, &lines, nothing).leaks;
    assert_eq!(leaks.len(), 1);
    assert_eq!(
        (leaks[0].pc, leaks[0].kind, leaks[0].on),
        (CODE + 4, LeakKind::Operand, Origin::Secret)
    );
    // Of constants, it takes always the same time; and what cancels is a constant.
    let lines = ["lw x5, 0(x11)", "xor x5, x5, x5", "divu x5, x5, x12", "jalr x0, 0(x1)"];
    assert!(run(32, &lines, nothing).leaks.is_empty());
}

#[test]
fn a_register_that_is_not_kept_is_told() {
    let kept = [
        "addi x2, x2, -16",
        "sw x8, 0(x2)",
        "lw x8, 0(x11)",
        "lw x8, 0(x2)",
        "addi x2, x2, 16",
        "jalr x0, 0(x1)",
    ];
    assert!(run(32, &kept, nothing).changed.is_empty());
    let lost =
        ["addi x2, x2, -16", "sw x8, 0(x2)", "lw x8, 0(x11)", "addi x2, x2, 8", "jalr x0, 0(x1)"];
    assert_eq!(run(32, &lost, nothing).changed, [2, 8]);
    // On RV64 the upper half is lost.
    let half = ["sw x9, -8(x2)", "addi x9, x0, 1", "lw x9, -8(x2)", "jalr x0, 0(x1)"];
    assert_eq!(run(64, &half, nothing).changed, [9]);
    assert!(run(32, &half, nothing).changed.is_empty());
}

#[test]
fn a_difference_comes_with_inputs() {
    let store =
        ["lbu x5, 0(x11)", "lbu x6, 4(x11)", "add x5, x5, x6", "sb x5, 0(x10)", "jalr x0, 0(x1)"];
    let sum = |input: &[Bv<semantics::dag::Dag<'_>>]| vec![(input[0] + input[4]).raw()];
    assert_eq!(run(32, &store, sum).verdict, Verdict::Proved);
    let mut wrong = store;
    wrong[2] = "or x5, x5, x6";
    let Verdict::Open { byte: 0, counterexample: Some(inputs), .. } = run(32, &wrong, sum).verdict
    else {
        panic!("no counterexample")
    };
    let value = |name: &str| inputs.iter().find(|i| i.0 == name).map_or(0, |i| i.1.low() as u8);
    assert_ne!(value("in[0]").wrapping_add(value("in[4]")), value("in[0]") | value("in[4]"));
    // Nothing is stored: what was there before is no result.
    let proof = run(32, &["jalr x0, 0(x1)"], sum);
    assert!(matches!(proof.verdict, Verdict::Open { .. }), "{proof:?}");
}

#[test]
fn a_loop_with_a_constant_count_and_a_call_is_run() {
    // Eight bytes are copied by a function that is called for each.
    let lines = [
        "addi x2, x2, -16",
        "sw x1, 0(x2)",
        "addi x7, x0, 8",
        "jal x1, 32",
        "addi x10, x10, 1",
        "addi x11, x11, 1",
        "addi x7, x7, -1",
        "bne x7, x0, -16",
        "lw x1, 0(x2)",
        "addi x2, x2, 16",
        "jalr x0, 0(x1)",
        "lbu x5, 0(x11)",
        "sb x5, 0(x10)",
        "jalr x0, 0(x1)",
    ];
    let proof = run(32, &lines, |input| input.iter().map(|byte| byte.raw()).collect());
    assert_eq!(proof.verdict, Verdict::Proved);
    assert_eq!(proof.instructions, 3 + 8 * 8 + 3);
    let stack = proof.touched.iter().find(|touched| touched.region == "stack").unwrap();
    assert_eq!((stack.offsets, stack.unknown), (Some((48, 52)), 0));
}
