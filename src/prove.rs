//! `prove`: discharges obligations.

mod core;
mod falsehoods;
mod unit;

use crate::{
    cache,
    cli::{Prove, SolverName},
    failure::{Failure, nearest},
    interrupt,
    output::{Outcome, Output},
    progress,
    tools::{LeftOut, Without},
};
use proofs::{
    Bitwuzla, Disagreement, Engine, Event, Obligation, Options, Report, Run, Solver, Totals,
    Verdict,
};
use serde::Serialize;
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};
use toolbox::Tool;

/// Totals, and what took longest.
#[derive(Serialize)]
struct Summary<'r> {
    #[serde(flatten)]
    totals: &'r Totals,
    slowest: Vec<Slow<'r>>,
}

#[derive(Serialize)]
struct Slow<'r> {
    id: &'r str,
    seconds: f64,
    engine: Engine,
}

pub(crate) fn run(args: &Prove, output: &mut Output) -> Result<Outcome, Failure> {
    if let Some(name) = &args.unit {
        return unit::run(name, args, output);
    }
    if let Some(name) = &args.core {
        return core::run(name, args, output);
    }
    let mut selected = select(args.filter.as_deref())?;
    if args.skip_listed {
        selected.retain(|obligation| proofs::beyond_z3(obligation).is_none());
    }
    let stop = interrupt::stop_flag()?;
    if let Some(count) = args.falsehoods {
        return falsehoods::run(&selected, count, args, stop, output);
    }
    let Discharged { run, left_out } = discharge(&selected, args, stop, output.is_json())?;
    for report in &run.reports {
        output.item(report, line(report))?;
        for mutant in report.mutants.iter().filter(|m| !dead(m)) {
            output.text(format_args!(
                "    {}: {}: {:?}",
                mutant.operator, mutant.change, mutant.outcome
            ))?;
        }
    }
    let slowest = slowest(&run.reports);
    if run.reports.len() > slowest.len() {
        output.text("the slowest:")?;
        for Slow { id, seconds, engine } in &slowest {
            output.text(format_args!("{seconds:>9.2} s  {id}  ({engine})"))?;
        }
    }
    let mut outcome = outcome(&run.totals);
    if let Some(out) = &left_out {
        output.item(out, out)?;
        outcome = outcome.max(if out.accepted { outcome } else { Outcome::CouldNotRun });
    }
    output.summary(&Summary { totals: &run.totals, slowest }, text(&run.totals))?;
    agreed(&run.reports)?;
    Ok(outcome)
}

/// The ten that took longest, the longest first.
fn slowest(reports: &[Report]) -> Vec<Slow<'_>> {
    const SHOWN: usize = 10;
    let mut slowest: Vec<_> = reports
        .iter()
        .map(|Report { id, seconds, engine, .. }| Slow { id, seconds: *seconds, engine: *engine })
        .collect();
    slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    slowest.truncate(SHOWN);
    slowest
}

/// Two solvers that contradict each other are no verdict about a claim: nothing that was run holds.
pub(crate) fn agreed(reports: &[Report]) -> Result<(), Failure> {
    let first = reports.iter().find_map(|report| Some((report, report.disagreement?)));
    first.map_or(Ok(()), |(Report { id, .. }, Disagreement { unsat, sat })| {
        Err(Failure::Disagreement { id: id.clone(), unsat, sat })
    })
}

/// The obligations whose id begins with `filter`; when there is none, those that have it in them; all
/// without one.
pub(crate) fn select(filter: Option<&str>) -> Result<Vec<Obligation>, Failure> {
    let all = proofs::obligations();
    let Some(filter) = filter else { return Ok(all) };
    let ids_that = |fits: &dyn Fn(&str) -> bool| -> Vec<_> {
        all.iter().filter(|o| fits(&o.id())).copied().collect()
    };
    let mut selected = ids_that(&|id| id.starts_with(filter));
    if selected.is_empty() {
        selected = ids_that(&|id| id.contains(filter));
    }
    if selected.is_empty() {
        let ids: Vec<String> = all.iter().map(Obligation::id).collect();
        let near = nearest(filter, ids.iter().map(String::as_str)).join(" or ");
        return Err(Failure::NothingSelected { filter: filter.into(), among: "obligations", near });
    }
    Ok(selected)
}

/// What came of a selection, and which solver was missing.
pub(crate) struct Discharged {
    pub(crate) run: Run,
    pub(crate) left_out: Option<LeftOut>,
}

