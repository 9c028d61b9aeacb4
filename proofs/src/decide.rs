//! The steps that decide a goal: nothing said, samples, contradiction, then each equality.

use crate::{
    ask::Ask,
    cone::{Cone, Inputs},
    evaluate::Evaluator,
    ledger::Ledger,
    normal::{self, Comparison, Effort, Unsound},
    printer::Tables,
    report::{Engine, Input, Verdict},
    sample,
    solver::{Answer, Limits, Query},
};
use semantics::{
    bits::Val,
    claim::{Goal, Part},
    dag::{Arena, Id},
};
use std::time::{Duration, Instant};

/// What deciding needs beside the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Means<'s> {
    pub(crate) ask: Ask<'s>,
    /// Whether the normal form is tried before.
    pub(crate) normalise: bool,
    pub(crate) limits: Limits<'s>,
    /// Where what was tried is written down.
    pub(crate) ledger: &'s Ledger,
}

/// Whether two terms are equal wherever the assumptions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Settled {
    Equal,
    /// They differ at these inputs, by the terms' own evaluator.
    Differ(Inputs),
    Unknown(String),
}

/// Whether a goal says nothing: no equality, or one whose sides are the same term.
pub(crate) fn says_nothing(goal: &Goal<'_>) -> Option<Verdict> {
    let same = goal.parts().iter().find(|part| part.left == part.right);
    match same {
        Some(part) => Some(Verdict::Trivial { part: Some(part.name.clone()) }),
        None if goal.parts().is_empty() => Some(Verdict::Trivial { part: None }),
        None => None,
    }
}

/// What samples tell.
#[derive(Debug)]
pub(crate) enum Sampled {
    /// They agree with the claim: those that satisfy the assumptions.
    Agree(Vec<Inputs>),
    /// One of them decides.
    Decided(Verdict),
}

/// Tries samples.
pub(crate) fn sampled(arena: &Arena, goal: &Goal<'_>, seed: u64) -> Sampled {
    let cone = Cone::of(arena, roots(goal));
    let assumed: Vec<usize> = goal.assumptions().iter().map(|&id| cone.at(id)).collect();
    let sides: Vec<_> =
        goal.parts().iter().map(|part| (cone.at(part.left), cone.at(part.right))).collect();
    let mut samples = sample::assignments(&cone, seed, sample::LEAST);
    let mut satisfy = Vec::with_capacity(samples.len());
    let mut differs = None;
    let refutes = Evaluator::new(&cone).find(&samples, |at| {
        satisfy.push(at.all(&assumed));
        let differ = |&(left, right): &(usize, usize)| at.get(left) != at.get(right);
        differs = sides.iter().position(differ).filter(|_| satisfy.ends_with(&[true]));
        differs.is_some()
    });
    if let Some((inputs, k)) = refutes.zip(differs) {
        let part = &goal.parts()[k];
        let verdict = refuted(arena, goal, part, inputs).unwrap_or_else(|| Verdict::Unknown {
            part: Some(part.name.clone()),
            why: "evaluator: a sample that refutes it does not replay".into(),
        });
        return Sampled::Decided(verdict);
    }
    let mut satisfy = satisfy.into_iter();
    samples.retain(|_| satisfy.next() == Some(true));
    Sampled::Agree(samples)
}

pub(crate) fn roots(goal: &Goal<'_>) -> impl Iterator<Item = Id> {
    let sides = goal.parts().iter().flat_map(|part| [part.left, part.right]);
    goal.assumptions().iter().copied().chain(sides)
}

/// Asks whether the assumptions contradict each other; `None` when they can hold.
pub(crate) fn contradictory(arena: &Arena, goal: &Goal<'_>, means: Means<'_>) -> Option<Verdict> {
    let undecided = |why| Some(Verdict::Unknown { part: None, why });
    let cone = Cone::of(arena, goal.assumptions().iter().copied());
    let assumed: Vec<usize> = goal.assumptions().iter().map(|&id| cone.at(id)).collect();
    let query = Query { cone: &cone, assumed: &assumed, differ: None };
    for tables in ways(&cone) {
        match means.ask.ask(&query, tables, means.limits, means.ledger).answer {
            Answer::Unsat => return Some(Verdict::Vacuous),
            Answer::Unknown(_) if means.limits.stopped() => return Some(Verdict::NotRun),
            Answer::Unknown(why) => return undecided(why),
            Answer::Sat(inputs) => {
                let any = [goal.assumptions()[0]; 2];
                if replay(arena, goal.assumptions(), any, &inputs).is_some() {
                    return None;
                }
            }
        }
    }
    undecided(NOT_REPRODUCED.into())
}

const NOT_REPRODUCED: &str = "printer: the solver's counterexample does not replay";

