//! Figures: instructions, bytes, stack, registers; ours beside each other and beside published ones.

mod compare;
mod published;

pub use compare::{Comparison, compare};
pub(crate) use compare::{is_beyond_base, published};
pub use published::{PUBLISHED, Published};

use std::collections::BTreeSet;

use semantics::isa::Isa;
use serde::Serialize;
use simulator::trace::Commit;

use crate::machine::{KEPT, Layout};
use crate::subject::Plan;

/// The cycles of a function, from the retirement of its call to that of its return, in memory without waits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cycles {
    /// On the RTL core.
    pub core: Option<u64>,
    /// As the simulator's model of the in-order core predicts them; none where the core lacks an instruction.
    pub predicted: Option<u64>,
    /// Why the core was not run, when it should have been.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_not: Option<String>,
}

impl Cycles {
    /// The core's own, or the predicted ones.
    pub fn best(&self) -> Option<u64> {
        self.core.or(self.predicted)
    }
}

/// ABI names of x0 to x31.
const NAMES: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4",
    "a5", "a6", "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4",
    "t5", "t6",
];

/// The figures of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    /// The lengths at which instructions, stack and registers were measured: the greatest ones.
    pub lengths: Vec<(String, u32)>,
    /// Retired, from the first instruction to the `ret`, both included: the least over all inputs that were run.
    pub min_instructions: u64,
    /// The most.
    pub max_instructions: u64,
    /// The size of its symbol. Functions may share code, and call others that are not counted here.
    pub code_bytes: u64,
    /// The deepest access below the stack pointer at the call.
    pub stack_bytes: u64,
    /// Caller-saved registers that it writes.
    pub clobbers: Vec<&'static str>,
    /// Callee-saved registers that it writes and restores.
    pub saves: Vec<&'static str>,
    /// Extensions of the instructions that it executes.
    pub extensions: Vec<String>,
    /// Cycles, for the greatest of a few inputs.
    pub cycles: Cycles,
}

/// Collects the figures while the checks run.
#[derive(Debug)]
pub(crate) struct Meter {
    /// By length argument.
    lengths: Vec<u32>,
    instructions: Option<(u64, u64)>,
    stack_bytes: u64,
    written: BTreeSet<u8>,
    extensions: BTreeSet<String>,
    cycles: Cycles,
}

impl Meter {
    /// Nothing yet, at these lengths.
    pub(crate) fn new(lengths: Vec<u32>) -> Self {
        Meter {
            lengths,
            instructions: None,
            stack_bytes: 0,
            written: BTreeSet::new(),
            extensions: BTreeSet::new(),
            cycles: Cycles::default(),
        }
    }

    /// Counts a call that returned, when it had the lengths of the measurement.
    pub(crate) fn count(&mut self, lengths: &[u32], instructions: u64) {
        if lengths != self.lengths {
            return;
        }
        let (min, max) = self.instructions.unwrap_or((instructions, instructions));
        self.instructions = Some((min.min(instructions), max.max(instructions)));
    }

    /// Notes the cycles of a call. When an earlier one took others, both.
    pub(crate) fn cycles(&mut self, cycles: Cycles) -> Option<(u64, u64)> {
        let (first, now) = (self.cycles.best(), cycles.best());
        if now > first || first.is_none() {
            self.cycles = cycles;
        }
        first.zip(now).filter(|(first, now)| first != now)
    }

    /// Reads a trace.
    pub(crate) fn trace(&mut self, plan: &Plan, layout: &Layout, commits: &[Commit]) {
        let top = layout.registers[2];
        let bottom = layout.regions.iter().find(|r| r.name == "stack").map_or(top, |r| r.base);
        for commit in commits {
            if let Some((register, _)) = commit.rd {
                self.written.insert(register);
            }
            if let Some(access) = commit.access
                && (bottom..top).contains(&access.addr)
            {
                self.stack_bytes = self.stack_bytes.max(top - access.addr);
            }
            self.extensions.extend(extension_of(&plan.isa, commit.word));
        }
    }

    /// The figures, when at least one call returned.
    pub(crate) fn finish(self, plan: &Plan) -> Option<Measured> {
        let (min_instructions, max_instructions) = self.instructions?;
        let kept = |register: &u8| KEPT.iter().any(|(number, _)| number == register);
        let name = |register: u8| NAMES[usize::from(register)];
        let written = self.written.iter().copied();
        let lengths = plan.function.lengths.iter().zip(&self.lengths);
        Some(Measured {
            lengths: lengths.map(|(length, value)| (length.name.clone(), *value)).collect(),
            min_instructions,
            max_instructions,
            code_bytes: plan.symbol.size,
            stack_bytes: self.stack_bytes,
            clobbers: written.clone().filter(|r| !kept(r)).map(name).collect(),
            saves: written.filter(kept).map(name).collect(),
            extensions: self.extensions.into_iter().collect(),
            cycles: self.cycles,
        })
    }
}

/// The declared extension, in lower case, that has the instruction.
pub(crate) fn extension_of(isa: &Isa, word: u32) -> Option<String> {
    let decoded = isa.decode(word)?;
    let own = decoded.insn.spec().extensions.iter().find(|name| isa.enables(name))?;
    Some(own.to_lowercase())
}
