//! Which tactics were tried for a goal, how long each took, and what it settled.

use crate::report::{Disagreement, Engine, Tactic};
use std::{cell::RefCell, time::Duration};

/// The book of one obligation, written by the thread that discharges it.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    tactics: RefCell<Vec<Tactic>>,
    disagreement: RefCell<Option<Disagreement>>,
}

impl Ledger {
    /// Time that a tactic took.
    pub(crate) fn spent(&self, engine: Engine, time: Duration) {
        self.of(engine, |tactic| tactic.seconds += time.as_secs_f64());
    }
    /// So many equalities (or the whole goal) were settled by a tactic.
    pub(crate) fn settled(&self, engine: Engine, count: usize) {
        self.of(engine, |tactic| tactic.settled += count);
    }
    fn of(&self, engine: Engine, change: impl FnOnce(&mut Tactic)) {
        let mut tactics = self.tactics.borrow_mut();
        let place = tactics.iter().position(|tactic| tactic.engine == engine);
        let place = place.unwrap_or_else(|| {
            tactics.push(Tactic { engine, seconds: 0.0, settled: 0 });
            tactics.len() - 1
        });
        change(&mut tactics[place]);
    }
    /// Two solvers contradict each other.
    pub(crate) fn disagree(&self, unsat: Engine, sat: Engine) {
        self.disagreement.borrow_mut().get_or_insert(Disagreement { unsat, sat });
    }
    /// The first contradiction.
    pub(crate) fn disagreement(&self) -> Option<Disagreement> {
        *self.disagreement.borrow()
    }
    /// The tactics, in the order of their first use.
    pub(crate) fn tactics(&self) -> Vec<Tactic> {
        self.tactics.borrow().clone()
    }
    /// Those that settled something, the strongest last.
    pub(crate) fn settlers(&self) -> Vec<Engine> {
        let tactics = self.tactics.borrow();
        let mut settlers: Vec<_> =
            tactics.iter().filter(|tactic| tactic.settled > 0).map(|t| t.engine).collect();
        settlers.sort_unstable();
        settlers
    }
}
