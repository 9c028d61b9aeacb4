//! What the libFuzzer targets call, and the inputs that they start from.
//!
//! An input is choices of the generators, byte by byte, so every input is a case and a mutated input is a
//! near one. The environment variable [`BUG`] plants a bug into the simulator, for the test that libFuzzer
//! finds it.

use crate::{
    case::{OpCase, OpSequence, ProgramCase},
    compare::{Case, Pair},
    dut::Dut,
    engine::Simulator,
    generate::{Choices, Seeded, SplitMix, full_isa, input_of},
    layout::CSRS,
};
use semantics::{
    asm, decode,
    insns::Insn,
    spec::{Given, Reg},
};
use std::cell::RefCell;

/// Names a planted bug, as in `rvassay fuzz`.
pub const BUG: &str = "RVASSAY_SEEDED_BUG";

thread_local! {
    /// For RV32 and RV64.
    static PAIRS: RefCell<[Pair; 2]> = RefCell::new([32, 64].map(|xlen| {
        let bug = std::env::var(BUG).ok();
        let bug = match Dut::named("sim", bug.as_deref()) {
            Ok(Dut::Simulator(bug)) => bug,
            Ok(_) => None,
            Err(error) => panic!("{BUG}: {error}"),
        };
        let isa = full_isa(xlen);
        Pair::new(isa, Box::new(Simulator::new(isa, bug)))
    }));
}

/// Runs one instruction on both.
///
/// # Panics
/// When they differ: that is how libFuzzer learns it.
pub fn op(case: OpCase) {
    let isa = full_isa(case.xlen);
    run(&Case::Ops(OpSequence { isa: isa.clone(), cases: vec![case] }));
}

/// Runs a program on both.
///
/// # Panics
/// When they differ: that is how libFuzzer learns it.
pub fn program(case: &ProgramCase) {
    run(&Case::Program(Box::new(case.clone())));
}

fn run(case: &Case) {
    PAIRS.with_borrow_mut(|pairs| {
        let pair = &mut pairs[usize::from(case.isa().xlen() == 64)];
        match pair.difference(case) {
            Ok(None) => {}
            Ok(Some(difference)) => panic!("{case}\n{difference}"),
            Err(broken) => panic!("{broken}"),
        }
    });
}

/// The stored inputs of `spec_vs_sim_op`, with their file names: the first worked example of every
/// instruction.
pub fn op_inputs() -> Vec<(String, Vec<u8>)> {
    let input = |&insn: &Insn| {
        let example = insn.spec().examples.iter().find(|e| [32, 64].contains(&e.xlen))?;
        // An example that does not assemble is an error of the specification's own tests.
        let d = asm::assemble(example.asm, example.xlen).ok()?;
        let word = decode::encode(d.insn, &d.operands, example.xlen)?;
        let rs3 = example.also.iter().find_map(|given| match *given {
            Given::X(r, v) if Reg(r) == d.operands.rs3 => Some(v),
            _ => None,
        });
        let values = [example.rs1, example.rs2, rs3.unwrap_or(0)];
        let csrs = CSRS.map(|number| {
            let held = example.also.iter().find_map(|given| match *given {
                Given::Csr(n, v) if n == number => Some(v),
                _ => None,
            });
            held.unwrap_or(0)
        });
        let case = OpCase::new(full_isa(example.xlen), word, values).with_csrs(csrs);
        Some((insn.spec().name.to_owned(), input_of(&case)))
    };
    Insn::all().iter().filter_map(input).collect()
}

/// The stored inputs of `spec_vs_sim_program`, with their file names: choices by chance, for programs of
/// all lengths.
pub fn program_inputs() -> Vec<(String, Vec<u8>)> {
    let input = |(k, mut c): (usize, SplitMix)| {
        let bytes = (0..64).flat_map(|_| c.bits().to_le_bytes()).collect();
        (format!("chance-{k:02}"), bytes)
    };
    Seeded::new(1, 0).take(24).enumerate().map(input).collect()
}
