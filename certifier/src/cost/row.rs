//! What every function costs, beside the same function with base instructions.

use std::collections::{BTreeMap, BTreeSet};

use kernels::object::{Linked, Symbol};
use semantics::insns::Insn;
use serde::Serialize;

use super::traced::{MAX_INSTRUCTIONS, Traced, traced};
use super::{CostError, units_of};
use crate::machine::{Core, Models, NoCoreRun};
use crate::measure::{extension_of, is_beyond_base, published};
use crate::subject::{Plan, Subject};

/// What one function of a kernel costs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The part of the kernel's id before the slash.
    pub cipher: String,
    /// The kernel.
    pub kernel: String,
    /// What the function may use.
    pub isa: String,
    /// Register width.
    pub xlen: u32,
    /// The function.
    pub function: String,
    /// What it computes.
    pub computes: String,
    /// That its manifest claims it to be constant-time.
    pub constant_time: bool,
    /// Cycles on the RTL core, from the retirement of its call to that of its return; none when it was not run there.
    pub core: Option<u64>,
    /// Cycles as the simulator's model of the in-order core predicts them.
    pub predicted: Option<u64>,
    /// Bytes of the message, or of the key stream; none for a key schedule.
    pub bytes: Option<usize>,
    /// Cycles for each of these bytes.
    pub cycles_per_byte: Option<f64>,
    /// Retired, from the first instruction to the `ret`, both included.
    pub instructions: u64,
    /// Bytes of its symbol and of those of the functions that it calls.
    pub code_bytes: u64,
    /// Bytes of the sections of constants that it reads.
    pub data_bytes: u64,
    /// Extensions of the instructions that it executes.
    pub extensions: Vec<String>,
    /// The RTL units that these instructions need beside a base core.
    pub units: Vec<String>,
    /// NAND2 equivalents of these units, flip-flops included; none until [`Row::add_area`], or without units.
    pub area: Option<f64>,
    /// Cycles by area.
    pub cycles_area: Option<f64>,
    /// The same function with base instructions; none for such a function itself.
    pub baseline: Option<Baseline>,
    /// What others have published.
    pub published: Option<PublishedFigure>,
}

/// The fastest function with the instructions of I and M only that computes the same on the same width.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Baseline {
    /// The kernel.
    pub kernel: String,
    /// Its cycles by those of the row; above 1 the row is faster.
    pub speed_up: Option<f64>,
    /// Its bytes of code and data by those of the row; above 1 the row is smaller.
    pub size_ratio: f64,
}

/// A figure of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedFigure {
    /// Retired instructions.
    pub instructions: u64,
    /// Cycles on the core of the source.
    pub cycles: Option<u64>,
    /// Document and core.
    pub source: &'static str,
}

impl Row {
    /// The core's cycles, or the predicted ones.
    pub fn cycles(&self) -> Option<u64> {
        self.core.or(self.predicted)
    }

    /// Bytes of code and data.
    pub fn size(&self) -> u64 {
        self.code_bytes + self.data_bytes
    }

    /// Adds up the areas of its units, which are given by unit and width. With one missing there is no area.
    pub fn add_area(&mut self, areas: &BTreeMap<(String, u32), f64>) {
        let of = |unit: &String| areas.get(&(unit.clone(), self.xlen)).copied();
        let sum: Option<f64> = self.units.iter().map(of).sum();
        self.area = sum.filter(|_| !self.units.is_empty());
        self.cycles_area = self.area.zip(self.cycles()).map(|(area, cycles)| area * cycles as f64);
    }
}

/// A row for every function of the subjects, in their order. Without a core the cycles are predicted ones.
///
/// # Errors
/// [`CostError`], when a function does not return, or does something else on the core.
pub fn rows(subjects: &[Subject], core: Option<&Core>, seed: u64) -> Result<Vec<Row>, CostError> {
    let models = Models::default();
    let mut rows = Vec::new();
    for subject in subjects {
        for plan in &subject.plans {
            rows.push(row(subject, plan, core, &models, seed)?);
        }
    }
    let baselines: Vec<_> = rows.iter().map(|row| baseline(row, &rows)).collect();
    for (row, baseline) in rows.iter_mut().zip(baselines) {
        row.baseline = baseline;
    }
    Ok(rows)
}

/// What a trace shows of a function.
#[derive(Default)]
struct Seen {
    /// By word, of instructions.
    words: BTreeSet<u32>,
    /// Addresses of instructions.
    addresses: BTreeSet<u64>,
    /// Addresses of sections of constants.
    sections: BTreeSet<u64>,
}

