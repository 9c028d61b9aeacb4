//! Which block runs what.

use super::{NotRun, Options};
use crate::{
    dut::{NotReady, Ready},
    engine::{Skip, View},
    generate::{OpGenerator, Picked, ProgramGenerator, Side},
    isas::WIDTHS,
};
use semantics::{insns::Insn, isa::Isa};

/// Why there is nothing to run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A name that is no instruction.
    #[error("no instruction is named `{name}` or begins so{}", hint(near.as_deref()))]
    UnknownOp {
        /// As given.
        name: String,
        /// The nearest name.
        near: Option<String>,
    },
    /// The engine has none of the instructions that were selected.
    #[error("{dut} implements nothing of the selection itself: {}", reasons(not_run))]
    NoIndependentEngine {
        /// The engine.
        dut: String,
        /// What was selected.
        not_run: Vec<NotRun>,
    },
    /// The engine has none of the instruction sets.
    #[error("{dut} has none of the instruction sets that were asked for: {}", isas.join(", "))]
    NoIsa {
        /// The engine.
        dut: String,
        /// What was asked for.
        isas: Vec<String>,
    },
    /// Operands outside those on which instructions are defined were asked for.
    #[error("every instruction of the selection is defined on all inputs")]
    NoOutside,
    /// Cycles were to be compared.
    #[error("nothing predicts the cycles of {dut}")]
    NoCycles {
        /// The engine.
        dut: String,
    },
    /// A shard that does not exist.
    #[error("there is no shard {0} of {1}; they are numbered from 0")]
    Shard(u64, u64),
    /// The engine.
    #[error(transparent)]
    NotReady(#[from] NotReady),
}

fn hint(near: Option<&str>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

fn reasons(not_run: &[NotRun]) -> String {
    let one = |n: &NotRun| format!("{} on RV{} ({})", n.op, n.xlen, n.reason);
    let some: Vec<_> = not_run.iter().take(4).map(one).collect();
    let more =
        if not_run.len() > 4 { format!(", and {} more", not_run.len() - 4) } else { String::new() };
    some.join(", ") + &more
}

/// The generators of one instruction set.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) isa: Isa,
    pub(super) ops: OpGenerator,
    /// For engines that run programs.
    programs: Option<ProgramGenerator>,
}

