//! Discharges one obligation: verdict, store, mutants.

use crate::{
    ask::Ask,
    bitwuzla::Bitwuzla,
    certificate,
    cone::{Cone, Inputs},
    decide::{self, Means, Sampled},
    digest, exhaust,
    ledger::Ledger,
    mutants,
    mutate::{self, Mutation},
    obligation::Obligation,
    observe,
    report::{Engine, Mutant, Outcome, Report, Verdict},
    run::{Options, Solver},
    solver::Limits,
    store::{Entry, Kept, Store},
};
use semantics::{
    claim::Goal,
    dag::{Arena, Id},
};
use std::{io, time::Instant};

/// What all obligations of a run share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shared<'r> {
    pub(crate) options: &'r Options,
    pub(crate) store: Option<&'r Store>,
    /// The solvers' versions: part of every key of the store.
    pub(crate) versions: &'r str,
    pub(crate) bitwuzla: Option<&'r Bitwuzla>,
}

impl<'r> Shared<'r> {
    /// Who answers questions about a goal with this cone, and whether it is normalised before.
    fn engine(&self, cone: &Cone) -> (Ask<'r>, bool) {
        match (self.options.solver, self.bitwuzla) {
            // A few inputs are tried out sooner than they are normalised.
            (Solver::Auto, _) if exhaust::fits(cone) => (Ask::Exhaustion, false),
            (Solver::Auto, _) if self.options.certificate => (Ask::Z3, true),
            (Solver::Auto, Some(bitwuzla)) => (Ask::Race(bitwuzla), true),
            (Solver::Auto, None) => (Ask::Z3, true),
            (Solver::Normal, _) => (Ask::Nobody, true),
            (Solver::Bitwuzla, Some(bitwuzla)) => (Ask::Bitwuzla(bitwuzla), false),
            (Solver::Z3 | Solver::Bitwuzla, _) => (Ask::Z3, false),
        }
    }
    /// Whether a stored verdict that these engines gave is one that this run could give.
    fn accepts(&self, engines: &[Engine]) -> bool {
        let only = |engine| engines.iter().all(|e| *e == engine);
        match self.options.solver {
            Solver::Auto => true,
            Solver::Normal => only(Engine::Normaliser),
            Solver::Z3 => only(Engine::Z3),
            Solver::Bitwuzla => only(Engine::Bitwuzla),
        }
    }
}

/// The report of an obligation that nothing is known of.
pub(crate) fn blank(obligation: &Obligation) -> Report {
    Report {
        id: obligation.id(),
        xlen: obligation.xlen,
        says: obligation.claim.says,
        reference: obligation.claim.reference,
        verdict: Verdict::NotRun,
        engine: Engine::Terms,
        tactics: Vec::new(),
        disagreement: None,
        certificate: None,
        parts: 0,
        variables: 0,
        goal: String::new(),
        seconds: 0.0,
        stored: false,
        mutants: Vec::new(),
    }
}

/// The report of one obligation, and whether its verdict could be kept.
pub(crate) fn discharge(obligation: &Obligation, shared: Shared<'_>) -> (Report, io::Result<()>) {
    let start = Instant::now();
    let arena = Arena::default();
    let goal = obligation.state(&arena);
    let cone = Cone::of(&arena, decide::roots(&goal));
    let (ask, normalise) = shared.engine(&cone);
    let Options { timeout, stop, .. } = shared.options;
    let (ledger, of_mutants) = (Ledger::default(), Ledger::default());
    let means = |ledger| Means { ask, normalise, limits: Limits::new(*timeout, stop), ledger };
    let mut report = Report {
        parts: goal.parts().len(),
        variables: cone.vars.len(),
        goal: digest::goal(&arena, &goal, shared.versions),
        ..blank(obligation)
    };
    let mut kept = Ok(());
    match samples(&arena, &goal, shared, &ledger) {
        Sampled::Decided(verdict) => report.verdict = verdict,
        Sampled::Agree(samples) => {
            let known = shared.store.and_then(|store| store.get(&report.goal));
            let accepted = known.clone().filter(|entry| shared.accepts(&entry.engines));
            let mut entry = match accepted.clone() {
                Some(entry) => {
                    report.verdict = Verdict::Proved;
                    report.engine = entry.engines.last().copied().unwrap_or(report.engine);
                    report.stored = true;
                    entry
                }
                None => {
                    report.verdict = solve(&arena, &goal, &samples, means(&ledger));
                    if shared.options.certificate && report.verdict == Verdict::Proved {
                        certify(&arena, &goal, means(&ledger), &mut report);
                    }
                    let seconds = start.elapsed().as_secs_f64();
                    let engines = ledger.settlers();
                    Entry::new(report.goal.clone(), obligation.id(), engines, seconds)
                }
            };
            if report.verdict == Verdict::Proved {
                let means = || means(&of_mutants);
                report.mutants =
                    mutate(&arena, &goal, &samples, shared.options, &means, &mut entry);
                // What a run of all engines has found is not given up for one of a single engine.
                let new =
                    known.is_none() || (accepted.is_some() && accepted.as_ref() != Some(&entry));
                if let (Some(store), true) = (shared.store, new) {
                    kept = store.put(&entry);
                }
            }
        }
    }
    if !report.stored {
        report.tactics = ledger.tactics();
        let used = report.tactics.last().map(|tactic| tactic.engine);
        report.engine = ledger.settlers().last().copied().or(used).unwrap_or(Engine::Terms);
    }
    report.disagreement = ledger.disagreement().or(of_mutants.disagreement());
    report.seconds = start.elapsed().as_secs_f64();
    (report, kept)
}

