//! Whether a proved claim notices that its left-hand sides were changed.

use crate::{
    cone::{Cone, Inputs},
    decide::{Means, Settled, settle_each},
    evaluate::{Evaluator, Point},
    mutate::Mutation,
    report::Outcome,
};
use semantics::{claim::Goal, dag::Arena, dag::Id};

/// What becomes of a mutant of a goal that is proved.
///
/// `terms` are the goal's left-hand sides and then the instruction's results; `mutation` has
/// changed them all. `samples` satisfy the assumptions.
pub(crate) fn judge(
    arena: &Arena,
    goal: &Goal<'_>,
    terms: &[Id],
    mutation: &Mutation,
    samples: &[Inputs],
    means: Means<'_>,
) -> Outcome {
    let pairs: Vec<(Id, Id)> =
        terms.iter().copied().zip(mutation.terms.iter().copied()).filter(|(a, b)| a != b).collect();
    let sides = goal.parts().len();
    let (changed, results): (Vec<_>, Vec<_>) =
        pairs.into_iter().partition(|pair| terms[..sides].contains(&pair.0));
    if differ_on(arena, &changed, samples) {
        return Outcome::Killed;
    }
    // The claim is proved: where a side is what it was, it still equals the right-hand side.
    match all_equal(arena, goal, &changed, means) {
        Settled::Differ(_) => return Outcome::Killed,
        Settled::Unknown(why) => return Outcome::Unknown { why },
        Settled::Equal => {}
    }
    if differ_on(arena, &results, samples) {
        return Outcome::Survived;
    }
    match all_equal(arena, goal, &results, means) {
        Settled::Differ(_) => Outcome::Survived,
        Settled::Unknown(why) => Outcome::Unknown { why },
        Settled::Equal => Outcome::Equivalent,
    }
}

fn differ_on(arena: &Arena, pairs: &[(Id, Id)], samples: &[Inputs]) -> bool {
    let cone = Cone::of(arena, pairs.iter().flat_map(|&(a, b)| [a, b]));
    let places: Vec<_> = pairs.iter().map(|&(a, b)| (cone.at(a), cone.at(b))).collect();
    let differ = |at: Point<'_>| places.iter().any(|&(a, b)| at.get(a) != at.get(b));
    Evaluator::new(&cone).find(samples, differ).is_some()
}

/// Equal when every pair is; the first difference decides, and one that is open leaves it open.
fn all_equal(arena: &Arena, goal: &Goal<'_>, pairs: &[(Id, Id)], means: Means<'_>) -> Settled {
    let settled = match settle_each(arena, goal.assumptions(), pairs, means) {
        Ok(settled) => settled,
        Err(error) => return Settled::Unknown(error.to_string()),
    };
    let mut all = Settled::Equal;
    for settled in settled {
        match settled {
            Settled::Equal => {}
            Settled::Differ(_) => return settled,
            Settled::Unknown(_) => all = settled,
        }
    }
    all
}
