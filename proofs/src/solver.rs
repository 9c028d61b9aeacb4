//! One question to Z3: can two terms differ, or can the assumptions hold?

use crate::{
    cone::{Cone, Inputs},
    printer::{Print, Tables},
};
use semantics::bits::Val;
use std::{
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};
use z3::{Context, Model, Params, SatResult, Solver, Tactic, ast::BV};

/// Version of Z3 that this program was built against.
pub(crate) const PINNED: &str = env!("Z3_SYS_Z3_VERSION");

/// Megabytes that Z3 may have, all workers together.
const MEMORY: u32 = 3000;

/// A satisfiability question about a cone.
#[derive(Debug)]
pub(crate) struct Query<'c> {
    pub(crate) cone: &'c Cone,
    /// Nodes of one bit that are 1.
    pub(crate) assumed: &'c [usize],
    /// Two nodes that differ; without them, the question is about the assumptions alone.
    pub(crate) differ: Option<(usize, usize)>,
}

/// When to give up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits<'s> {
    deadline: Instant,
    stop: &'s AtomicBool,
    /// Set once another solver has answered the same question.
    answered: Option<&'s AtomicBool>,
}

impl<'s> Limits<'s> {
    /// From now on; a timeout that no clock can hold is as good as a year.
    pub(crate) fn new(timeout: Duration, stop: &'s AtomicBool) -> Self {
        const YEAR: Duration = Duration::from_secs(365 * 24 * 3600);
        Limits { deadline: Instant::now() + timeout.min(YEAR), stop, answered: None }
    }
    /// The same, and no longer than until this is set.
    pub(crate) fn until<'t>(self, answered: &'t AtomicBool) -> Limits<'t>
    where
        's: 't,
    {
        Limits { answered: Some(answered), ..self }
    }
    /// The same, and no longer than this from now on.
    pub(crate) fn within(self, timeout: Duration) -> Self {
        Limits { deadline: self.deadline.min(Instant::now() + timeout), ..self }
    }
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
    /// Why to give up now, if there is a reason.
    pub(crate) fn reached(&self) -> Option<&'static str> {
        let set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        match self.answered {
            _ if self.stopped() => Some("stopped"),
            Some(answered) if set(answered) => Some("another solver was faster"),
            _ => self.left().is_zero().then_some("timeout"),
        }
    }
    pub(crate) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Never.
    Unsat,
    /// With these inputs.
    Sat(Inputs),
    /// No answer, and why.
    Unknown(String),
}

/// Asks Z3, in a context of its own: an interrupted one cannot be used again, and no answer
/// depends on what was asked before.
pub(crate) fn ask(query: &Query<'_>, tables: Tables, limits: Limits<'_>) -> Answer {
    if let Some(why) = limits.reached() {
        return Answer::Unknown(why.into());
    }
    if query.cone.divides_and_multiplies() {
        let short = limits.within(SHORT);
        // Only a proof is taken from there: whatever else it says, bits are asked.
        if asked(query, tables, short, Arithmetic::Integers) == Answer::Unsat {
            return Answer::Unsat;
        }
    }
    asked(query, tables, limits, Arithmetic::Bits)
}

/// How Z3 is to think of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arithmetic {
    /// As bits: products become circuits.
    Bits,
    /// As integers modulo 2^width: it closes division identities of full width, which as circuits
    /// are out of reach. It is kept to small questions of that shape, because on products alone it
    /// can neither be interrupted nor bounded.
    Integers,
}

/// How long integers may take; what they close, they close at once.
const SHORT: Duration = Duration::from_secs(15);

/// One question in a context of its own.
pub(crate) fn asked(
    query: &Query<'_>,
    tables: Tables,
    limits: Limits<'_>,
    arithmetic: Arithmetic,
) -> Answer {
    z3::with_z3_config(&z3::Config::new(), || check(query, tables, limits, arithmetic))
}