/// How to ask: a counterexample under unknown functions for tables may be spurious.
fn ways(cone: &Cone) -> impl Iterator<Item = Tables> + use<> {
    let tables = cone.has_tables();
    [Tables::Uninterpreted, Tables::Expanded].into_iter().take(if tables { 2 } else { 1 })
}

/// Decides each equality of a goal.
pub(crate) fn every_part(arena: &Arena, goal: &Goal<'_>, means: Means<'_>) -> Verdict {
    let pairs: Vec<_> = goal.parts().iter().map(|part| (part.left, part.right)).collect();
    let settled = match settle_each(arena, goal.assumptions(), &pairs, means) {
        Ok(settled) => settled,
        Err(error) => return Verdict::Unknown { part: None, why: error.to_string() },
    };
    let mut verdict = Verdict::Proved;
    for (part, settled) in goal.parts().iter().zip(settled) {
        match settled {
            Settled::Equal => {}
            Settled::Differ(inputs) => {
                return refuted(arena, goal, part, &inputs).expect("it was just replayed");
            }
            // A later part may still be refuted, which says more.
            Settled::Unknown(why) if verdict == Verdict::Proved => {
                verdict = Verdict::Unknown { part: Some(part.name.clone()), why };
            }
            Settled::Unknown(_) => {}
        }
    }
    match verdict {
        Verdict::Unknown { .. } if means.limits.stopped() => Verdict::NotRun,
        verdict => verdict,
    }
}

/// Whether the terms of each pair are equal wherever the assumptions hold: by their normal forms, then
/// by asking. When a pair is not, those after it are not asked for.
pub(crate) fn settle_each(
    arena: &Arena,
    assumed: &[Id],
    pairs: &[(Id, Id)],
    means: Means<'_>,
) -> Result<Vec<Settled>, Unsound> {
    let mut settled = vec![Settled::Unknown("it was not asked".into()); pairs.len()];
    let mut open: Vec<usize> = (0..pairs.len()).collect();
    let ask = |open: &mut Vec<usize>, settled: &mut Vec<Settled>, quick: bool| {
        let mut left = open.iter().copied();
        let mut unknown = Vec::new();
        for k in left.by_ref() {
            let (a, b) = pairs[k];
            let limits = if quick { means.limits.within(QUICK) } else { means.limits };
            settled[k] = settle(arena, assumed, a, b, Means { limits, ..means });
            match settled[k] {
                Settled::Equal => {}
                Settled::Differ(_) => return true,
                Settled::Unknown(_) => unknown.push(k),
            }
            if quick && !unknown.is_empty() {
                break;
            }
        }
        unknown.extend(left);
        *open = unknown;
        false
    };
    let nobody = matches!(means.ask, Ask::Nobody);
    let small = !nobody && is_small(arena, assumed, pairs);
    let efforts: &[Effort] = if small { &[Effort::First, Effort::Full] } else { &[Effort::Full] };
    for &effort in efforts.iter().filter(|_| means.normalise) {
        let of: Vec<_> = open.iter().map(|&k| pairs[k]).collect();
        let compared = compared(arena, assumed, &of, means, effort)?;
        let exhausted = compared.contains(&Comparison::Exhausted);
        for (&k, comparison) in open.iter().zip(&compared) {
            settled[k] = match comparison {
                Comparison::Equal => Settled::Equal,
                other => Settled::Unknown(other.to_string()),
            };
        }
        open.retain(|&k| settled[k] != Settled::Equal);
        if !exhausted {
            break;
        }
        // Ripple-carry adders are the opposite of normal, and quick in a solver: a short try costs less
        // than forms of full size.
        if effort == Effort::First && ask(&mut open, &mut settled, true) {
            return Ok(settled);
        }
    }
    if !nobody {
        ask(&mut open, &mut settled, false);
    }
    Ok(settled)
}

/// How long solvers are tried for an equality before forms of full size are; the first that takes longer
/// ends the try.
const QUICK: Duration = Duration::from_secs(1);

/// So many terms are few enough for a first attempt at everything.
const SMALL: usize = 4000;

fn is_small(arena: &Arena, assumed: &[Id], pairs: &[(Id, Id)]) -> bool {
    let roots = assumed.iter().copied().chain(pairs.iter().flat_map(|&(a, b)| [a, b]));
    arena.cone(roots).into_iter().filter(|needed| *needed).count() <= SMALL
}

/// What the normal form makes of pairs; it leaves them open when it is not tried.
pub(crate) fn compared(
    arena: &Arena,
    assumed: &[Id],
    pairs: &[(Id, Id)],
    means: Means<'_>,
    effort: Effort,
) -> Result<Vec<Comparison>, Unsound> {
    if !means.normalise || pairs.is_empty() {
        return Ok(vec![Comparison::Untried; pairs.len()]);
    }
    let start = Instant::now();
    let compared = normal::compared(arena, assumed, pairs, effort);
    means.ledger.spent(Engine::Normaliser, start.elapsed());
    let closed = compared.iter().flatten().filter(|c| **c == Comparison::Equal).count();
    means.ledger.settled(Engine::Normaliser, closed);
    compared
}

