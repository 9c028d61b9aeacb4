//! QEMU's whole machine agrees with the specification, traps included.

use fuzz::{
    case::{OpCase, ProgramCase},
    engine::{
        Engine, QemuSystem, Skip, Specification, WRONG_IN_QEMU, WRONG_ON_RV128_IN_QEMU,
        WRONG_TRAP_VALUES_IN_QEMU,
    },
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
    layout::{CODE, SCRATCH, SCRATCH_LEN},
    outcome::{End, Outcome, Trapped},
    sweep,
};
use semantics::isa::Isa;

/// How many cases of each width QEMU must have run, of those that were generated.
const OPS: (usize, usize) = (14_000, 16_000);
const PROGRAMS: (usize, usize) = (1_000, 2_000);

fn machine(isa: &Isa) -> QemuSystem {
    QemuSystem::new(isa).expect("QEMU is installed: run `cargo xtask setup`")
}

fn agree(xlen: u32) {
    let isa = isas::full(xlen);
    let mut qemu = machine(&isa);
    let ops = OpGenerator::new(&isa, Picked::Any, |i| qemu.implements(i).is_ok()).unwrap();
    let programs = ProgramGenerator::new(&ops);
    let mut spec = Specification::default();

    let cases: Vec<_> = Seeded::new(31, 0).take(OPS.1).map(|mut c| ops.case(&mut c)).collect();
    let mut outcomes = Vec::new();
    qemu.run_ops(&cases, &mut outcomes).unwrap();
    assert_eq!(outcomes.len(), cases.len());
    let (mut ran, mut traps) = (0, 0);
    for (case, outcome) in cases.iter().zip(&outcomes) {
        let Ok(outcome) = outcome else { continue };
        let expected = spec.op(case);
        assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
        ran += 1;
        traps += u32::from(matches!(outcome, Outcome::Hart(a) if matches!(a.end, End::Trap(_))));
    }
    assert!(ran >= OPS.0 && traps > 100, "only {ran} cases were run, with {traps} traps");

    let cases: Vec<_> =
        Seeded::new(32, 0).take(PROGRAMS.1).map(|mut c| programs.case(&mut c)).collect();
    let mut outcomes = Vec::new();
    qemu.run_programs(&cases, &mut outcomes).unwrap();
    let mut ran = 0;
    for (case, outcome) in cases.iter().zip(&outcomes) {
        let Ok(outcome) = outcome else { continue };
        let expected = spec.program(case);
        assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
        ran += 1;
    }
    assert!(ran >= PROGRAMS.0, "only {ran} programs were run");
}

#[test]
fn qemu_agrees_on_rv32() {
    agree(32);
}

#[test]
fn qemu_agrees_on_rv64() {
    agree(64);
}

#[test]
fn qemu_agrees_on_rv128() {
    agree(128);
}

/// Cause, address and value of a trap, in a program that goes on after it.
#[test]
fn traps_are_seen_with_their_values() {
    let isa = Isa::parse("rv64i").unwrap();
    let [end, code] = [u128::from(SCRATCH) + SCRATCH_LEN as u128, u128::from(CODE)];
    let mut registers = [0; 32];
    registers[6] = end - 4;
    // The access crosses the end: QEMU may tell the address of its aligned portion.
    // ld x5, 0(x6); an illegal word; sd x6, 0(x6); ecall; addi x7, x0, 1
    let words = vec![0x0003_3283, 0xffff_ffff, 0x0063_3023, 0x0000_0073, 0x0010_0393];
    let case = ProgramCase { isa: isa.clone(), words, registers };
    let outcome = machine(&isa).run_program(&case).unwrap().unwrap();
    let trap = |cause, k: u128, tval| Trapped { cause, pc: code + 4 * k, tval: Some(tval) };
    let portion = |cause, k| Trapped { tval: None, ..trap(cause, k, 0) };
    let expected = [portion(5, 0), trap(2, 1, 0xffff_ffff), portion(7, 2), trap(11, 3, 0)];
    assert_eq!(outcome.traps, expected);
    assert_eq!((outcome.registers[5], outcome.registers[7]), (0, 1));
}

/// What would reach the program that feeds the cases is left out, with its reason.
#[test]
fn what_would_break_the_machine_is_left_out() {
    let isa = Isa::parse("rv128im").unwrap();
    let mut qemu = machine(&isa);
    // jal x0, 0; ld x5, 0(x6) of the interrupt controller, and of an address beyond 64 bits.
    for (word, rs1, skip) in [
        (0x0000_006f, 0, Skip::Endless),
        (0x0003_3283, 0x0c00_1000, Skip::OutsideMemory),
        (0x0003_3283, 1 << 64, Skip::BeyondAddresses),
        (0x3020_0073, 0, Skip::BeyondIsa),
    ] {
        let case = OpCase::new(&isa, word, [rs1, 0, 0]);
        assert_eq!(qemu.run_op(&case).unwrap(), Err(skip), "{case}");
    }
}

/// Fails when QEMU is right after all: then the entry has to go.
#[test]
fn what_is_said_to_be_wrong_in_qemu_is_wrong() {
    for wrong in WRONG_IN_QEMU.iter().chain(&WRONG_ON_RV128_IN_QEMU) {
        let (xlen, word, rs1, rs2) = wrong.case;
        let isa = isas::full(xlen);
        let expected = Specification::default().op(&OpCase::new(&isa, word, [rs1, rs2, 0]));
        assert!(expected.to_string().contains(&format!("rd = {:#x}", wrong.rd.0)), "{expected}");
        assert_eq!(machine(&isa).evidence(wrong).unwrap(), wrong.rd.1, "{}", wrong.op);
    }
    for wrong in &WRONG_TRAP_VALUES_IN_QEMU {
        let isa = Isa::parse("rv64i").unwrap();
        let expected = Specification::default().op(&OpCase::new(&isa, wrong.word, [0; 3]));
        let text = format!("tval {:#x}", wrong.tval.0);
        assert!(expected.to_string().contains(&text), "{}: {expected}", wrong.op);
        // Only the value that is the address of the jump itself is not shown.
        let trap = machine(&isa).trap(wrong.word).unwrap();
        assert_eq!(trap, Some((wrong.tval.1, None)), "{}", wrong.op);
    }
}

#[test]
fn legality_agrees_word_by_word() {
    for xlen in isas::WIDTHS {
        let isa = Isa::parse(&format!("rv{xlen}im")).unwrap();
        let swept = sweep::bit_flips(&isa, &mut machine(&isa)).unwrap();
        assert_eq!(swept.disagreements, [], "{}", isa.text());
        let skipped: u64 = swept.skipped.values().sum();
        assert!(swept.words > 100_000 && skipped < swept.words / 4, "{:?}", swept.skipped);
    }
}
