//! `fuzz`: an engine against the specification.

use crate::{
    cache,
    cli::Fuzz,
    failure::{self, Failure},
    interrupt,
    output::{Outcome, Output},
    progress,
};
use ::fuzz::{
    campaign::{self, CampaignError, Event, NotRun, Options, Summary},
    dut::Dut,
    engine::Skip,
    replay::{Replay, ReplayFailure, Replayed},
};
use rtl_harness::{BuildOptions, Model};
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
    cases: u64,
    findings: usize,
    cases_per_second: f64,
    /// What the verilated model alone does in a second; only for units.
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_per_second: Option<f64>,
    seconds: f64,
    seed: u64,
    /// Instructions that were compared, counted once a register width.
    ops: usize,
    skipped: BTreeMap<Skip, u64>,
    not_run: Vec<NotRun>,
}

pub(crate) fn run(args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    match &args.replay {
        Some(file) => replay(file, args, output),
        None => explore(args, output),
    }
}

fn explore(args: &Fuzz, output: &mut Output) -> Result<Outcome, Failure> {
    let stop = interrupt::stop_flag()?;
    let summary = compare(args, stop, output.is_json())?;
    for finding in &summary.findings {
        output.item(finding, finding)?;
    }
    let counts = counts(args, &summary)?;
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

pub(crate) fn counts(args: &Fuzz, summary: &Summary) -> Result<Counts, Failure> {
    Ok(Counts {
        cases: summary.cases,
        findings: summary.findings.len(),
        cases_per_second: summary.cases_per_second.round(),
        raw_per_second: raw_rate(args)?,
        seconds: summary.seconds,
        seed: args.seed,
        ops: summary.ops.len(),
        skipped: summary.skipped.clone(),
        not_run: summary.not_run.clone(),
    })
}

/// How often a second a loop of C++ around the model executes an op; the mean over the widths.
fn raw_rate(args: &Fuzz) -> Result<Option<f64>, Failure> {
    let dut = Dut::named(&args.dut, args.bug.as_deref()).map_err(Failure::Dut)?;
    let Dut::Unit { description, bug, .. } = dut else { return Ok(None) };
    let mut rates = Vec::new();
    for &xlen in &description.xlens {
        let mut options = BuildOptions::new(cache::folder("rtl"));
        options.patch.clone_from(&bug);
        let rtl = |e| Failure::Campaign(CampaignError::NotReady(::fuzz::dut::NotReady::Rtl(e)));
        let mut unit = Model::build(&description, xlen, &options).map_err(rtl)?.unit();
        // A unit with a fault has no rate.
        if let Ok(rate) = unit.raw_rate(Duration::from_millis(100)) {
            rates.push(rate.executions_per_second);
        }
    }
    let mean = rates.iter().sum::<f64>() / rates.len() as f64;
    Ok((!rates.is_empty()).then_some(mean.round()))
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
    for (reason, count) in &c.skipped {
        text += &format!("\n    {count} cases skipped: {reason}");
    }
    let mut by_reason: BTreeMap<Skip, Vec<String>> = BTreeMap::new();
    for n in &c.not_run {
        by_reason.entry(n.reason).or_default().push(format!("{}@{}", n.op, n.xlen));
    }
    for (reason, ops) in by_reason {
        text += &format!("\n    {} ops not compared, {reason}", ops.len());
        if reason == Skip::Delegated {
            text += &format!(": {}", ops.join(" "));
        }
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