/// Asks whether two terms can differ where the assumptions hold, and replays the answer.
pub(crate) fn settle(
    arena: &Arena,
    assumed: &[Id],
    left: Id,
    right: Id,
    means: Means<'_>,
) -> Settled {
    let cone = Cone::of(arena, assumed.iter().copied().chain([left, right]));
    let places: Vec<usize> = assumed.iter().map(|&id| cone.at(id)).collect();
    let differ = Some((cone.at(left), cone.at(right)));
    let query = Query { cone: &cone, assumed: &places, differ };
    for tables in ways(&cone) {
        let reply = means.ask.ask(&query, tables, means.limits, means.ledger);
        match reply.answer {
            Answer::Unsat => {
                means.ledger.settled(reply.by, 1);
                return Settled::Equal;
            }
            Answer::Unknown(why) => return Settled::Unknown(why),
            Answer::Sat(inputs) => {
                if replay(arena, assumed, [left, right], &inputs).is_some_and(|[l, r]| l != r) {
                    means.ledger.settled(reply.by, 1);
                    return Settled::Differ(inputs);
                }
            }
        }
    }
    Settled::Unknown(NOT_REPRODUCED.into())
}

/// Values of both terms at these inputs when the assumptions hold there, by the terms' own
/// evaluator, which no printer and no shortcut has a part in.
fn replay(arena: &Arena, assumed: &[Id], sides: [Id; 2], inputs: &Inputs) -> Option<[Val; 2]> {
    let names = arena.vars();
    let value = arena.eval(|name| {
        let k = names.iter().position(|var| var.0 == name).expect("a variable of the arena");
        inputs.get(k).copied().unwrap_or(Val::from(0))
    });
    assumed.iter().all(|&id| value(id) == Val::from(1)).then(|| sides.map(&value))
}

/// The verdict for a counterexample, when it is one.
fn refuted(arena: &Arena, goal: &Goal<'_>, part: &Part, inputs: &Inputs) -> Option<Verdict> {
    let [left, right] = replay(arena, goal.assumptions(), [part.left, part.right], inputs)?;
    let cone = Cone::of(arena, goal.assumptions().iter().copied().chain([part.left, part.right]));
    let inputs = cone.vars.iter().map(|var| Input {
        name: var.name.clone(),
        width: var.width,
        value: inputs[var.index].truncate(var.width),
    });
    (left != right).then(|| Verdict::Refuted {
        part: part.name.clone(),
        inputs: inputs.collect(),
        left,
        right,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bitwuzla::Bitwuzla, solver};
    use semantics::gf256;
    use std::{sync::atomic::AtomicBool, time::Duration};

    /// What `ask` makes of `x + y == y + x`, in words or, with `tables`, of their S-box values.
    fn commutes(ask: Ask<'_>, tables: bool) -> Verdict {
        let arena = Arena::default();
        let mut goal = Goal::new(&arena, 8);
        let word = |name: &str| {
            let var = goal.reg(name);
            if tables { var.lookup(&gf256::SBOX) } else { var }
        };
        let (x, y) = (word("x"), word("y"));
        goal.equal("sum", x + y, y + x);
        let stop = AtomicBool::new(false);
        let limits = Limits::new(Duration::from_secs(60), &stop);
        let ledger = Ledger::default();
        every_part(&arena, &goal, Means { ask, normalise: false, limits, ledger: &ledger })
    }

    #[test]
    fn a_counterexample_that_does_not_replay_is_a_bug_of_the_printer() {
        let wrong = Ask::Test(|query, _, _| Answer::Sat(vec![Val::from(1); query.cone.arity]));
        for tables in [false, true] {
            let Verdict::Unknown { part: Some(part), why } = commutes(wrong, tables) else {
                panic!("a false counterexample was believed");
            };
            assert_eq!((part.as_str(), why.starts_with("printer: ")), ("sum", true), "{why}");
        }
    }

    #[test]
    fn a_spurious_counterexample_is_asked_again_with_the_tables() {
        let wrong_at_first = Ask::Test(|query, tables, limits| match tables {
            Tables::Uninterpreted => Answer::Sat(vec![Val::from(1); query.cone.arity]),
            Tables::Expanded => solver::ask(query, tables, limits),
        });
        assert_eq!(commutes(wrong_at_first, true), Verdict::Proved);
    }

    #[test]
    fn all_engines_agree() {
        let bitwuzla = Bitwuzla::find().unwrap();
        let all = [Ask::Z3, Ask::Exhaustion, Ask::Bitwuzla(&bitwuzla), Ask::Race(&bitwuzla)];
        for ask in all {
            for tables in [false, true] {
                assert_eq!(commutes(ask, tables), Verdict::Proved);
            }
        }
    }
}
