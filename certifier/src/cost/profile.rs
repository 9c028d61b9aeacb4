//! Where the cycles of a function go.

use std::collections::BTreeMap;

use serde::Serialize;

use super::traced::traced;
use super::{Class, CostError};
use crate::subject::Subject;

/// The cycles of one call of a function, by class of instruction and by label.
///
/// The cycles of an instruction are those from the retirement of the one before it to its own, the first one's those
/// from its call. Each class has one cycle for each of its instructions; what they take beyond that is
/// [`Class::Stall`]. A jump's refetch so counts with the instruction that is jumped to. Labels have all cycles of
/// their instructions. Either list adds up to `cycles` and to `instructions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Profile {
    /// The kernel.
    pub kernel: String,
    /// The function.
    pub function: String,
    /// Its ISA string.
    pub isa: String,
    /// By name: the lengths of the call.
    pub lengths: Vec<(String, u32)>,
    /// Retired.
    pub instructions: u64,
    /// As the simulator's model of the in-order core predicts them.
    pub cycles: u64,
    /// By class, in the order of [`Class`]; none is empty.
    pub classes: Vec<Share>,
    /// By the nearest symbol before the instruction, in the order of addresses; none is empty.
    pub labels: Vec<Share>,
}

/// A part of a profile.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The class or the label.
    pub name: String,
    /// Instructions; none are a stall.
    pub instructions: u64,
    /// Cycles.
    pub cycles: u64,
}

/// Profiles a function, on inputs that depend on the seed.
///
/// # Errors
/// [`CostError`], when there is no such function, or when it does not return or cannot be predicted.
pub fn profile(subject: &Subject, function: &str, seed: u64) -> Result<Profile, CostError> {
    let plan = subject.plans.iter().find(|plan| plan.function.name == function);
    let name = || (subject.id.clone(), function.to_owned());
    let plan = plan.ok_or_else(|| {
        let (kernel, function) = name();
        CostError::NoFunction { kernel, function }
    })?;
    let labels = labels(subject, function);
    let label_at = |pc: u64| labels.range(..=pc).next_back().map_or("", |(_, name)| *name);

    let mut kinds: BTreeMap<u32, Class> = BTreeMap::new();
    let mut classes: BTreeMap<Class, Share> = BTreeMap::new();
    let mut by_label: BTreeMap<u64, Share> = BTreeMap::new();
    let traced = traced(subject, plan, seed, |commit, cycles| {
        let class = *kinds.entry(commit.word).or_insert_with(|| {
            let decoded = subject.isa.decode(commit.word);
            decoded.map_or(Class::System, |decoded| Class::of(decoded.insn))
        });
        let cycles = cycles.unwrap_or(1);
        let own = classes.entry(class).or_default();
        own.instructions += 1;
        own.cycles += 1;
        classes.entry(Class::Stall).or_default().cycles += cycles - 1;
        let start = labels.range(..=commit.pc).next_back().map_or(0, |(address, _)| *address);
        let label = by_label.entry(start).or_default();
        label.instructions += 1;
        label.cycles += cycles;
    })?;
    let cycles = traced.cycles.ok_or_else(|| {
        let (kernel, function) = name();
        CostError::NotPredicted { kernel, function }
    })?;
    let lengths = plan.function.lengths.iter().zip(&traced.layout.lengths);
    Ok(Profile {
        kernel: subject.id.clone(),
        function: function.to_owned(),
        isa: plan.isa.text().to_owned(),
        lengths: lengths.map(|(length, value)| (length.name.clone(), *value)).collect(),
        instructions: traced.instructions,
        cycles,
        classes: classes
            .into_iter()
            .filter(|(_, share)| share.cycles > 0)
            .map(|(class, share)| Share { name: class.name().to_owned(), ..share })
            .collect(),
        labels: by_label
            .into_iter()
            .map(|(address, share)| Share { name: label_at(address).to_owned(), ..share })
            .collect(),
    })
}

/// The symbols of the code, one an address: the profiled function, or a function, before others.
fn labels<'a>(subject: &'a Subject, profiled: &str) -> BTreeMap<u64, &'a str> {
    let code = |address: u64| {
        let holds = |base: u64, bytes: usize| address.wrapping_sub(base) < bytes as u64;
        let mut segments = subject.linked.segments.iter().filter(|segment| segment.executable);
        segments.any(|segment| holds(segment.address, segment.bytes.len()))
    };
    let mut symbols: Vec<_> =
        subject.linked.symbols.iter().filter(|(_, symbol)| code(symbol.address)).collect();
    symbols.sort_by_key(|(name, symbol)| (*name == profiled, symbol.function));
    symbols.into_iter().map(|(name, symbol)| (symbol.address, name.as_str())).collect()
}
