//! Laws of the generated cases, and agreement of the specification with the simulator.

use arbitrary::{Arbitrary, Unstructured};
use fuzz::{
    case::{OpCase, ProgramCase},
    engine::{Engine, Simulator, Specification},
    generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
    isas,
    layout::{CODE, ones},
    outcome::Stop,
};
use proptest::prelude::*;
use semantics::{
    isa::Legality,
    spec::{Slot, Timing},
};
use std::collections::BTreeSet;

fn generators(xlen: u32) -> (OpGenerator, ProgramGenerator) {
    let ops = OpGenerator::new(&isas::full(xlen), Picked::Any, |_| true).unwrap();
    let programs = ProgramGenerator::new(&ops);
    (ops, programs)
}

#[test]
fn cases_are_legal_and_reach_every_instruction_and_register() {
    for xlen in [32, 64] {
        let (ops, _) = generators(xlen);
        let mut names = BTreeSet::new();
        let mut registers = [BTreeSet::new(), BTreeSet::new(), BTreeSet::new()];
        for mut c in Seeded::new(1, 0).take(50_000) {
            let case = ops.case(&mut c);
            let decoded = ops.isa().decode(case.word).expect("legal");
            assert_eq!(case.decoded, Some(decoded));
            let again = OpCase::new(ops.isa(), case.word, case.values()).with_csrs(case.csrs);
            assert_eq!(again, case);
            assert!(case.values().iter().all(|&v| v <= ones(xlen)));
            names.insert(case.name());
            let enc = decoded.insn.spec().enc(xlen).unwrap();
            for (slot, seen) in [Slot::Rd, Slot::Rs1, Slot::Rs2].into_iter().zip(&mut registers) {
                if enc.has(slot) {
                    seen.insert(decoded.operands.get(slot));
                }
            }
        }
        let all: BTreeSet<_> = ops.isa().insns().map(|i| i.spec().name).collect();
        assert_eq!(names, all);
        assert!(registers.iter().all(|seen| seen.len() == 32));
    }
}

#[test]
fn illegal_words_are_illegal() {
    for xlen in [32, 64] {
        let (ops, _) = generators(xlen);
        for mut c in Seeded::new(2, 0).take(20_000) {
            let word = ops.illegal(&mut c);
            assert!(matches!(ops.isa().legality(word), Legality::Illegal(_)), "{word:#x}");
        }
    }
}

#[test]
fn a_seed_and_a_number_give_one_case() {
    let (ops, programs) = generators(64);
    let all: Vec<_> = Seeded::new(9, 0).take(300).map(|mut c| ops.case(&mut c)).collect();
    let some = Seeded::new(9, 100).take(200).map(|mut c| ops.case(&mut c));
    assert!(some.eq(all[100..].iter().copied()));
    let program = |k| Seeded::new(9, k).next().map(|mut c| programs.case(&mut c));
    assert_eq!(program(5), program(5));
    assert_ne!(program(5), program(6));
}

#[test]
fn fixed_registers_are_fixed() {
    let ops = OpGenerator::new(&isas::full(32), Picked::Fixed, |i| {
        // Compressed instructions do not have all of these registers.
        i.spec().timing == Timing::DataIndependent && i.spec().enc[0].len == 4
    });
    let ops = ops.unwrap();
    for mut c in Seeded::new(1, 0).take(2000) {
        let i = ops.case(&mut c).operands();
        let usual = [(i.rd, 5), (i.rs1, 6), (i.rs2, 7), (i.rs3, 28)];
        assert!(usual.iter().all(|(r, number)| [0, *number].contains(&r.0)));
    }
}

#[test]
fn programs_end_and_most_of_them_finish() {
    for xlen in [32, 64] {
        let (ops, programs) = generators(xlen);
        let mut spec = Specification::new(ops.isa());
        let stops: Vec<_> = Seeded::new(5, 0)
            .take(5000)
            .map(|mut c| spec.program(&programs.case(&mut c)).stop)
            .collect();
        let finished = stops.iter().filter(|s| **s == Stop::Finished).count();
        // A jump into the middle of a word may go back; few do.
        let endless = stops.iter().filter(|s| **s == Stop::Limit).count();
        assert!(finished > 4000 && endless < 50, "{finished} {endless}");
    }
}

#[test]
fn the_simulator_agrees_with_the_specification() {
    for xlen in [32, 64] {
        let (ops, programs) = generators(xlen);
        let mut spec = Specification::new(ops.isa());
        let mut sim = Simulator::new(ops.isa(), None);
        for mut c in Seeded::new(11, 0).take(100_000) {
            let case = ops.case(&mut c);
            let (a, b) = (spec.op(&case), sim.run_op(&case).unwrap().unwrap());
            assert!(a.agrees(&b), "{case}\nspec {a}\nsim  {b}");
        }
        for mut c in Seeded::new(12, 0).take(10_000) {
            let case = programs.case(&mut c);
            let (a, b) = (spec.program(&case), sim.run_program(&case).unwrap().unwrap());
            // A jump into the middle of a word may make inputs on which an instruction is not defined.
            let open = spec.leaves_open(&case);
            assert!(open || a.agrees(&b), "{case}\nspec {a}\nsim  {b}");
        }
    }
}

proptest! {
    /// Any bytes are a case, and running it changes nothing for the next one.
    #[test]
    fn any_bytes_are_cases(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let op = OpCase::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        prop_assert!(op.decoded.is_some());
        let program = ProgramCase::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        // An engine is made for one instruction set: `misa` shows it.
        let mut spec = Specification::new(&program.isa);
        let first = spec.op(&op);
        prop_assert!(program.end() > CODE.into());
        let ran = spec.program(&program);
        prop_assert_eq!(spec.op(&op), first);
        prop_assert_eq!(spec.program(&program), ran);
    }
}
