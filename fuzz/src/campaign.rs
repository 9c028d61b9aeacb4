//! Many cases on many threads.

mod plan;
mod worker;

use crate::{
    coverage::{self, Coverage},
    dut::{Dut, NotReady},
    engine::{Broken, Skip},
    finding::{Finding, SaveError},
    generate::Side,
    isas,
};
use semantics::isa::Isa;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use plan::Plan;
pub use plan::{PlanError, selection};
use worker::Worker;

/// Case numbers are given out in blocks of this many; an engine is reset at the start of each.
pub const BLOCK: u64 = 1024;

/// How long the raw speed of a unit is measured.
const RAW: Duration = Duration::from_millis(200);

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The engine that is compared with the specification.
    pub dut: Dut,
    /// Instruction sets; the first of each register width is used most.
    pub isas: Vec<Isa>,
    /// Names of instructions, their beginnings, or names of extensions; empty for all.
    pub filter: Vec<String>,
    /// Which operands instructions get that are not defined on all; [`Side::Outside`] leaves all others out,
    /// and programs.
    pub side: Side,
    /// Programs only, on a memory without waits, and the cycles of each are compared with the core's model.
    pub cycles: bool,
    /// How many cases of this shard.
    pub cases: Option<u64>,
    /// How long.
    pub time: Option<Duration>,
    /// The seed.
    pub seed: u64,
    /// Which part of the case numbers: `i` of `n`, `i` from 0.
    pub shard: (u64, u64),
    /// Threads.
    pub jobs: usize,
    /// Findings that are kept of each instruction.
    pub findings_per_op: usize,
    /// Findings after which it stops.
    pub most_findings: usize,
    /// Where replay files and waveforms go; `None` to write none.
    pub folder: Option<PathBuf>,
    /// Where built models are kept.
    pub cache: PathBuf,
    /// Set by the caller to stop early; what was found is kept.
    pub stop: Arc<AtomicBool>,
}

impl Options {
    /// Every subset of extensions of both widths, or what a core has, one thread, seed 1, one finding an instruction; neither
    /// cases nor time are bounded.
    pub fn new(dut: Dut, cache: impl Into<PathBuf>) -> Self {
        let widths = isas::WIDTHS.into_iter().filter(|&xlen| dut.has_width(xlen));
        Options {
            isas: match &dut {
                // Each set of extensions is a model to build.
                Dut::Core { description, .. } => {
                    let isas = description.isas.iter();
                    isas.filter_map(|(_, isa)| Isa::parse(isa).ok()).collect()
                }
                _ => widths.flat_map(isas::subsets).collect(),
            },
            dut,
            filter: Vec::new(),
            side: Side::Inside,
            cycles: false,
            cases: None,
            time: None,
            seed: 1,
            shard: (0, 1),
            jobs: 1,
            findings_per_op: 1,
            most_findings: 100,
            folder: None,
            cache: cache.into(),
            stop: Arc::default(),
        }
    }
}

/// Something to show while it runs.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event {
    /// The engine is ready; this many instructions are compared.
    Started {
        /// Of all widths together.
        ops: usize,
    },
    /// This many cases were run so far.
    Progress {
        /// Since the start.
        cases: u64,
    },
    /// A difference.
    Found(Box<Finding>),
    /// A finding that could not be written; it is in the summary nevertheless.
    NotSaved(SaveError),
}

/// An instruction that was not compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotRun {
    /// Its name.
    pub op: String,
    /// Register width.
    pub xlen: u32,
    /// Why not.
    pub reason: Skip,
}

/// What came of a campaign.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Cases that both engines ran, a program counting as one.
    pub cases: u64,
    /// Differences, as many of an instruction as were asked for.
    pub findings: Vec<Finding>,
    /// Cases a second, building of models apart.
    pub cases_per_second: f64,
    /// How long it took, building of models apart.
    pub seconds: f64,
    /// Operations a second of the verilated model of a unit in a loop that only toggles its pins, on one
    /// thread; `None` for other engines.
    pub raw_per_second: Option<f64>,
    /// Cases that the engine left out, by reason.
    pub skipped: BTreeMap<Skip, u64>,
    /// Instructions of the selection that were not compared: they neither agree nor differ.
    pub not_run: Vec<NotRun>,
    /// Instructions that were compared, with their register widths.
    pub ops: Vec<(String, u32)>,
    /// Instruction sets that the engine cannot be told to have.
    pub isas_not_run: Vec<String>,
    /// Instructions that a core retired, those around the cases too; `None` for other engines.
    pub retired: Option<u64>,
    /// Which situations a core met, by instruction set.
    pub coverage: Vec<coverage::Report>,
}

