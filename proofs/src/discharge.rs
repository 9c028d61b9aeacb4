//! Discharges one obligation: verdict, store, mutants.

use crate::{
    cone::{Cone, Inputs},
    decide::{self, Ask, Means, Sampled},
    digest, exhaust, mutants,
    mutate::{self, Mutation},
    obligation::Obligation,
    observe,
    report::{Engine, Mutant, Outcome, Report, Verdict},
    run::{Options, Solver},
    solver::{self, Limits},
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
    /// Z3's version: part of every key of the store.
    pub(crate) version: &'r str,
}

impl Shared<'_> {
    /// Who answers queries about a goal with this cone.
    fn engine(&self, cone: &Cone) -> (Engine, Ask) {
        match self.options.solver {
            Solver::Auto if exhaust::fits(cone) => (Engine::Exhaustion, exhaust::ask),
            Solver::Auto | Solver::Z3 => (Engine::Z3, solver::ask),
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
    let (engine, ask) = shared.engine(&cone);
    let Options { timeout, stop, .. } = shared.options;
    // A few inputs are tried out sooner than they are normalised.
    let normalise = shared.options.solver == Solver::Auto && engine != Engine::Exhaustion;
    let means = || Means { ask, normalise, limits: Limits::new(*timeout, stop) };
    let mut report = Report {
        parts: goal.parts().len(),
        variables: cone.vars.len(),
        goal: digest::goal(&arena, &goal, &format!("{engine:?} {}", shared.version)),
        ..blank(obligation)
    };
    let mut kept = Ok(());
    match samples(&arena, &goal, shared, &mut report) {
        Sampled::Decided(verdict) => report.verdict = verdict,
        Sampled::Agree(samples) => {
            let known = shared.store.and_then(|store| store.get(&report.goal));
            let mut entry = match known.clone() {
                Some(entry) => {
                    (report.verdict, report.engine) = (Verdict::Proved, entry.engine);
                    report.stored = true;
                    entry
                }
                None => {
                    let asked;
                    (report.verdict, asked) = solve(&arena, &goal, &samples, means());
                    report.engine = if asked { engine } else { Engine::Normaliser };
                    let (id, seconds) = (obligation.id(), start.elapsed().as_secs_f64());
                    Entry::new(report.goal.clone(), id, report.engine, seconds)
                }
            };
            if report.verdict == Verdict::Proved {
                report.mutants =
                    mutate(&arena, &goal, &samples, shared.options, &means, &mut entry);
                if let Some(store) = shared.store
                    && known.as_ref() != Some(&entry)
                {
                    kept = store.put(&entry);
                }
            }
        }
    }
    report.seconds = start.elapsed().as_secs_f64();
    (report, kept)
}

/// What is cheap, and done even when the verdict is in the store.
fn samples(arena: &Arena, goal: &Goal<'_>, shared: Shared<'_>, report: &mut Report) -> Sampled {
    if let Some(verdict) = decide::says_nothing(goal) {
        return Sampled::Decided(verdict);
    }
    report.engine = Engine::Samples;
    decide::sampled(arena, goal, shared.options.seed)
}

/// The verdict, and whether an engine had to be asked beside the normal form.
fn solve(arena: &Arena, goal: &Goal<'_>, samples: &[Inputs], means: Means<'_>) -> (Verdict, bool) {
    let contradiction =
        if samples.is_empty() { decide::contradictory(arena, goal, means) } else { None };
    match contradiction {
        Some(verdict) => (verdict, true),
        None => decide::every_part(arena, goal, means),
    }
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
