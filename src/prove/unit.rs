//! `prove --unit`: the ops of RTL units, each equal to its instruction.

use crate::{
    cache,
    cli::Prove,
    failure::{Failure, nearest},
    interrupt,
    output::{Outcome, Output},
    progress,
};
use ::fuzz::dut::Dut;
use equivalence::{Options, Report, Subject, Verdict};
use proofs::Totals;
use rtl_harness::{OpDescription, Patch, UnitDescription};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// The counts of every proof, and of units.
#[derive(Serialize)]
struct Summary {
    #[serde(flatten)]
    totals: Totals,
    units: usize,
    /// Who decided how many.
    by: BTreeMap<String, usize>,
}

/// A unit on one register width, and the ops that the filter selects.
type Selected<'d> = (&'d UnitDescription, u32, Vec<&'d OpDescription>);

pub(crate) fn run(name: &str, args: &Prove, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let (descriptions, patch) = units(name, args.bug.as_deref())?;
    let selected = select(&descriptions, args.filter.as_deref())?;
    let options = Options {
        patch,
        time_limit: Duration::from_secs(args.timeout.max(1)),
        cache: cache::folder("rtl"),
    };
    let stop = interrupt::stop_flag()?;
    let count: usize = selected.iter().map(|unit| unit.2.len()).sum();
    let bar = progress::bar(count as u64, "prove", output.is_json());
    let mut reports = Vec::new();
    for (description, xlen, ops) in &selected {
        let subject = Subject::new(description, *xlen, &options).map_err(Failure::Equivalence)?;
        let jobs =
            args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
        let proved = prove(&subject, ops, jobs, &stop, &|op| {
            bar.set_message(format!("{} {op} on RV{xlen}", description.name));
            bar.inc(1);
        });
        for report in &proved {
            bar.suspend(|| output.item(report, line(report)))?;
        }
        reports.extend(proved);
    }
    bar.finish_and_clear();
    let mut totals = Totals { obligations: count, ..Totals::default() };
    let mut by = BTreeMap::new();
    for report in &reports {
        *match report.verdict {
            Verdict::Proved => &mut totals.proved,
            Verdict::Refuted => &mut totals.refuted,
            Verdict::Unknown => &mut totals.unknown,
            Verdict::NotRun => &mut totals.not_run,
        } += 1;
        if let Some(who) = report.by {
            *by.entry(format!("{who:?}").to_lowercase()).or_insert(0) += 1;
        }
    }
    // Those that an interrupt left.
    totals.not_run += count - reports.len();
    totals.seconds = start.elapsed().as_secs_f64();
    let outcome = super::outcome(&totals);
    let text = super::text(&totals);
    output.summary(&Summary { totals, units: descriptions.len(), by }, text)?;
    Ok(outcome)
}

/// The units that a name means, and the planted bug.
fn units(name: &str, bug: Option<&str>) -> Result<(Vec<UnitDescription>, Option<Patch>), Failure> {
    if name == "all" {
        let all = rtl_harness::units().iter().map(|unit| unit.description().map_err(Failure::Unit));
        let all = all.collect::<Result<Vec<_>, _>>()?;
        return match bug {
            None => Ok((all, None)),
            Some(_) => Err(Failure::BugOfOneUnit),
        };
    }
    match Dut::named(&format!("unit:{name}"), bug).map_err(Failure::Dut)? {
        Dut::Unit { description, bug, .. } => Ok((vec![*description], bug)),
        _ => unreachable!("the name of a unit is that of no other engine"),
    }
}

/// The ops whose names begin with the filter.
fn select<'d>(
    units: &'d [UnitDescription],
    filter: Option<&str>,
) -> Result<Vec<Selected<'d>>, Failure> {
    let mut selected = Vec::new();
    for unit in units {
        for &xlen in &unit.xlens {
            let ops = unit.ops.iter().filter(|op| op.xlens.contains(&xlen));
            let ops = ops.filter(|op| filter.is_none_or(|filter| op.name.starts_with(filter)));
            let ops: Vec<_> = ops.collect();
            if !ops.is_empty() {
                selected.push((unit, xlen, ops));
            }
        }
    }
    match filter {
        Some(filter) if selected.is_empty() => {
            let names = units.iter().flat_map(|unit| &unit.ops).map(|op| op.name.as_str());
            let near = nearest(filter, names).join(" or ");
            let among = "the ops of the units";
            Err(Failure::NothingSelected { filter: filter.into(), among, near })
        }
        _ => Ok(selected),
    }
}

/// Proves ops on several threads; reports come in the order of the ops, those that an interrupt left out.
fn prove(
    subject: &Subject<'_>,
    ops: &[&OpDescription],
    jobs: usize,
    stop: &AtomicBool,
    done: &(dyn Fn(&str) + Sync),
) -> Vec<Report> {
    let next = AtomicUsize::new(0);
    let reports: Mutex<Vec<(usize, Report)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, ops.len().max(1)) {
            scope.spawn(|| {
                while !stop.load(Ordering::Relaxed) {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    let Some(op) = ops.get(k) else { break };
                    let report = subject.prove(op);
                    done(&op.name);
                    reports.lock().expect("no thread panics").push((k, report));
                }
            });
        }
    });
    let mut reports = reports.into_inner().expect("no thread panics");
    reports.sort_by_key(|(k, _)| *k);
    reports.into_iter().map(|(_, report)| report).collect()
}

/// A report in words.
fn line(report: &Report) -> String {
    let Report { unit, op, xlen, verdict, seconds, .. } = report;
    let word = match verdict {
        Verdict::Proved => "proved",
        Verdict::Refuted => "refuted",
        Verdict::Unknown => "unknown",
        Verdict::NotRun => "not run",
    };
    let mut how: Vec<String> = Vec::new();
    how.extend(report.by.map(|by| format!("{by:?}").to_lowercase()));
    how.push(format!("{seconds:.2} s"));
    if let (Some(latency), Some(states)) = (report.latency, report.states) {
        how.push(format!(
            "always {latency} cycles; {} flip-flops as the reset leaves them, {} arbitrary",
            states.as_reset, states.arbitrary
        ));
    }
    let mut text = format!("{word:<9} {unit} {op} on RV{xlen}  ({})", how.join(", "));
    if let Some(why) = &report.why {
        text += &format!("\n    {why}");
    }
    for request in &report.requests {
        text += &format!("\n    {request}");
    }
    if let (Some(expected), Some(got)) = (&report.expected, &report.got) {
        text += &format!("\n    the specification gives {expected}, the verilated unit {got}");
    }
    text
}