/// What a block runs.
pub(super) enum Work<'a> {
    Ops(usize, &'a OpGenerator),
    Programs(usize, &'a ProgramGenerator),
}

/// The instruction sets of a campaign, with their generators.
#[derive(Debug)]
pub(super) struct Plan {
    /// The first of each width, then the others.
    pub(super) lanes: Vec<Lane>,
    /// How many are the first of their width.
    first: usize,
    /// Every block has programs.
    only_programs: bool,
    pub(super) not_run: Vec<NotRun>,
    pub(super) ops: Vec<(String, u32)>,
    pub(super) isas_not_run: Vec<String>,
}

/// The register widths to prepare.
pub(super) fn widths(options: &Options) -> Result<Vec<u32>, PlanError> {
    let (i, n) = options.shard;
    if i >= n {
        return Err(PlanError::Shard(i, n));
    }
    let fits = |x: u32| move |isa: &Isa| isa.xlen() == x && options.dut.has_isa(isa);
    let all: Vec<_> = WIDTHS.into_iter().filter(|&x| options.isas.iter().any(fits(x))).collect();
    let none = || PlanError::NoIsa {
        dut: options.dut.to_string(),
        isas: options.isas.iter().map(|isa| isa.text().to_owned()).collect(),
    };
    if all.is_empty() { Err(none()) } else { Ok(all) }
}

/// The instructions that a filter names: exactly, or else by their beginning, or else by extension; all without
/// one.
///
/// # Errors
/// A name that is none.
pub fn selection(filter: &[String]) -> Result<Vec<Insn>, PlanError> {
    let mut selected = Vec::new();
    for name in filter {
        let begin = |i: &Insn| i.spec().name.starts_with(name.as_str());
        let found: Vec<_> = match Insn::named(name) {
            Some(insn) => vec![insn],
            None => Insn::all().iter().copied().filter(begin).collect(),
        };
        let of = |i: &Insn| i.spec().extensions.iter().any(|e| e.eq_ignore_ascii_case(name));
        let found =
            if found.is_empty() { Insn::all().iter().copied().filter(of).collect() } else { found };
        if found.is_empty() {
            let score = |n: &str| strsim::jaro_winkler(name, n);
            let names = Insn::all().iter().map(|i| i.spec().name);
            let near = names.max_by(|a, b| score(a).total_cmp(&score(b)));
            let near = near.filter(|n| score(n) > 0.7).map(str::to_owned);
            return Err(PlanError::UnknownOp { name: name.clone(), near });
        }
        selected.extend(found);
    }
    Ok(if filter.is_empty() { Insn::all().to_vec() } else { selected })
}

impl Plan {
    pub(super) fn new(options: &Options, ready: &Ready) -> Result<Plan, PlanError> {
        let mut selected = selection(&options.filter)?;
        if options.side == Side::Outside {
            selected.retain(|insn| !insn.inputs().is_any());
            if selected.is_empty() {
                return Err(PlanError::NoOutside);
            }
        }
        let mut plan = Plan {
            lanes: Vec::new(),
            first: 0,
            only_programs: options.cycles,
            not_run: Vec::new(),
            ops: Vec::new(),
            isas_not_run: Vec::new(),
        };
        let mut seen = Vec::new();
        for isa in &options.isas {
            if !options.dut.has_isa(isa) {
                plan.isas_not_run.push(isa.text().to_owned());
                continue;
            }
            let mut engine = ready.open(isa)?;
            if options.cycles && !engine.compare_cycles() {
                return Err(PlanError::NoCycles { dut: options.dut.to_string() });
            }
            let picked = match engine.view() {
                View::Hart => Picked::Any,
                View::Result => Picked::Fixed,
            };
            let wanted = |i: Insn| selected.contains(&i) && engine.implements(i).is_ok();
            let first = !seen.contains(&isa.xlen());
            if first {
                seen.push(isa.xlen());
                plan.account(isa, &selected, options.filter.is_empty(), |i| engine.implements(i));
            }
            let Ok(ops) = OpGenerator::new(isa, picked, wanted) else { continue };
            let ops = ops.on(options.side);
            let hart = engine.view() == View::Hart && options.side == Side::Inside;
            let programs = hart.then(|| ProgramGenerator::new(&ops));
            let lane = Lane { isa: isa.clone(), ops, programs };
            if first {
                plan.lanes.insert(plan.first, lane);
                plan.first += 1;
            } else {
                plan.lanes.push(lane);
            }
        }
        if plan.lanes.is_empty() {
            let dut = options.dut.to_string();
            return Err(PlanError::NoIndependentEngine { dut, not_run: plan.not_run });
        }
        Ok(plan)
    }
    /// Notes what is compared and what is not. What a unit never meant to have is not missing, unless it
    /// was asked for by name.
    fn account(
        &mut self,
        isa: &Isa,
        selected: &[Insn],
        all: bool,
        implements: impl Fn(Insn) -> Result<(), Skip>,
    ) {
        for insn in isa.insns().filter(|i| selected.contains(i)) {
            let (op, xlen) = (insn.spec().name.to_owned(), isa.xlen());
            match implements(insn) {
                Ok(()) => self.ops.push((op, xlen)),
                Err(Skip::NotInUnit) if all => {}
                Err(reason) => self.not_run.push(NotRun { op, xlen, reason }),
            }
        }
    }
    /// Two blocks of three are single instructions; every other time, all instructions are on, and in
    /// between the other instruction sets take turns.
    pub(super) fn work(&self, block: u64) -> Work<'_> {
        let (turn, kind) = if self.only_programs { (block, 2) } else { (block / 3, block % 3) };
        let others = self.lanes.len() - self.first;
        let k = if self.first > 0 && (turn % 2 == 0 || others == 0) {
            (turn / 2 + turn % 2) as usize % self.first
        } else {
            self.first + (turn / 2) as usize % others
        };
        let lane = &self.lanes[k];
        match &lane.programs {
            Some(programs) if kind == 2 || self.only_programs => Work::Programs(k, programs),
            _ => Work::Ops(k, &lane.ops),
        }
    }
}
