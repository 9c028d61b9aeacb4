//! `prove`: discharges obligations.

use crate::{
    cache,
    cli::{Prove, SolverName},
    failure::{Failure, nearest},
    interrupt,
    output::{Outcome, Output},
    progress,
};
use proofs::{Event, Obligation, Options, Report, Run, Solver, Totals, Verdict};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

pub(crate) fn run(args: &Prove, output: &mut Output) -> Result<Outcome, Failure> {
    let selected = select(args.filter.as_deref())?;
    let stop = interrupt::stop_flag()?;
    let run = discharge(&selected, args, stop, output.is_json())?;
    for report in &run.reports {
        output.item(report, line(report))?;
        for mutant in report.mutants.iter().filter(|m| !dead(m)) {
            output.text(format_args!(
                "    {}: {}: {:?}",
                mutant.operator, mutant.change, mutant.outcome
            ))?;
        }
    }
    output.summary(&run.totals, text(&run.totals))?;
    Ok(outcome(&run.totals))
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

/// Proves them, with a progress bar.
pub(crate) fn discharge(
    selected: &[Obligation],
    args: &Prove,
    stop: Arc<AtomicBool>,
    json: bool,
) -> Result<Run, Failure> {
    let mut options = Options {
        timeout: Duration::from_secs(args.timeout.max(1)),
        solver: match args.solver {
            SolverName::Auto => Solver::Auto,
            SolverName::Z3 => Solver::Z3,
        },
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
    Ok(run)
}

fn dead(mutant: &proofs::Mutant) -> bool {
    matches!(mutant.outcome, proofs::Outcome::Killed | proofs::Outcome::Equivalent)
}

/// A report in words.
pub(crate) fn line(report: &Report) -> String {
    let Report { id, verdict, seconds, stored, mutants, .. } = report;
    let engine = format!("{:?}", report.engine).to_lowercase();
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
