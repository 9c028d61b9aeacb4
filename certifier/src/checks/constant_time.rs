//! Evidence of constant time: the traces of runs that differ in secrets only.
//!
//! Pc and addresses must agree, and so must the operands of instructions whose time may depend on them. This tests the
//! secrets that were tried; only a proof covers all.

use kernels::manifest::Leak;
use semantics::spec::Timing;
use simulator::trace::Commit;

use super::{Examiner, named};
use crate::finding::{Check, Deviation, Stage};
use crate::machine::{Placement, forbidden};
use crate::subject::{Case, Plan, explain};
use semantics::isa::Legality;

/// What an observer of time may see of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    pc: u64,
    address: Option<u64>,
    /// Values of both source registers, where its time may depend on them.
    operands: Option<(u64, u64)>,
}

/// Follows the registers, to know what instructions read.
struct Watcher<'a> {
    plan: &'a Plan,
    registers: [u64; 32],
}

impl Watcher<'_> {
    fn step(&mut self, commit: &Commit) -> Step {
        let decoded = self.plan.isa.decode(commit.word);
        let operands = decoded
            .filter(|decoded| decoded.insn.spec().timing == Timing::Operands)
            .map(|decoded| {
                let value = |register: u8| self.registers[usize::from(register)];
                (value(decoded.operands.rs1.0), value(decoded.operands.rs2.0))
            });
        if let Some((register, value)) = commit.rd {
            self.registers[usize::from(register)] = value;
        }
        Step { pc: commit.pc, address: commit.access.map(|access| access.addr), operands }
    }
}

/// A leak, and the first instruction that shows it.
struct Seen {
    kind: Leak,
    pc: u64,
    one: String,
    other: String,
}

/// What a trace shows beside the first one. After a different pc nothing can be compared.
struct Comparison<'a> {
    first: &'a [Step],
    at: usize,
    diverged: bool,
    seen: Vec<Seen>,
}

impl Comparison<'_> {
    fn step(&mut self, step: Step) {
        if self.diverged {
            return;
        }
        let first = self.first.get(self.at).copied();
        self.at += 1;
        let Some(first) = first.filter(|first| first.pc == step.pc) else {
            self.diverged = true;
            let branch = self.at.checked_sub(2).map_or(step.pc, |before| self.first[before].pc);
            let one =
                first.map_or("the end".to_owned(), |first| format!("goes on at {:#x}", first.pc));
            self.see(Leak::SecretBranch, branch, one, format!("goes on at {:#x}", step.pc));
            return;
        };
        if first.address != step.address {
            let text = |address: Option<u64>| format!("address {:#x}", address.unwrap_or_default());
            self.see(Leak::SecretAddress, step.pc, text(first.address), text(step.address));
        }
        if first.operands != step.operands {
            let text = |operands: Option<(u64, u64)>| {
                let (rs1, rs2) = operands.unwrap_or_default();
                format!("operands {rs1:#x}, {rs2:#x}")
            };
            self.see(Leak::SecretOperand, step.pc, text(first.operands), text(step.operands));
        }
    }

    fn see(&mut self, kind: Leak, pc: u64, one: String, other: String) {
        if self.seen.iter().all(|seen| seen.kind != kind) {
            self.seen.push(Seen { kind, pc, one, other });
        }
    }
}

