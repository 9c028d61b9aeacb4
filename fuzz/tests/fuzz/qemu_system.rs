//! QEMU's whole machine agrees with the specification, traps included.

use fuzz::{
    case::{OpCase, ProgramCase},
    engine::{
        Engine, QemuSystem, QemuUser, Skip, Specification, WRONG_CSRS_IN_QEMU, WRONG_IN_QEMU,
        WRONG_ON_RV128_IN_QEMU, WRONG_TRAP_VALUES_IN_QEMU, WRONG_TRAPS_IN_QEMU,
    },
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
    layout::{CODE, SCRATCH, SCRATCH_LEN},
    outcome::{End, Outcome, ProgramOutcome, Trapped},
    sweep,
};
use semantics::{asm, decode, isa::Isa};
use std::collections::BTreeMap;

/// How many cases of each width QEMU must have run, of those that were generated.
const OPS: (usize, usize) = (14_000, 16_000);
const PROGRAMS: (usize, usize) = (1_000, 3_000);

fn machine(isa: &Isa) -> QemuSystem {
    QemuSystem::new(isa).expect("QEMU is installed: run `cargo xtask setup`")
}

fn agree(xlen: u32) {
    let isa = isas::full(xlen);
    let mut qemu = machine(&isa);
    let ops = OpGenerator::new(&isa, Picked::Any, |i| qemu.implements(i).is_ok()).unwrap();
    let programs = ProgramGenerator::new(&ops);
    let mut spec = Specification::new(&isa);

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

/// What would change more in QEMU than in the specification is left out, with its reason.
#[test]
fn what_a_csr_has_more_in_qemu_is_left_out() {
    let isa = Isa::parse("rv64i_zicsr_zkr_xmont").unwrap();
    let mut qemu = machine(&isa);
    for (lines, skip) in [
        (&["csrrs x0, mstatus, x6", "csrrs x5, mscratch, x0"][..], Skip::BeyondMachineMode),
        (&["csrrw x0, mhpmcounter3, x6"], Skip::BeyondMachineMode),
        (&["csrrw x0, mtvec, x6", "csrrs x5, mtvec, x0"], Skip::ReservedValue),
        (&["csrrw x0, mepc, x6", "csrrs x5, mepc, x0"], Skip::WrongInQemu),
        (&["csrrs x5, mcycle, x0", "add x6, x5, x5"], Skip::OpenBits),
        (&["ecall", "csrrs x5, mcause, x0"], Skip::TrapHandler),
        (&["csrrs x5, mtvec, x0", "ecall"], Skip::TrapHandler),
        (&["csrrs x5, montn, x0"], Skip::NotInQemu),
        (&["csrrs x5, mseccfg, x0"], Skip::NotInQemu),
        (&["wfi"], Skip::Sleeps),
    ] {
        let mut registers = [0; 32];
        registers[6] = u64::MAX.into();
        let case = program(&isa, lines, registers);
        assert_eq!(qemu.run_program(&case).unwrap(), Err(skip), "{case}");
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
    for wrong in &WRONG_CSRS_IN_QEMU {
        let isa = Isa::parse(&format!("rv{}i_zicsr_zkr", wrong.xlen)).unwrap();
        let mut registers = [0; 32];
        [registers[5], registers[6]] = [0x5a, wrong.x6];
        let case = program(&isa, wrong.program, registers);
        let spec = Specification::new(&isa).program(&case).registers[5];
        let qemu = machine(&isa).alone(&case).unwrap().registers[5];
        assert_eq!((spec, qemu), wrong.x5, "{}", wrong.csr);
    }
    for wrong in &WRONG_TRAPS_IN_QEMU {
        let isa = Isa::parse(wrong.isa).unwrap();
        let mut registers = [0; 32];
        registers[6] = wrong.x6;
        let case = ProgramCase { isa: isa.clone(), words: vec![wrong.word], registers };
        let cause = |outcome: ProgramOutcome| outcome.traps.first().map(|trap| trap.cause);
        let spec = cause(Specification::new(&isa).program(&case));
        let qemu = cause(machine(&isa).alone(&case).unwrap());
        assert_eq!((spec, qemu), wrong.cause, "{}", wrong.op);
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
        let isa = Isa::parse(&format!("rv{xlen}im_zicsr_zifencei")).unwrap();
        let swept = sweep::bit_flips(&isa, &mut machine(&isa)).unwrap();
        assert_eq!(swept.disagreements, [], "{}", isa.text());
        let skipped: u64 = swept.skipped.values().sum();
        assert!(swept.words > 100_000 && skipped < swept.words / 4, "{:?}", swept.skipped);
    }
}

fn program(isa: &Isa, lines: &[&str], registers: [u128; 32]) -> ProgramCase {
    let word = |line: &&str| {
        let d = asm::assemble(line, isa.xlen()).unwrap();
        decode::encode(d.insn, &d.operands, isa.xlen()).unwrap()
    };
    ProgramCase { isa: isa.clone(), words: lines.iter().map(word).collect(), registers }
}

const WITH_CSRS: [&str; 6] = [
    "rv32i_zicsr_zicntr_zihpm_zkr",
    "rv64i_zicsr_zicntr_zihpm_zkr",
    "rv32imac_zicsr",
    "rv64imac_zicsr",
    "rv128i_zicsr_zicntr_zihpm_zkr",
    "rv128imc_zicsr",
];

/// Accesses to CSRs: what they read, and whether they are allowed; and `mret`.
#[test]
fn csrs_agree() {
    for text in WITH_CSRS {
        let isa = Isa::parse(text).unwrap();
        let ops = OpGenerator::new(&isa, Picked::Any, |i| i.spec().extensions.contains(&"Zicsr"));
        let ops = ops.unwrap();
        let (mut qemu, mut spec) = (machine(&isa), Specification::new(&isa));
        let cases: Vec<_> = Seeded::new(41, 0).take(4_000).map(|mut c| ops.case(&mut c)).collect();
        let mut outcomes = Vec::new();
        qemu.run_ops(&cases, &mut outcomes).unwrap();
        let mut skipped = BTreeMap::<_, u32>::new();
        for (case, outcome) in cases.iter().zip(&outcomes) {
            match outcome {
                Ok(outcome) => {
                    let expected = spec.op(case);
                    assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
                }
                Err(skip) => *skipped.entry(*skip).or_default() += 1,
            }
        }
        assert!(skipped.values().sum::<u32>() < 2_600, "{text}: {skipped:?}");
    }
}

/// Programs that name CSRs, and that handle their own traps and return from them.
#[test]
fn programs_with_csrs_agree() {
    for text in WITH_CSRS {
        let isa = Isa::parse(text).unwrap();
        let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
        let programs = ProgramGenerator::new(&ops);
        let (mut qemu, mut spec) = (machine(&isa), Specification::new(&isa));
        let cases: Vec<_> =
            Seeded::new(42, 0).take(4_000).map(|mut c| programs.case(&mut c)).collect();
        let mut outcomes = Vec::new();
        qemu.run_programs(&cases, &mut outcomes).unwrap();
        let (mut ran, mut returned) = (0, 0);
        for (case, outcome) in cases.iter().zip(&outcomes) {
            let Ok(outcome) = outcome else { continue };
            let expected = spec.program(case);
            assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
            ran += 1;
            let handles = case.words.last() == Some(&0x3020_0073);
            returned += u32::from(handles && !outcome.traps.is_empty());
        }
        assert!(ran > 1_000 && returned > 50, "{text}: {ran}, {returned} of them returned");
    }
}

/// What is compared can differ: the same program with a wrong expectation.
#[test]
fn a_wrong_expectation_about_a_csr_is_found() {
    // On RV128, `mscratch` is not the case's.
    for text in &WITH_CSRS[..4] {
        let isa = Isa::parse(text).unwrap();
        let (mut qemu, mut spec) = (machine(&isa), Specification::new(&isa));
        let mut registers = [0; 32];
        registers[6] = 0x88;
        let right = ["csrrs x5, mstatus, x6", "csrrs x0, mscratch, x6", "csrrs x7, mscratch, x0"];
        let wrong = ["csrrs x5, mstatus, x6", "csrrs x0, mscratch, x6", "csrrw x7, mscratch, x0"];
        let [right, wrong] = [right, wrong].map(|lines| program(&isa, &lines, registers));
        let outcome = qemu.run_program(&right).unwrap().unwrap();
        assert!(spec.program(&right).agrees(&outcome) && spec.program(&wrong).agrees(&outcome));
        assert_eq!((outcome.registers[5], outcome.registers[7]), (0x1800, 0x88), "{text}");
        for (number, r) in [(0x300, 5), (0x340, 7)] {
            let mut planted = spec.program(&right);
            planted.registers[r] ^= 0x80;
            assert!(!planted.agrees(&outcome), "{text}: {number:#x}");
        }
        // csrrs x5, mhartid, x0 and csrrw x5, mhartid, x6: one is allowed.
        for (word, legal) in [(0xf140_22f3, true), (0xf143_12f3, false)] {
            let outcome = qemu.run_op(&OpCase::new(&isa, word, [1, 0, 0])).unwrap().unwrap();
            let other = spec.op(&OpCase::new(&isa, word ^ 0xf143_12f3 ^ 0xf140_22f3, [1, 0, 0]));
            assert!(!other.agrees(&outcome), "{text}: {outcome}");
            let ended =
                |o: &Outcome| matches!(o, Outcome::Hart(a) if matches!(a.end, End::Next(_)));
            assert_eq!(ended(&outcome), legal, "{text}: {outcome}");
        }
    }
}

#[test]
fn legality_of_every_csr_agrees() {
    for text in WITH_CSRS {
        let isa = Isa::parse(text).unwrap();
        let swept = sweep::all_fields(&isa, &mut machine(&isa)).unwrap();
        assert_eq!(swept.disagreements, [], "{text}");
        println!("{text}: {} words, left out: {:?}", swept.words, swept.skipped);
    }
}

/// Where the manual does not leave it to the hart whether a store-conditional succeeds, or the hart is alone.
#[test]
fn success_of_store_conditional_agrees() {
    for xlen in [32, 64] {
        let isa = Isa::parse(&format!("rv{xlen}ia")).unwrap();
        let mut registers = [0; 32];
        [registers[6], registers[7], registers[8]] =
            [SCRATCH, SCRATCH + 8, 0x1234_5678].map(u128::from);
        let mut qemu: [Box<dyn Engine>; 2] =
            [Box::new(QemuUser::new(&isa).unwrap()), Box::new(machine(&isa))];
        for (lines, succeeds) in [
            (&["lr.w x5, (x6)", "sc.w x9, x8, (x6)"][..], [true].as_slice()),
            (&["lr.w.aq x5, (x6)", "add x8, x8, x5", "sc.w.rl x9, x8, (x6)"], &[true]),
            (&["sc.w x9, x8, (x6)"], &[false]),
            (&["lr.w x5, (x6)", "sc.w x9, x8, (x7)"], &[false]),
            (&["lr.w x5, (x6)", "sc.w x9, x8, (x6)", "sc.w x10, x5, (x6)"], &[true, false]),
            (&["lr.w x5, (x6)", "sc.w x9, x8, (x7)", "sc.w x10, x8, (x6)"], &[false, false]),
            (&["lr.w x5, (x7)", "lr.w x5, (x6)", "sc.w x9, x8, (x7)"], &[false]),
        ] {
            let case = program(&isa, lines, registers);
            let expected = Specification::new(&isa).program(&case);
            for engine in &mut qemu {
                let outcome = engine.run_program(&case).unwrap().unwrap();
                assert!(expected.agrees(&outcome), "{case}\nspec {expected}\nqemu {outcome}");
                for (r, &succeeds) in (9..).zip(succeeds) {
                    assert_eq!(outcome.registers[r] == 0, succeeds, "{}: {case}", engine.name());
                }
            }
        }
    }
}

/// Two cases of a campaign: what QEMU traps on otherwise is left out in the middle of a word too.
#[test]
fn atomics_in_the_middle_of_words_are_seen() {
    let isa = Isa::parse("rv32imac_zbkx_zbs").unwrap();
    let mut registers = [0; 32];
    registers[14] = 1;
    // c.bnez x14, 8; nop; and there amoadd.w x18, x1, (x6) at address 0, or sc.w x17, x1, (x6) at address 1.
    for (x6, words) in [
        (0, vec![0xe701, 0x13, 0x292f_c933, 0x0000_0013]),
        (1, vec![0xe701, 0x13, 0x28af_1533, 0x280c_1c13]),
    ] {
        registers[6] = x6;
        let case = ProgramCase { isa: isa.clone(), words, registers };
        assert_eq!(machine(&isa).run_program(&case).unwrap(), Err(Skip::WrongInQemu), "{case}");
    }
}