fn check(query: &Query<'_>, tables: Tables, limits: Limits<'_>, arithmetic: Arithmetic) -> Answer {
    let print = Print::new(query.cone, tables);
    let mut params = Params::new();
    let milliseconds = limits.left().as_millis().clamp(1, u128::from(u32::MAX)) as u32;
    params.set_u32("timeout", milliseconds);
    params.set_u32("max_memory", MEMORY);
    let solver = match arithmetic {
        Arithmetic::Bits => Solver::new(),
        Arithmetic::Integers => {
            let mut integers = Params::new();
            integers.set_u32("bv.solver", 2);
            Tactic::new("smt").with(&integers).solver()
        }
    };
    solver.set_params(&params);
    query.assumed.iter().for_each(|&at| solver.assert(print.truth(at)));
    if let Some((left, right)) = query.differ {
        solver.assert(print.word(left).ne(print.word(right)));
    }
    match interruptible(limits, || solver.check()) {
        SatResult::Unsat => Answer::Unsat,
        SatResult::Sat => match solver.get_model() {
            Some(model) => {
                let mut inputs = vec![Val::from(0); query.cone.arity];
                print.vars.iter().for_each(|(k, var)| inputs[*k] = value(&model, var));
                Answer::Sat(inputs)
            }
            None => Answer::Unknown("the solver gives no model".into()),
        },
        SatResult::Unknown => Answer::Unknown(match limits.reached() {
            Some(why) => why.into(),
            None => solver.get_reason_unknown().unwrap_or("no reason given".into()),
        }),
    }
}

/// Runs a check beside a thread that interrupts it at the deadline or when asked to stop: Z3's own
/// timer is not looked at in every phase.
fn interruptible<T>(limits: Limits<'_>, check: impl FnOnce() -> T) -> T {
    const GLANCE: Duration = Duration::from_millis(20);
    let context = Context::thread_local();
    let handle = context.handle();
    let (done, finished) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            while let Err(mpsc::RecvTimeoutError::Timeout) = finished.recv_timeout(GLANCE) {
                if limits.reached().is_some() {
                    handle.interrupt();
                }
            }
        });
        let answer = check();
        drop(done);
        answer
    })
}

/// A variable's value in a model; one that the model leaves open is completed.
fn value(model: &Model, var: &BV) -> Val {
    let width = var.get_size();
    Val::from(std::array::from_fn(|k| {
        let lo = 64 * k as u32;
        if lo >= width {
            return 0;
        }
        let limb = var.extract((lo + 63).min(width - 1), lo);
        model.eval(&limb, true).and_then(|limb| limb.as_u64()).unwrap_or(0)
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{claim::Goal, dag::Arena};

    /// What `arithmetic` says of `b * (a / b) + a % b` against `a` plus `error`, at 64 bits.
    fn division(arithmetic: Arithmetic, error: u128) -> Answer {
        let arena = Arena::default();
        let goal = Goal::new(&arena, 64);
        let (a, b) = (goal.reg("a"), goal.reg("b"));
        let (left, right) = (b * a.udiv(b) + a.urem(b), a + a.lit(error));
        let cone = Cone::of(&arena, [left.raw(), right.raw()]);
        assert!(cone.divides_and_multiplies());
        let differ = Some((cone.at(left.raw()), cone.at(right.raw())));
        let query = Query { cone: &cone, assumed: &[], differ };
        let stop = AtomicBool::new(false);
        let limits = Limits::new(Duration::from_secs(10), &stop);
        asked(&query, Tables::Uninterpreted, limits, arithmetic)
    }

    #[test]
    fn integers_prove_the_division_identity_and_no_false_one() {
        assert_eq!(division(Arithmetic::Integers, 0), Answer::Unsat);
        for error in [1, 2, 1 << 63, u128::from(u64::MAX)] {
            assert_ne!(division(Arithmetic::Integers, error), Answer::Unsat, "{error:#x}");
        }
    }
}
