//! The checks of one function.

mod cases;
mod constant_time;
mod core;
mod drive;
mod messages;
mod vectors;

use std::sync::atomic::{AtomicBool, Ordering};

use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use simulator::Misaligned;

pub(crate) use cases::{greatest, random_case};
pub(crate) use constant_time::leak_name;
pub(crate) use drive::Driver;
pub(crate) use vectors::skipped;

use crate::Options;
use crate::certificate::{FunctionCertificate, Tested};
use crate::finding::{Check, Deviation, Finding, Findings, Stage, hex};
use crate::machine::{Bench, Models, Placement, Run, on_specification, policy_name};
use crate::measure::Meter;
use crate::proof::{Proof, proofs};
use crate::subject::{Case, Plan, Subject};
use crate::vectors::VectorSet;

/// Inputs for each pair of overlapping arguments.
const OVERLAP_INPUTS: usize = 4;

/// What the checks of a function came to.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) certificate: FunctionCertificate,
    pub(crate) findings: Vec<Finding>,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    /// That the caller's stop came before the end.
    pub(crate) interrupted: bool,
}

/// The surroundings of a check.
struct Examiner<'a> {
    subject: &'a Subject,
    plan: &'a Plan,
    options: &'a Options,
    rng: ChaCha8Rng,
    findings: Findings<'a>,
    meter: Meter,
    models: &'a Models,
    tested: Tested,
    /// The vector that is being run, for findings.
    vector: Option<String>,
}

/// Runs all checks of one function.
pub(crate) fn examine(
    subject: &Subject,
    plan: &Plan,
    vectors: &VectorSet,
    models: &Models,
    options: &Options,
) -> Outcome {
    let mut examiner = Examiner {
        subject,
        plan,
        options,
        rng: ChaCha8Rng::seed_from_u64(options.seed),
        findings: Findings::new(&subject.id, &plan.function.name, options.seed),
        meter: Meter::new(cases::greatest(plan)),
        models,
        tested: Tested::default(),
        vector: None,
    };
    let (passed, failed) = examiner.vectors(vectors);
    examiner.random();
    examiner.every_length();
    examiner.counters();
    examiner.splits();
    examiner.alignment();
    examiner.overlap();
    examiner.constant_time();
    examiner.specification();
    examiner.cycles();
    let proofs = examiner.proofs();
    Outcome {
        interrupted: examiner.stopped(),
        certificate: FunctionCertificate::new(
            subject,
            plan,
            proofs,
            examiner.tested,
            examiner.meter,
        ),
        findings: examiner.findings.list,
        passed,
        failed,
    }
}

impl<'a> Examiner<'a> {
    fn stopped(&self) -> bool {
        stopped(&self.options.stop)
    }

    /// No more runs: the caller asked to stop, or each run would last until the limit.
    fn ends(&self) -> bool {
        self.stopped() || self.findings.hangs()
    }

