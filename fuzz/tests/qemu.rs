//! QEMU's user mode agrees with the specification.

use fuzz::{
    case::OpCase,
    engine::{Engine, QemuSystem, QemuUser, Specification, WRONG_IN_QEMU},
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
};

/// How many cases of each width QEMU must have run, of those that were generated.
const OPS: (usize, usize) = (20_000, 26_000);
const PROGRAMS: (usize, usize) = (2_000, 4_000);

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
fn qemu_agrees_on_rv32() {
    agree(32);
}

#[test]
fn qemu_agrees_on_rv64() {
    agree(64);
}
