//! The checks of one function.

mod constant_time;
mod vectors;

use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use simulator::Misaligned;

pub(crate) use constant_time::leak_name;
pub(crate) use vectors::skipped;

use crate::Options;
use crate::certificate::{FunctionCertificate, Tested};
use crate::finding::{Check, Deviation, Finding, Findings, Stage, hex};
use crate::machine::{Bench, Placement, Run, on_specification, policy_name};
use crate::measure::Meter;
use crate::proof::{Proof, proofs};
use crate::subject::{Plan, Subject};
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
    tested: Tested,
    /// The vector that is being run, for findings.
    vector: Option<String>,
}

/// Runs all checks of one function.
pub(crate) fn examine(
    subject: &Subject,
    plan: &Plan,
    vectors: &VectorSet,
    options: &Options,
) -> Outcome {
    let mut examiner = Examiner {
        subject,
        plan,
        options,
        rng: ChaCha8Rng::seed_from_u64(options.seed),
        findings: Findings::new(&subject.id, &plan.function.name, options.seed),
        meter: Meter::default(),
        tested: Tested::default(),
        vector: None,
    };
    let (passed, failed) = examiner.vectors(vectors);
    examiner.random();
    examiner.alignment();
    examiner.overlap();
    examiner.constant_time();
    examiner.specification();
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

    /// A value for every variable. The first ones are all zeros and all ones.
    fn values(&mut self, number: usize) -> Vec<Vec<u8>> {
        let variables = &self.plan.binding.variables;
        let rng = &mut self.rng;
        let value = |bytes| match number {
            0 => vec![0; bytes],
            1 => vec![0xff; bytes],
            _ => {
                let mut value = vec![0; bytes];
                rng.fill_bytes(&mut value);
                value
            }
        };
        variables.iter().map(|variable| variable.bytes).map(value).collect()
    }

    /// Records what a run did, and what it should have given. Whether all was right.
    fn judge(&mut self, stage: Stage, values: &[Vec<u8>], run: &Run, expected: &[u8]) -> bool {
        let mut deviations = run.deviations.clone();
        if run.returned {
            self.meter.count(run.instructions);
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
        let vector = self.vector.iter().map(|vector| ("vector".to_owned(), vector.clone()));
        for deviation in deviations {
            let inputs = || named(self.plan, values).into_iter().chain(vector.clone()).collect();
            self.findings.add(stage, inputs, deviation);
        }
        right
    }

    fn random(&mut self) {
        let mut bench = self.bench(&Placement::strict(self.plan));
        for number in 0..self.options.random_cases {
            if self.ends() {
                return;
            }
            let values = self.values(number);
            let run = bench.run(&self.plan.binding.contents(&values));
            let expected = self.plan.binding.expected(&values);
            self.judge(Stage::Random, &values, &run, &expected);
            self.tested.random += 1;
        }
    }

    /// Every argument at every allowed offset to a multiple of 16, alone and together, under both policies.
    fn alignment(&mut self) {
        let args = self.plan.function.args.len();
        let align = self.subject.manifest.align as usize;
        let values = self.values(2);
        let contents = self.plan.binding.contents(&values);
        let expected = self.plan.binding.expected(&values);
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
                    let placement = Placement { offsets, alias: None, misaligned };
                    let run = self.bench(&placement).run(&contents);
                    self.judge(Stage::Alignment, &values, &run, &expected);
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
            let placement = Placement { alias, ..Placement::strict(self.plan) };
            let mut bench = self.bench(&placement);
            for number in 0..OVERLAP_INPUTS {
                if self.ends() {
                    return;
                }
                let values = self.values(number);
                let run = bench.run(&self.plan.binding.contents(&values));
                let expected = self.plan.binding.expected(&values);
                self.judge(Stage::Overlap, &values, &run, &expected);
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
        let (proofs, deviations) = proofs(self.subject, self.plan, seed, limit);
        for deviation in deviations {
            self.findings.add(Stage::Proof, Vec::new, deviation);
        }
        proofs
    }

    /// The specification machine must do the same: result, registers and number of instructions.
    fn specification(&mut self) {
        // Instructions outside the declared ISA mean something to one of the two only.
        if self.findings.list.iter().any(|finding| finding.check == Check::Isa) {
            return;
        }
        let mut bench = self.bench(&Placement::strict(self.plan));
        for number in 0..self.options.specification_cases {
            if self.ends() {
                return;
            }
            let values = self.values(number);
            let contents = self.plan.binding.contents(&values);
            let run = bench.run(&contents);
            let limit = self.options.max_instructions;
            let spec = on_specification(self.plan, &bench.layout, &contents, limit);
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
                self.findings.add(Stage::Specification, || named(self.plan, &values), deviation);
            }
        }
    }
}

/// The values by their names, for a report.
fn named(plan: &Plan, values: &[Vec<u8>]) -> Vec<(String, String)> {
    let names = plan.binding.variables.iter().map(|variable| variable.name.clone());
    names.zip(values.iter().map(|value| hex(value))).collect()
}

pub(crate) fn stopped(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}
