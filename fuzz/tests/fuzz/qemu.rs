//! QEMU's user mode agrees with the specification.

use fuzz::{
    case::{OpCase, ProgramCase},
    engine::{Engine, QemuSystem, QemuUser, Skip, Specification, WRONG_IN_QEMU},
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
    layout::SCRATCH,
};
use semantics::{isa::Isa, spec::Timing};

/// How many cases of each width QEMU must have run, of those that were generated.
const OPS: (usize, usize) = (20_000, 26_000);
const PROGRAMS: (usize, usize) = (2_000, 6_000);

fn agree(xlen: u32) {
    let isa = isas::full(xlen);
    let mut qemu = QemuUser::new(&isa).expect("QEMU is installed: run `cargo xtask setup`");
    let ops = OpGenerator::new(&isa, Picked::Any, |i| qemu.implements(i).is_ok()).unwrap();
    let programs = ProgramGenerator::new(&ops);
    let mut spec = Specification::default();

    let cases: Vec<_> = Seeded::new(21, 0).take(OPS.1).map(|mut c| ops.case(&mut c)).collect();
    let mut outcomes = Vec::new();
    qemu.run_ops(&cases, &mut outcomes).unwrap();
    assert_eq!(outcomes.len(), cases.len());
    let mut ran = 0;
    for (case, outcome) in cases.iter().zip(&outcomes) {
        let Ok(outcome) = outcome else { continue };
        let expected = spec.op(case);
        assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
        ran += 1;
    }
    assert!(ran >= OPS.0, "only {ran} cases were run");

    let cases: Vec<_> =
        Seeded::new(22, 0).take(PROGRAMS.1).map(|mut c| programs.case(&mut c)).collect();
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

/// All words of two bytes, legal or not, with and without C: their legality and what they do.
fn agree_on_halfwords<E: Engine>(xlen: u32, open: impl Fn(&Isa) -> Result<E, toolbox::Missing>) {
    for text in [format!("rv{xlen}imc_zba_zbb"), format!("rv{xlen}im_zba_zbb")] {
        let isa = Isa::parse(&text).unwrap();
        let mut qemu = open(&isa).expect("QEMU is installed: run `cargo xtask setup`");
        let mut spec = Specification::default();
        let case = |word: u32| {
            let imm = isa.decode(word).map_or(0, |d| d.operands.imm);
            // Loads and stores hit the memory; anything else gets values of both signs.
            let access = isa.decode(word).is_some_and(|d| d.insn.spec().timing == Timing::Address);
            let pointer = (SCRATCH + 16).wrapping_add_signed(-i64::from(imm));
            let value = 0x9e37_79b9_7f4a_7c15_u64.rotate_left(word);
            let rs1 = if access { pointer } else { value };
            OpCase::new(&isa, word, [rs1, value.rotate_left(17), 0].map(u128::from))
        };
        let cases: Vec<_> = (0..1 << 16).filter(|word| word & 3 != 3).map(case).collect();
        let mut outcomes = Vec::new();
        qemu.run_ops(&cases, &mut outcomes).unwrap();
        let mut ran = 0;
        for (case, outcome) in cases.iter().zip(&outcomes) {
            let Ok(outcome) = outcome else { continue };
            let expected = spec.op(case);
            assert!(expected.agrees(outcome), "{case}\nspec {expected}\nqemu {outcome}");
            ran += 1;
        }
        // Jumps mostly leave the case, and are left out; so is `c.ebreak`.
        assert!(ran > 37_000, "only {ran} halfwords were run on {text}");
    }
}

#[test]
fn qemu_agrees_on_all_halfwords_of_rv32() {
    agree_on_halfwords(32, QemuUser::new);
}

#[test]
fn qemu_agrees_on_all_halfwords_of_rv64() {
    agree_on_halfwords(64, QemuUser::new);
}

#[test]
fn qemu_s_machine_agrees_on_all_halfwords_of_rv32() {
    agree_on_halfwords(32, QemuSystem::new);
}

#[test]
fn qemu_s_machine_agrees_on_all_halfwords_of_rv64() {
    agree_on_halfwords(64, QemuSystem::new);
}

/// Fails when QEMU is right after all: then the entry has to go.
#[test]
fn what_is_said_to_be_wrong_in_qemu_is_wrong() {
    for wrong in &WRONG_IN_QEMU {
        let (xlen, word, rs1, rs2) = wrong.case;
        let isa = isas::full(xlen);
        let expected = Specification::default().op(&OpCase::new(&isa, word, [rs1, rs2, 0]));
        assert!(expected.to_string().contains(&format!("rd = {:#x}", wrong.rd.0)), "{expected}");
        let installed = "QEMU is installed: run `cargo xtask setup`";
        let found = match xlen {
            128 => QemuSystem::new(&isa).expect(installed).evidence(wrong),
            _ => QemuUser::new(&isa).expect(installed).evidence(wrong),
        };
        assert_eq!(found.unwrap(), wrong.rd.1, "{}", wrong.op);
        assert_ne!(wrong.rd.0, wrong.rd.1);
    }
}

#[test]
fn a_stack_pointer_into_qemu_s_signal_stack_is_screened() {
    for isa in [32, 64].map(isas::full) {
        let mut qemu = QemuUser::new(&isa).expect("QEMU is installed: run `cargo xtask setup`");
        // sra x2, x7, x29: the signal that ends the case comes with this stack pointer.
        let case = |sp: u128| {
            let mut registers = [0; 32];
            registers[7] = sp;
            ProgramCase { isa: isa.clone(), words: vec![0x41d3_d133], registers }
        };
        let cases = [0x60_4000, 0x60_bff0, 0x60_c000, 0x60_3ff0].map(case);
        let mut outcomes = Vec::new();
        qemu.run_programs(&cases, &mut outcomes).unwrap();
        let skips: Vec<_> = outcomes.iter().map(|outcome| outcome.as_ref().err()).collect();
        assert_eq!(skips, [Some(&Skip::SignalStack), Some(&Skip::SignalStack), None, None]);
    }
}

#[test]
fn qemu_agrees_on_rv32() {
    agree(32);
}

#[test]
fn qemu_agrees_on_rv64() {
    agree(64);
}
