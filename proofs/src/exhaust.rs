//! Answers a query about few input bits by trying all of them: quicker than Z3 on products and
//! quotients of eight bits, where a solver searches most of them anyway.

use crate::{
    cone::{Cone, Evaluator},
    printer::Tables,
    solver::{Answer, Limits, Query},
};
use semantics::bits::Val;

/// Two operands of eight bits.
const MOST_BITS: u32 = 16;

/// Whether a cone has few enough inputs.
pub(crate) fn fits(cone: &Cone) -> bool {
    cone.vars.iter().map(|var| var.width).sum::<u32>() <= MOST_BITS
}

/// As [`crate::solver::ask`]; tables are never in doubt here.
pub(crate) fn ask(query: &Query<'_>, _: Tables, limits: Limits<'_>) -> Answer {
    let mut evaluator = Evaluator::new(query.cone);
    let mut inputs = vec![Val::from(0); query.cone.arity];
    let bits: u32 = query.cone.vars.iter().map(|var| var.width).sum();
    for number in 0..1u128 << bits {
        if number % 1024 == 0
            && let Some(why) = limits.reached()
        {
            return Answer::Unknown(why.into());
        }
        let mut rest = number;
        for var in &query.cone.vars {
            inputs[var.index] = Val::from(rest).truncate(var.width);
            rest >>= var.width;
        }
        evaluator.load(&inputs);
        let differ = |(left, right)| evaluator.get(left) != evaluator.get(right);
        if evaluator.all(query.assumed) && query.differ.is_none_or(differ) {
            return Answer::Sat(inputs);
        }
    }
    Answer::Unsat
}