/// Why a campaign did not run, or did not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The selection.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The engine is not there.
    #[error(transparent)]
    NotReady(#[from] NotReady),
    /// The engine broke.
    #[error(transparent)]
    Broken(#[from] Broken),
}

/// What the threads share.
struct Shared<'a> {
    options: &'a Options,
    plan: Plan,
    start: Instant,
    next_block: AtomicU64,
    cases: AtomicU64,
    /// Set when enough was found, or an engine broke.
    enough: AtomicBool,
    found: Mutex<Found>,
    on_event: &'a (dyn Fn(Event) + Sync),
}

#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    skipped: BTreeMap<Skip, u64>,
    /// By instruction set; of engines that count.
    met: Vec<Coverage>,
    retired: u64,
    error: Option<CampaignError>,
}

impl Found {
    /// Whether enough was found of this instruction, or at all.
    fn is_known(&self, op: &str, options: &Options) -> bool {
        let of_op = self.findings.iter().filter(|f| f.op == op).count();
        of_op >= options.findings_per_op || self.findings.len() >= options.most_findings
    }
}

impl Shared<'_> {
    /// The next block of this shard and how many of its cases to run, unless it is time to stop.
    fn block(&self) -> Option<(u64, u64)> {
        let options = self.options;
        let late = options.time.is_some_and(|time| self.start.elapsed() >= time);
        let told = options.stop.load(Ordering::Relaxed) || self.enough.load(Ordering::Relaxed);
        if late || told {
            return None;
        }
        let mine = self.next_block.fetch_add(1, Ordering::Relaxed);
        let left = options.cases.map_or(BLOCK, |cases| cases.saturating_sub(mine * BLOCK));
        let (i, n) = options.shard;
        (left > 0).then(|| (mine * n + i, left.min(BLOCK)))
    }
    fn found(&self) -> std::sync::MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Runs a campaign.
///
/// Cases are the same for a seed whatever the number of threads; which of several findings of one
/// instruction is kept may depend on it. `on_event` is called from all threads.
///
/// # Errors
/// A selection that is empty or does not exist, an engine that is not there or broke.
pub fn campaign(
    options: &Options,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<Summary, CampaignError> {
    let xlens = plan::widths(options)?;
    let ready = options.dut.prepare(&xlens, &options.cache)?;
    let plan = Plan::new(options, &ready)?;
    on_event(Event::Started { ops: plan.ops.len() });
    let shared = Shared {
        options,
        plan,
        start: Instant::now(),
        next_block: AtomicU64::new(0),
        cases: AtomicU64::new(0),
        enough: AtomicBool::new(false),
        found: Mutex::default(),
        on_event,
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.max(1) {
            scope.spawn(|| {
                if let Err(error) = Worker::new(&shared, &ready).and_then(|mut w| w.run()) {
                    shared.enough.store(true, Ordering::Relaxed);
                    shared.found().error.get_or_insert(error);
                }
            });
        }
    });
    let seconds = shared.start.elapsed().as_secs_f64();
    let found = shared.found.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(error) = found.error {
        return Err(error);
    }
    let cases = shared.cases.into_inner();
    let lanes = shared.plan.lanes.iter().zip(&found.met);
    let reports = lanes.map(|(lane, met)| met.report(&lane.isa, |insn| lane.ops.has(insn)));
    Ok(Summary {
        retired: (!found.met.is_empty()).then_some(found.retired),
        coverage: reports.collect(),
        cases,
        findings: found.findings,
        cases_per_second: cases as f64 / seconds,
        seconds,
        raw_per_second: ready.raw_rate(RAW),
        skipped: found.skipped,
        not_run: shared.plan.not_run,
        ops: shared.plan.ops,
        isas_not_run: shared.plan.isas_not_run,
    })
}