fn row(
    subject: &Subject,
    plan: &Plan,
    core: Option<&Core>,
    models: &Models,
    seed: u64,
) -> Result<Row, CostError> {
    let linked = &subject.linked;
    let mut seen = Seen::default();
    let traced = traced(subject, plan, seed, |commit, _| {
        seen.words.insert(commit.word);
        seen.addresses.insert(commit.pc);
        let read = commit.access.and_then(|access| {
            let holds = |base: u64, bytes: usize| access.addr.wrapping_sub(base) < bytes as u64;
            let mut data = linked.segments.iter().filter(|segment| !segment.executable);
            data.find(|segment| holds(segment.address, segment.bytes.len()))
        });
        seen.sections.extend(read.map(|segment| segment.address));
    })?;
    let on_core = core.map(|core| cycles_on(core, models, subject, plan, &traced)).transpose()?;
    let xlen = plan.isa.xlen();
    let ops: BTreeSet<Insn> =
        seen.words.iter().filter_map(|word| Some(subject.isa.decode(*word)?.insn)).collect();
    let extensions: BTreeSet<String> =
        seen.words.iter().filter_map(|word| extension_of(&subject.isa, *word)).collect();
    let extensions: Vec<_> = extensions.into_iter().collect();
    let units = units_of(ops.iter().map(|insn| insn.spec().name), xlen)?;
    let bytes = message_bytes(plan, &traced);
    let cycles = on_core.or(traced.cycles);
    let data = linked.segments.iter().filter(|segment| seen.sections.contains(&segment.address));
    let computes = &plan.function.computes;
    let published = published(xlen, computes, &extensions);
    Ok(Row {
        cipher: subject.id.split('/').next().unwrap_or_default().to_owned(),
        kernel: subject.id.clone(),
        isa: plan.isa.text().to_owned(),
        xlen,
        function: plan.function.name.clone(),
        computes: computes.clone(),
        constant_time: plan.function.constant_time,
        core: on_core,
        predicted: traced.cycles,
        bytes,
        cycles_per_byte: cycles.zip(bytes).map(|(cycles, bytes)| cycles as f64 / bytes as f64),
        instructions: traced.instructions,
        code_bytes: code_bytes(linked, plan.symbol, &seen.addresses),
        data_bytes: data.map(|segment| segment.bytes.len() as u64).sum(),
        units: units.into_iter().collect(),
        area: None,
        cycles_area: None,
        baseline: None,
        published: published.map(|figure| PublishedFigure {
            instructions: figure.instructions,
            cycles: figure.cycles,
            source: figure.source,
        }),
        extensions,
    })
}

/// The cycles of the same call on a core; none when it does not have what the function needs.
fn cycles_on(
    core: &Core,
    models: &Models,
    subject: &Subject,
    plan: &Plan,
    traced: &Traced,
) -> Result<u64, CostError> {
    let differs = |why: String| CostError::Core {
        kernel: subject.id.clone(),
        function: plan.function.name.clone(),
        why,
    };
    let run = models.call(core, plan, &traced.layout, &traced.call, MAX_INSTRUCTIONS);
    match run {
        Err(NoCoreRun::NotRun(why) | NoCoreRun::Failed(why)) => Err(differs(why)),
        Ok(run) if run.output != traced.output => {
            Err(differs("another result than the simulator's".to_owned()))
        }
        Ok(run) => Ok(run.cycles),
    }
}

/// Of the input that is the message; of the output, where there is none and no key that is expanded either.
fn message_bytes(plan: &Plan, traced: &Traced) -> Option<usize> {
    let reference = plan.binding.reference;
    let input = |name: &str| reference.inputs.iter().find(|input| input.name == name);
    let buffer = match input("in").or_else(|| input("block")) {
        Some(message) => Some(message),
        None if input("key").is_some() => None,
        None => Some(&reference.output),
    };
    let bytes = buffer.map(|buffer| plan.binding.bytes(buffer.extent, &traced.layout.lengths));
    bytes.filter(|bytes| *bytes > 0)
}

/// The bytes of a function's symbol, and of the least symbols of functions that hold the other instructions that it
/// executes.
fn code_bytes(linked: &Linked, own: Symbol, addresses: &BTreeSet<u64>) -> u64 {
    let holds = |symbol: &Symbol, pc: u64| pc.wrapping_sub(symbol.address) < symbol.size;
    let mut called = BTreeSet::new();
    for &pc in addresses.iter().filter(|pc| !holds(&own, **pc)) {
        let functions = linked.symbols.values().filter(|symbol| symbol.function);
        let least = functions.filter(|symbol| holds(symbol, pc)).min_by_key(|symbol| symbol.size);
        called.extend(least.map(|symbol| (symbol.address, symbol.size)));
    }
    own.size + called.iter().map(|(_, size)| size).sum::<u64>()
}

fn baseline(row: &Row, rows: &[Row]) -> Option<Baseline> {
    if !is_beyond_base(&row.extensions) {
        return None;
    }
    let same = |other: &&Row| other.computes == row.computes && other.xlen == row.xlen;
    let base = rows.iter().filter(same).filter(|other| !is_beyond_base(&other.extensions));
    let base = base.min_by_key(|other| (other.cycles().unwrap_or(u64::MAX), other.instructions))?;
    let cycles = base.cycles().zip(row.cycles());
    Some(Baseline {
        kernel: base.kernel.clone(),
        speed_up: cycles.map(|(base, own)| base as f64 / own as f64),
        size_ratio: base.size() as f64 / row.size() as f64,
    })
}
