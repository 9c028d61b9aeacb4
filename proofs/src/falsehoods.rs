//! False equalities, put to every engine: none may prove one.
//!
//! A mutant of an obligation's left-hand side that differs from the right-hand side at a sample is false,
//! whatever an engine says; the sample was evaluated without any of them.

use crate::{
    ask::Ask,
    cone::{Cone, Inputs},
    decide::{Means, Sampled, Settled, compared, sampled, settle},
    evaluate::Evaluator,
    exhaust,
    ledger::Ledger,
    mutate,
    normal::{Comparison, Effort},
    obligation::Obligation,
    report::Engine,
    run::{Options, ProveError, check, in_parallel},
    solver::Limits,
};
use semantics::dag::{Arena, Id};
use serde::Serialize;

/// What an engine made of the false equalities that it was asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Trial {
    /// Which engine.
    pub engine: Engine,
    /// How many it was asked.
    pub asked: usize,
    /// For how many it gave a counterexample that replays.
    pub refuted: usize,
    /// How many it left open; the normal form cannot do otherwise.
    pub open: usize,
    /// Those that it proved: obligation and change.
    pub proved: Vec<String>,
}

/// What became of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Falsehoods {
    /// Equalities that a sample shows to be false.
    pub equalities: usize,
    /// Mutants that no sample refutes: nobody was asked about them.
    pub left_out: usize,
    /// By engine.
    pub trials: Vec<Trial>,
    /// Obligations that were not reached.
    pub not_run: usize,
}

/// The engines that are tried.
const ENGINES: [Engine; 4] = [Engine::Exhaustion, Engine::Normaliser, Engine::Z3, Engine::Bitwuzla];

/// Puts at most `count` mutants of each obligation to every engine; `options.timeout` is for one question.
///
/// # Errors
/// [`ProveError`] when a solver cannot be trusted, or is missing.
pub fn try_falsehoods(
    obligations: &[Obligation],
    count: usize,
    options: &Options,
    on_finished: impl Fn(&Obligation) + Sync,
) -> Result<Falsehoods, ProveError> {
    check(options)?;
    let results = in_parallel(obligations.len(), options, |k| {
        let result = of_obligation(&obligations[k], count, options);
        on_finished(&obligations[k]);
        result
    });
    let mut all = Falsehoods::none();
    for result in results {
        match result {
            Some(result) => all.add(result),
            None => all.not_run += 1,
        }
    }
    Ok(all)
}

impl Falsehoods {
    fn none() -> Self {
        let trial = |engine| Trial { engine, asked: 0, refuted: 0, open: 0, proved: Vec::new() };
        Falsehoods { equalities: 0, left_out: 0, trials: ENGINES.map(trial).into(), not_run: 0 }
    }
    fn add(&mut self, other: Falsehoods) {
        self.equalities += other.equalities;
        self.left_out += other.left_out;
        for (trial, more) in self.trials.iter_mut().zip(other.trials) {
            trial.asked += more.asked;
            trial.refuted += more.refuted;
            trial.open += more.open;
            trial.proved.extend(more.proved);
        }
    }
    /// Whether no engine proved a falsehood.
    pub fn hold(&self) -> bool {
        self.trials.iter().all(|trial| trial.proved.is_empty())
    }
}

fn of_obligation(obligation: &Obligation, count: usize, options: &Options) -> Falsehoods {
    let mut found = Falsehoods::none();
    let arena = Arena::default();
    let goal = obligation.state(&arena);
    let Sampled::Agree(samples) = sampled(&arena, &goal, options.seed) else { return found };
    let lefts: Vec<Id> = goal.parts().iter().map(|part| part.left).collect();
    for mutation in mutate::mutations(&arena, &lefts, lefts.len(), count, options.seed) {
        let changed = mutation.terms.iter().zip(goal.parts());
        let pairs: Vec<_> = changed.map(|(&left, part)| (left, part.right)).collect();
        let Some((left, right)) = pairs.into_iter().find(|pair| differs(&arena, *pair, &samples))
        else {
            found.left_out += 1;
            continue;
        };
        found.equalities += 1;
        let fits = exhaust::fits(&Cone::of(&arena, [left, right]));
        for trial in &mut found.trials {
            let (ask, normalise) = match (trial.engine, &options.bitwuzla) {
                (Engine::Exhaustion, _) if fits => (Ask::Exhaustion, false),
                (Engine::Normaliser, _) => (Ask::Nobody, true),
                (Engine::Z3, _) => (Ask::Z3, false),
                (Engine::Bitwuzla, Some(bitwuzla)) => (Ask::Bitwuzla(bitwuzla), false),
                _ => continue,
            };
            let ledger = Ledger::default();
            let limits = Limits::new(options.timeout, &options.stop);
            let means = Means { ask, normalise, limits, ledger: &ledger };
            let pairs = [(left, right)];
            let settled = match compared(&arena, goal.assumptions(), &pairs, means, Effort::Full) {
                Ok(forms) if forms == [Comparison::Equal] => Settled::Equal,
                Err(error) => Settled::Unknown(error.to_string()),
                Ok(_) => settle(&arena, goal.assumptions(), left, right, means),
            };
            trial.asked += 1;
            match settled {
                Settled::Equal => trial.proved.push(format!("{obligation}: {}", mutation.change)),
                Settled::Differ(_) => trial.refuted += 1,
                Settled::Unknown(_) => trial.open += 1,
            }
        }
    }
    found
}

/// Whether two terms have different values at some sample.
fn differs(arena: &Arena, (left, right): (Id, Id), samples: &[Inputs]) -> bool {
    let cone = Cone::of(arena, [left, right]);
    let (left, right) = (cone.at(left), cone.at(right));
    Evaluator::new(&cone).find(samples, |at| at.get(left) != at.get(right)).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::obligations;
    use std::time::Duration;

    #[test]
    fn no_engine_proves_what_a_sample_refutes() {
        let all = obligations();
        let some: Vec<_> = all.into_iter().step_by(31).filter(|o| o.xlen < 128).collect();
        let options = Options { timeout: Duration::from_secs(2), ..Options::default() };
        let found = try_falsehoods(&some, 2, &options, |_| {}).unwrap();
        assert!(found.hold(), "{found:#?}");
        assert!(found.equalities > 20 && found.not_run == 0, "{found:#?}");
        for trial in found.trials.iter().filter(|t| t.engine != Engine::Exhaustion) {
            assert_eq!(trial.asked, found.equalities, "{trial:?}");
        }
    }

    #[test]
    fn one_false_proof_is_enough() {
        let (mut all, mut one) = (Falsehoods::none(), Falsehoods::none());
        all.add(one.clone());
        assert!(all.hold());
        one.trials[2].proved.push("add/ripple@32: a slip".into());
        all.add(one);
        assert!(!all.hold());
    }
}
