//! `fuzz`: an engine against the specification.

mod sweep;
mod timing;

use crate::{
    cache,
    cli::Fuzz,
    failure::{self, Failure},
    interrupt,
    output::{Outcome, Output},
    progress,
};
use ::fuzz::{
    campaign::{self, CampaignError, Event, NotRun, Options, PlanError, Summary},
    coverage::Report,
    dut::{Dut, NotReady, Ready},
    engine::Skip,
    generate::Side,
    replay::{Replay, ReplayFailure, Replayed},
};
use semantics::{insns::Insn, isa::Isa};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// Cases of a run that bounds neither them nor the time.
const CASES: u64 = 1_000_000;

#[derive(Serialize)]
pub(crate) struct Counts {
    pub(crate) cases: u64,
    pub(crate) findings: usize,
    cases_per_second: f64,
    /// What the verilated model alone does in a second; only for units.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_per_second: Option<f64>,
    seconds: f64,
    pub(crate) seed: u64,
    /// Instructions that were compared, counted once a register width.
    pub(crate) ops: usize,
    skipped: BTreeMap<Skip, u64>,
    not_run: Vec<NotRun>,
    /// Instructions that a core retired; only for cores.
    #[serde(skip_serializing_if = "Option::is_none")]
    retired: Option<u64>,
    /// Which situations a core met, by register width, and which not; only for cores.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    coverage: Vec<Report>,
}

pub(crate) fn run(args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    match (&args.replay, args.sweep) {
        (Some(file), _) => replay(file, args, output),
        (None, Some(samples)) => sweep::run(args, samples, output),
        (None, None) if args.timing => timing::run(args, output),
        (None, None) => explore(args, output),
    }
}

fn could_not_open(error: NotReady) -> Failure {
    Failure::Campaign(CampaignError::NotReady(error))
}

/// The engine, and the instruction sets to open it for: what was asked for, or the whole of what it has.
fn opened(args: &Fuzz) -> Result<(Ready, Vec<Isa>), Failure> {
    let dut = Dut::named(&args.dut, args.bug.as_deref()).map_err(Failure::Dut)?;
    let isas = match (&args.isa, &dut) {
        (Some(isa), _) => vec![failure::isa(isa)?],
        (None, Dut::Core { description, .. }) => {
            let own = description.isas.iter().map(|(_, isa)| failure::isa(isa));
            own.collect::<Result<_, _>>()?
        }
        (None, _) => {
            [32, 64].into_iter().filter(|&x| dut.has_width(x)).map(Isa::modelled).collect()
        }
    };
    if let Some(isa) = isas.iter().find(|isa| !dut.has_isa(isa)) {
        let (dut, isas) = (dut.to_string(), vec![isa.text().to_owned()]);
        return Err(Failure::Campaign(CampaignError::Plan(PlanError::NoIsa { dut, isas })));
    }
    let xlens: Vec<_> = isas.iter().map(Isa::xlen).collect();
    let ready = dut.prepare(&xlens, &cache::folder("rtl")).map_err(could_not_open)?;
    Ok((ready, isas))
}

/// The instructions that the filter names.
fn selected(args: &Fuzz) -> Result<Vec<Insn>, Failure> {
    let filter: Vec<_> = args.filter.iter().cloned().collect();
    campaign::selection(&filter).map_err(|error| Failure::Campaign(CampaignError::Plan(error)))
}

fn explore(args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    let stop = interrupt::stop_flag()?;
    let summary = compare(args, stop, output.is_json())?;
    for finding in &summary.findings {
        output.item(finding, finding)?;
    }
    let counts = counts(args, &summary);
    let outcome = outcome(&summary);
    output.summary(&counts, text(&args.dut, &counts))?;
    Ok(outcome)
}

/// Runs the campaign, with a progress bar.
pub(crate) fn compare(args: &Fuzz, stop: Arc<AtomicBool>, json: bool) -> Result<Summary, Failure> {
    let dut = Dut::named(&args.dut, args.bug.as_deref()).map_err(Failure::Dut)?;
    let mut options = Options::new(dut, cache::folder("rtl"));
    if let Some(isa) = &args.isa {
        options.isas = vec![failure::isa(isa)?];
    }
    options.filter = args.filter.iter().cloned().collect();
    options.side = if args.outside { Side::Outside } else { Side::Inside };
    options.cycles = args.cycles;
    options.time = args.seconds.map(Duration::from_secs);
    options.cases = args.cases.or(if args.seconds.is_none() { Some(CASES) } else { None });
    options.seed = args.seed;
    options.shard = args.shard.unwrap_or((0, 1));
    options.jobs = args.jobs.unwrap_or(1);
    options.folder = Some(args.findings.clone());
    options.stop = stop;

    let bar = progress::bar(options.cases.unwrap_or(0), "fuzz", json);
    let summary = campaign::campaign(&options, &|event| match event {
        Event::Progress { cases } => bar.set_position(cases),
        Event::Found(finding) => bar.set_message(format!("difference in {}", finding.op)),
        Event::NotSaved(error) => bar.suspend(|| eprintln!("warning: {error}")),
        _ => {}
    });
    bar.finish_and_clear();
    summary.map_err(Failure::Campaign)
}

