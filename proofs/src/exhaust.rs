//! Answers a query about few input bits by trying all of them: quicker than Z3 on products and
//! quotients of eight bits, where a solver searches most of them anyway.

use crate::{
    cone::{Cone, Inputs},
    evaluate::Evaluator,
    printer::Tables,
    solver::{Answer, Limits, Query},
};
use semantics::bits::Val;

/// Two operands of eight bits.
const MOST_BITS: u32 = 16;

/// How many inputs are tried between looks at the clock.
const AT_ONCE: usize = 1024;

/// Whether a cone has few enough inputs.
pub(crate) fn fits(cone: &Cone) -> bool {
    cone.vars.iter().map(|var| var.width).sum::<u32>() <= MOST_BITS
}

/// As [`crate::solver::ask`]; tables are never in doubt here.
pub(crate) fn ask(query: &Query<'_>, _: Tables, limits: Limits<'_>) -> Answer {
    let mut evaluator = Evaluator::new(query.cone);
    let bits: u32 = query.cone.vars.iter().map(|var| var.width).sum();
    let all: u64 = 1 << bits;
    for first in (0..all).step_by(AT_ONCE) {
        if let Some(why) = limits.reached() {
            return Answer::Unknown(why.into());
        }
        let some = first..all.min(first + AT_ONCE as u64);
        let some: Vec<Inputs> = some.map(|number| split(query.cone, number)).collect();
        let found = evaluator.find(&some, |at| {
            let differ = |(left, right)| at.get(left) != at.get(right);
            at.all(query.assumed) && query.differ.is_none_or(differ)
        });
        if let Some(inputs) = found {
            return Answer::Sat(inputs.clone());
        }
    }
    Answer::Unsat
}

/// The bits of a number as the values of all variables.
fn split(cone: &Cone, number: u64) -> Inputs {
    let mut inputs = vec![Val::from(0); cone.arity];
    let mut rest = u128::from(number);
    for var in &cone.vars {
        inputs[var.index] = Val::from(rest).truncate(var.width);
        rest >>= var.width;
    }
    inputs
}