/// What is cheap, and done even when the verdict is in the store.
fn samples(arena: &Arena, goal: &Goal<'_>, shared: Shared<'_>, ledger: &Ledger) -> Sampled {
    if let Some(verdict) = decide::says_nothing(goal) {
        return Sampled::Decided(verdict);
    }
    let start = Instant::now();
    let sampled = decide::sampled(arena, goal, shared.options.seed);
    ledger.spent(Engine::Samples, start.elapsed());
    if let Sampled::Decided(_) = sampled {
        ledger.settled(Engine::Samples, 1);
    }
    sampled
}

/// Has what the normal form closed discharged again by Z3; what is stuck is not proved.
fn certify(arena: &Arena, goal: &Goal<'_>, means: Means<'_>, report: &mut Report) {
    if !means.ledger.settlers().contains(&Engine::Normaliser) {
        return;
    }
    let certificate = certificate::certify(arena, goal, means);
    if let Some(cut) = certificate.cuts.iter().find(|cut| cut.stuck > 0) {
        let (stuck, words) = (certificate.stuck(), certificate.words());
        let (part, why) = (cut.at.clone(), format!("{stuck} of {words} words are stuck in Z3"));
        report.verdict = match means.limits.stopped() {
            true => Verdict::NotRun,
            false => Verdict::Unknown { part: Some(part), why },
        };
    }
    report.certificate = Some(certificate);
}

fn solve(arena: &Arena, goal: &Goal<'_>, samples: &[Inputs], means: Means<'_>) -> Verdict {
    let contradiction =
        if samples.is_empty() { decide::contradictory(arena, goal, means) } else { None };
    contradiction.unwrap_or_else(|| decide::every_part(arena, goal, means))
}

fn mutate<'m>(
    arena: &Arena,
    goal: &Goal<'_>,
    samples: &[Inputs],
    options: &Options,
    means: &dyn Fn() -> Means<'m>,
    entry: &mut Entry,
) -> Vec<Mutant> {
    let Some(count) = options.mutants else { return Vec::new() };
    let sides = goal.parts().len();
    let mut terms: Vec<Id> = goal.parts().iter().map(|part| part.left).collect();
    terms.extend(observe::results(arena, goal));
    let mutations = mutate::mutations(arena, &terms, sides, count, options.seed);
    let decided = |mutation: Mutation| {
        let pairs: Vec<_> = terms.iter().copied().zip(mutation.terms.iter().copied()).collect();
        let key = digest::pairs(arena, goal, &pairs);
        let outcome = match entry.mutants.get(&key) {
            Some(Kept::Killed) => Outcome::Killed,
            Some(Kept::Equivalent) => Outcome::Equivalent,
            None => mutants::judge(arena, goal, &terms, &mutation, samples, means()),
        };
        match outcome {
            Outcome::Killed => entry.mutants.insert(key, Kept::Killed),
            Outcome::Equivalent => entry.mutants.insert(key, Kept::Equivalent),
            Outcome::Survived | Outcome::Unknown { .. } => None,
        };
        Mutant { operator: mutation.operator, change: mutation.change, outcome }
    };
    mutations.into_iter().map(decided).collect()
}