pub(crate) fn counts(args: &Fuzz, summary: &Summary) -> Counts {
    Counts {
        cases: summary.cases,
        findings: summary.findings.len(),
        cases_per_second: summary.cases_per_second.round(),
        raw_per_second: summary.raw_per_second.map(f64::round),
        seconds: summary.seconds,
        seed: args.seed,
        ops: summary.ops.len(),
        skipped: summary.skipped.clone(),
        not_run: summary.not_run.clone(),
        retired: summary.retired,
        coverage: summary.coverage.clone(),
    }
}

impl Counts {
    /// What was skipped and what was not compared, in a line.
    pub(crate) fn skipped_text(&self) -> String {
        let cases = self.skipped.iter().map(|(reason, n)| format!("{n} cases: {reason}"));
        let mut by_reason: BTreeMap<Skip, usize> = BTreeMap::new();
        self.not_run.iter().for_each(|n| *by_reason.entry(n.reason).or_default() += 1);
        let ops = by_reason.into_iter().map(|(reason, n)| format!("{n} ops: {reason}"));
        cases.chain(ops).collect::<Vec<_>>().join("; ")
    }
}

/// A difference decides; then an instruction that nobody independent executes.
pub(crate) fn outcome(summary: &Summary) -> Outcome {
    if !summary.findings.is_empty() {
        Outcome::False
    } else if summary.cases == 0 || summary.not_run.iter().any(|n| n.reason == Skip::Delegated) {
        Outcome::CouldNotRun
    } else {
        Outcome::Holds
    }
}

pub(crate) fn text(dut: &str, c: &Counts) -> String {
    let mut text = format!(
        "{dut}: {} cases of {} ops (seed {}), {} findings; {:.2} million cases a second",
        c.cases,
        c.ops,
        c.seed,
        c.findings,
        c.cases_per_second / 1e6
    );
    if let Some(raw) = c.raw_per_second {
        text += &format!(", the model alone {:.2}", raw / 1e6);
    }
    if let Some(retired) = c.retired {
        text += &format!("\n    {:.2} million instructions", retired as f64 / 1e6);
        for Report { bins, reached, .. } in &c.coverage {
            text += &format!(", {reached} of {bins} situations met");
        }
    }
    let skipped = c.skipped_text();
    if !skipped.is_empty() {
        text += &format!("\n    not compared: {skipped}");
    }
    text
}

#[derive(Serialize)]
struct Repeated<'a> {
    replay: &'a Path,
    differs: bool,
    difference: Option<String>,
    waveform: Option<&'a Path>,
}

#[derive(Serialize)]
struct RepeatedCounts {
    cases: u64,
    findings: u64,
    cases_per_second: Option<f64>,
}

fn replay(file: &Path, args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    let replay = Replay::read(file).map_err(Failure::Replay)?;
    let waveform = args.waveform.as_deref();
    let replayed = replay.run(&cache::folder("rtl"), waveform).map_err(|error| match error {
        ReplayFailure::NotReady(e) => Failure::Campaign(CampaignError::NotReady(e)),
        ReplayFailure::Broken(e) => Failure::Campaign(CampaignError::Broken(e)),
        other => Failure::Replaying(other),
    })?;
    let difference = match replayed {
        Replayed::Agrees => None,
        Replayed::Differs(difference) => Some(difference.to_string()),
    };
    let differs = difference.is_some();
    let text = difference.clone().unwrap_or_else(|| "both agree: nothing differs now".into());
    output.item(&Repeated { replay: file, differs, difference, waveform }, text)?;
    let counts = RepeatedCounts { cases: 1, findings: differs.into(), cases_per_second: None };
    output.summary(&counts, format_args!("1 case replayed, {} findings", counts.findings))?;
    Ok(if differs { Outcome::False } else { Outcome::Holds })
}