    fn bench(&self, placement: &Placement) -> Bench<'a> {
        let options = self.options;
        Bench::new(self.subject, self.plan, placement, options.seed, options.max_instructions)
    }

    /// Runs a case where everything is apart, and judges it.
    fn run_case(&mut self, stage: Stage, case: &Case) -> bool {
        let mut bench = self.bench(&Placement::strict(self.plan, &case.lengths));
        self.run_on(&mut bench, stage, case)
    }

    /// Runs a case on a bench of its lengths, and judges it.
    fn run_on(&mut self, bench: &mut Bench<'_>, stage: Stage, case: &Case) -> bool {
        let run = bench.run(&self.plan.binding.call(case));
        let expected = self.plan.binding.expected(case);
        self.judge(stage, case, &run, &expected)
    }

    /// Records what a run did, and what it should have given. Whether all was right.
    fn judge(&mut self, stage: Stage, case: &Case, run: &Run, expected: &[u8]) -> bool {
        let mut deviations = run.deviations.clone();
        if run.returned {
            self.meter.count(&case.lengths, run.instructions);
            if run.output != expected {
                let arg = &self.plan.function.args[self.plan.binding.output];
                deviations.push(Deviation {
                    check: Check::Result,
                    pc: None,
                    place: format!("buffer {}", arg.name),
                    expected: hex(expected),
                    got: hex(&run.output),
                });
            }
        }
        let right = deviations.is_empty();
        self.found(stage, case, deviations);
        right
    }

    fn found(&mut self, stage: Stage, case: &Case, deviations: Vec<Deviation>) {
        let vector = self.vector.iter().map(|vector| ("vector".to_owned(), vector.clone()));
        for deviation in deviations {
            let inputs = || named(self.plan, case).into_iter().chain(vector.clone()).collect();
            self.findings.add(stage, inputs, deviation);
        }
    }

    fn random(&mut self) {
        let mut bench: Option<Bench<'_>> = None;
        for number in 0..self.options.random_cases {
            if self.ends() {
                return;
            }
            let lengths = self.lengths(number);
            let case = self.case(number, &lengths);
            let mut fits = bench.take().filter(|bench| bench.layout.lengths == lengths);
            let used = match &mut fits {
                Some(bench) => bench,
                None => fits.insert(self.bench(&Placement::strict(self.plan, &lengths))),
            };
            self.run_on(used, Stage::Random, &case);
            bench = fits;
            self.tested.random += 1;
        }
    }

    /// Every argument at every allowed offset to a multiple of 16, alone and together, under both policies.
    fn alignment(&mut self) {
        let args = self.plan.function.args.len();
        let align = self.subject.manifest.align as usize;
        let case = self.case(2, &self.greatest());
        for misaligned in [Misaligned::Trap, Misaligned::Allowed] {
            self.tested.policies.push(policy_name(misaligned));
            for offset in (0..16).step_by(align) {
                let together = std::iter::once(vec![offset; args]);
                let alone = (0..args).filter(|_| offset != 0).map(|moved| {
                    (0..args).map(|arg| if arg == moved { offset } else { 0 }).collect()
                });
                for offsets in together.chain(alone) {
                    if self.ends() {
                        return;
                    }
                    let lengths = case.lengths.clone();
                    let placement = Placement { offsets, alias: None, misaligned, lengths };
                    let mut bench = self.bench(&placement);
                    self.run_on(&mut bench, Stage::Alignment, &case);
                    self.tested.alignment += 1;
                }
            }
        }
    }

    fn overlap(&mut self) {
        let function = &self.plan.function;
        let at = |name: &str| function.args.iter().position(|arg| arg.name == name);
        for (one, other) in &function.overlap {
            let alias = at(one).zip(at(other));
            for number in 0..OVERLAP_INPUTS {
                if self.ends() {
                    return;
                }
                // The greatest length, the least, then any.
                let lengths = self.lengths(1_usize.abs_diff(number));
                let case = self.case(number, &lengths);
                let placement = Placement { alias, ..Placement::strict(self.plan, &lengths) };
                let mut bench = self.bench(&placement);
                self.run_on(&mut bench, Stage::Overlap, &case);
                self.tested.overlap += 1;
            }
        }
    }

    /// What holds for all inputs. Wrong results are not proved right: that was tried before.
    fn proofs(&mut self) -> Vec<Proof> {
        let wrong = |finding: &Finding| finding.check == Check::Result;
        if !self.options.proofs || self.ends() || self.findings.list.iter().any(wrong) {
            return Vec::new();
        }
        let (seed, limit) = (self.options.seed, self.options.max_instructions);
        let (proofs, wrong) = proofs(self.subject, self.plan, seed, limit);
        for (case, deviation) in wrong {
            match case {
                Some(case) => self.found(Stage::Proof, &case, vec![deviation]),
                None => self.findings.add(Stage::Proof, Vec::new, deviation),
            }
        }
        proofs
    }

    /// The specification machine must do the same: result, registers and number of instructions.
    fn specification(&mut self) {
        // Instructions outside the declared ISA mean something to one of the two only.
        if self.findings.list.iter().any(|finding| finding.check == Check::Isa) {
            return;
        }
        for number in 0..self.options.specification_cases {
            if self.ends() {
                return;
            }
            let lengths = self.lengths(number);
            let case = self.case(number, &lengths);
            let call = self.plan.binding.call(&case);
            let mut bench = self.bench(&Placement::strict(self.plan, &lengths));
            let run = bench.run(&call);
            let limit = self.options.max_instructions;
            let spec = on_specification(self.plan, &bench.layout, &call, limit);
            self.tested.specification += 1;
            let returned = spec.trap.is_none() && !spec.unfinished;
            let differs = |place: &str, expected: String, got: String| Deviation {
                check: Check::Specification,
                pc: spec.trap.map(|(_, pc)| pc),
                place: place.to_owned(),
                expected: format!("as the specification: {expected}"),
                got: format!("simulator: {got}"),
            };
            let mut found = Vec::new();
            if returned != run.returned {
                let name = |returned| if returned { "returns" } else { "does not return" };
                found.push(differs("end", name(returned).into(), name(run.returned).into()));
            } else if returned {
                if spec.output != run.output {
                    found.push(differs("output", hex(&spec.output), hex(&run.output)));
                }
                if spec.instructions != run.instructions {
                    let (expected, got) = (spec.instructions, run.instructions);
                    found.push(differs("instructions", expected.to_string(), got.to_string()));
                }
                if spec.registers != run.registers {
                    let (expected, got) = (spec.registers, run.registers);
                    let place = (0..32).find(|r| expected[*r] != got[*r]).unwrap_or_default();
                    let text = |value: u64| format!("x{place} = {value:#x}");
                    found.push(differs("registers", text(expected[place]), text(got[place])));
                }
            }
            for deviation in found {
                self.findings.add(Stage::Specification, || named(self.plan, &case), deviation);
            }
        }
    }
}

/// The lengths and values by their names, for a report.
fn named(plan: &Plan, case: &Case) -> Vec<(String, String)> {
    let lengths = plan.function.lengths.iter().zip(&case.lengths);
    let lengths = lengths.map(|(length, value)| (length.name.clone(), value.to_string()));
    let names = plan.binding.variables.iter().map(|variable| variable.name.clone());
    lengths.chain(names.zip(case.values.iter().map(|value| hex(value)))).collect()
}

pub(crate) fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}
