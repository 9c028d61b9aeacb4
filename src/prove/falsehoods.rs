//! `prove --falsehoods`: no engine may prove what a concrete input refutes.

use super::second;
use crate::{
    cli::Prove,
    failure::Failure,
    output::{Outcome, Output},
    progress,
};
use proofs::{Obligation, Options, Trial};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

pub(super) fn run(
    selected: &[Obligation],
    count: usize,
    args: &Prove,
    stop: Arc<AtomicBool>,
    output: &mut Output,
) -> Result<Outcome, Failure> {
    let (bitwuzla, left_out) = match second(args)? {
        Ok(bitwuzla) => (Some(bitwuzla), None),
        Err(left_out) => (None, Some(left_out)),
    };
    let mut options = Options {
        timeout: Duration::from_secs(args.timeout.max(1)),
        bitwuzla,
        seed: args.seed,
        stop,
        ..Options::default()
    };
    if let Some(jobs) = args.jobs {
        options.jobs = jobs;
    }
    let bar = progress::bar(selected.len() as u64, "falsehoods", output.is_json());
    let found = proofs::try_falsehoods(selected, count, &options, |_| bar.inc(1));
    bar.finish_and_clear();
    let found = found.map_err(Failure::Prove)?;
    for trial in &found.trials {
        let Trial { engine, asked, refuted, open, proved } = trial;
        let text = format!(
            "{engine:<12}{asked:>6} asked, {refuted} refuted, {open} open, {} proved",
            proved.len()
        );
        output.item(trial, text)?;
        for falsehood in proved {
            output.text(format_args!("    false: {falsehood}"))?;
        }
    }
    let mut outcome = if found.hold() { Outcome::Holds } else { Outcome::False };
    if let Some(out) = left_out {
        output.item(&out, &out)?;
        outcome = outcome.max(if out.accepted { outcome } else { Outcome::CouldNotRun });
    }
    if found.not_run > 0 || found.equalities == 0 {
        outcome = outcome.max(Outcome::CouldNotRun);
    }
    let false_proofs: usize = found.trials.iter().map(|trial| trial.proved.len()).sum();
    let text = format!(
        "{} false equalities put to every engine, {false_proofs} proved; {} mutants that no sample refutes \
         left out; {} obligations not run",
        found.equalities, found.left_out, found.not_run
    );
    output.summary(&found, text)?;
    Ok(outcome)
}