/// The second solver, or why there is none; an error when the user wants it and does without it.
fn second(args: &Prove) -> Result<Result<Bitwuzla, LeftOut>, Failure> {
    let without = Without::parse(&args.without)?;
    let tool = |tool: Tool| String::from(tool.info().name);
    let needed = |t| Err(Failure::Needed { tool: tool(t) });
    match (without.accepts(Tool::Bitwuzla), args.solver) {
        _ if without.accepts(Tool::Z3) => needed(Tool::Z3),
        (true, SolverName::Bitwuzla) => needed(Tool::Bitwuzla),
        (accepted, _) => {
            let what = "racing Z3 with a second solver".into();
            let reason = match Bitwuzla::find() {
                _ if accepted => format!("the user does without {}", tool(Tool::Bitwuzla)),
                Ok(bitwuzla) => return Ok(Ok(bitwuzla)),
                Err(absent) => absent.to_string(),
            };
            Ok(Err(LeftOut { what, reason, accepted }))
        }
    }
}

/// Proves them, with a progress bar.
pub(crate) fn discharge(
    selected: &[Obligation],
    args: &Prove,
    stop: Arc<AtomicBool>,
    json: bool,
) -> Result<Discharged, Failure> {
    let second = second(args)?;
    let mut options = Options {
        timeout: Duration::from_secs(args.timeout.max(1)),
        solver: match args.solver {
            SolverName::Auto => Solver::Auto,
            SolverName::Z3 => Solver::Z3,
            SolverName::Bitwuzla => Solver::Bitwuzla,
            SolverName::Normal => Solver::Normal,
        },
        bitwuzla: second.as_ref().ok().cloned(),
        certificate: args.certificate,
        mutants: args.mutants,
        seed: args.seed,
        store: (!args.no_store).then(|| cache::folder("verdicts")),
        stop,
        ..Options::default()
    };
    if let Some(jobs) = args.jobs {
        options.jobs = jobs;
    }
    let bar = progress::bar(selected.len() as u64, "prove", json);
    let run = proofs::prove_all(selected, &options, |event| match event {
        Event::Started(obligation) => bar.set_message(obligation.id()),
        Event::Finished(_) => bar.inc(1),
    });
    bar.finish_and_clear();
    let run = run.map_err(Failure::Prove)?;
    if let Some(error) = &run.unstored {
        eprintln!("warning: verdicts could not be kept: {error}");
    }
    // The other solvers never race.
    let left_out = second.err().filter(|_| args.solver == SolverName::Auto && !args.certificate);
    Ok(Discharged { run, left_out })
}

fn dead(mutant: &proofs::Mutant) -> bool {
    matches!(mutant.outcome, proofs::Outcome::Killed | proofs::Outcome::Equivalent)
}

/// A report in words.
pub(crate) fn line(report: &Report) -> String {
    let Report { id, verdict, seconds, stored, mutants, .. } = report;
    let engine = report.engine;
    let how = if *stored { "stored".into() } else { format!("{engine}, {seconds:.2} s") };
    let dead = mutants.iter().filter(|m| dead(m)).count();
    let mutants = match mutants.len() {
        0 => String::new(),
        all => format!(", {dead} of {all} mutants refuted or equivalent"),
    };
    match verdict {
        Verdict::Proved => format!("proved    {id}  ({how}{mutants})"),
        other => format!("{other}\n    {id}: {} ({})", report.says, report.reference),
    }
}

/// The counts in words.
pub(crate) fn text(t: &Totals) -> String {
    let mut text = format!(
        "{} obligations: {} proved, {} refuted, {} vacuous, {} trivial, {} unknown, {} not run",
        t.obligations, t.proved, t.refuted, t.vacuous, t.trivial, t.unknown, t.not_run
    );
    if t.mutants > 0 {
        text += &format!(
            "; {} mutants: {} killed, {} equivalent, {} survived, {} unknown",
            t.mutants, t.killed, t.equivalent, t.survived, t.mutants_unknown
        );
    }
    text + format!("; {:.1} s", t.seconds).as_str()
}

pub(crate) fn outcome(t: &Totals) -> Outcome {
    if t.refuted + t.vacuous + t.trivial + t.survived > 0 {
        Outcome::False
    } else if t.not_run > 0 {
        Outcome::CouldNotRun
    } else if t.unknown + t.mutants_unknown > 0 {
        Outcome::Undecided
    } else {
        Outcome::Holds
    }
}