impl Examiner<'_> {
    /// Traces at the greatest lengths, and at those before them, which may end in the middle of a block.
    pub(super) fn constant_time(&mut self) {
        let greatest = self.greatest();
        let lengths = self.plan.function.lengths.iter().zip(&greatest);
        let before: Vec<u32> =
            lengths.map(|(length, max)| max.saturating_sub(1).max(length.min)).collect();
        let (mut kinds, mut diverged) = (Vec::new(), false);
        self.traces(&greatest, true, &mut kinds, &mut diverged);
        if before != greatest {
            self.traces(&before, false, &mut kinds, &mut diverged);
        }
        self.tested.constant_time.observed = kinds.iter().map(|kind| leak_name(*kind)).collect();
        if self.tested.constant_time.runs > 1 {
            self.unseen_labels(&kinds, diverged);
        }
    }

    fn traces(
        &mut self,
        lengths: &[u32],
        measured: bool,
        kinds: &mut Vec<Leak>,
        diverged: &mut bool,
    ) {
        if self.ends() {
            return;
        }
        let base = self.case(2, lengths);
        let mut bench = self.bench(&Placement::strict(self.plan, lengths));
        let call = self.plan.binding.call(&base);
        let mut watcher =
            Watcher { plan: self.plan, registers: bench.layout.registers(self.plan, &call) };
        let mut first = Vec::new();
        let mut commits = Vec::new();
        let run = bench.run_traced(&call, |commit| {
            first.push(watcher.step(commit));
            commits.push(*commit);
        });
        let expected = self.plan.binding.expected(&base);
        self.judge(Stage::ConstantTime, &base, &run, &expected);
        if measured {
            self.meter.trace(self.plan, &bench.layout, &commits);
        }
        self.undeclared_instructions(&commits, &base);
        let any_secret = self.plan.binding.variables.iter().any(|variable| variable.secret);
        if !run.returned || !any_secret {
            return;
        }
        self.tested.constant_time.runs += 1;
        for number in 0..self.options.trace_runs {
            if self.ends() {
                return;
            }
            let case = self.other_secrets(&base, number);
            let call = self.plan.binding.call(&case);
            let registers = bench.layout.registers(self.plan, &call);
            let mut watcher = Watcher { plan: self.plan, registers };
            let mut comparison =
                Comparison { first: &first, at: 0, diverged: false, seen: Vec::new() };
            let run = bench.run_traced(&call, |commit| comparison.step(watcher.step(commit)));
            let Comparison { at, diverged: this, mut seen, .. } = comparison;
            if run.returned && !this && at < first.len() {
                let (one, other) =
                    (format!("goes on at {:#x}", first[at].pc), "returns".to_owned());
                let pc = first[at.saturating_sub(1)].pc;
                seen.push(Seen { kind: Leak::SecretBranch, pc, one, other });
            }
            let expected = self.plan.binding.expected(&case);
            self.judge(Stage::ConstantTime, &case, &run, &expected);
            self.tested.constant_time.runs += 1;
            *diverged |= this;
            for seen in seen {
                self.leak(&seen, &case);
                if !kinds.contains(&seen.kind) {
                    kinds.push(seen.kind);
                }
            }
        }
    }

    /// The same public values, other secrets: zeros, ones, then random ones.
    fn other_secrets(&mut self, base: &Case, number: usize) -> Case {
        let other = self.case(number, &base.lengths);
        let variables = self.plan.binding.variables.iter();
        let values = variables.zip(base.values.iter().zip(other.values));
        let values = values.map(
            |(variable, (base, other))| {
                if variable.secret { other } else { base.clone() }
            },
        );
        Case { lengths: base.lengths.clone(), values: values.collect() }
    }

    fn leak(&mut self, seen: &Seen, case: &Case) {
        if self.plan.function.leaks.contains(&seen.kind) {
            return;
        }
        let check = match seen.kind {
            Leak::SecretAddress => Check::SecretAddress,
            Leak::SecretBranch => Check::SecretBranch,
            Leak::SecretOperand => Check::SecretOperand,
        };
        let deviation = Deviation {
            check,
            pc: Some(seen.pc),
            place: leak_name(seen.kind).to_owned(),
            expected: format!("the same for all secrets: {}", seen.one),
            got: seen.other.clone(),
        };
        self.findings.add(Stage::ConstantTime, || named(self.plan, case), deviation);
    }

    /// A label that is not true warns of nothing and hides what is. Behind a secret branch nothing can be compared, so
    /// there only the branch itself is demanded.
    fn unseen_labels(&mut self, kinds: &[Leak], diverged: bool) {
        for label in &self.plan.function.leaks {
            if kinds.contains(label) || diverged {
                continue;
            }
            let deviation = Deviation {
                check: Check::LeakLabel,
                pc: None,
                place: leak_name(*label).to_owned(),
                expected: format!("traces that differ: the manifest says {}", leak_name(*label)),
                got: format!("none in {} runs", self.tested.constant_time.runs),
            };
            self.findings.add(Stage::ConstantTime, Vec::new, deviation);
        }
    }

    /// Executed words must be of the function's own ISA, which may be less than the object's.
    fn undeclared_instructions(&mut self, commits: &[Commit], case: &Case) {
        let isa = &self.plan.isa;
        for commit in commits {
            if let Legality::Illegal(why) = isa.legality(commit.word) {
                let (name, why) = explain(&why);
                let function = self.subject.function_at(commit.pc);
                let deviation = forbidden(isa.text(), function, commit.pc, commit.word, name, &why);
                self.findings.add(Stage::ConstantTime, || named(self.plan, case), deviation);
            }
        }
    }
}

/// The label as manifests write it.
pub(crate) fn leak_name(kind: Leak) -> &'static str {
    match kind {
        Leak::SecretAddress => "secret-address",
        Leak::SecretBranch => "secret-branch",
        Leak::SecretOperand => "secret-operand",
    }
}
