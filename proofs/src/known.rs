//! What the store knows of an obligation, without proving anything.

use crate::{digest, obligation::Obligation, report::Engine, run, store::Store};
use semantics::dag::Arena;
use std::path::Path;

/// A folder of proved verdicts, to look into.
#[derive(Debug)]
pub struct Verdicts {
    store: Store,
    versions: String,
}

/// A verdict that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// Who settled the equalities, the one that took the most means last.
    pub engines: Vec<Engine>,
    /// The time that it took then.
    pub seconds: f64,
    /// When, in seconds since 1970.
    pub date: u64,
}

impl Verdicts {
    /// The verdicts in this folder; it need not exist.
    pub fn of(folder: &Path) -> Self {
        Verdicts { store: Store::at(folder), versions: run::versions() }
    }
    /// What is kept of an obligation as it is stated today.
    pub fn get(&self, obligation: &Obligation) -> Option<Known> {
        let arena = Arena::default();
        let goal = obligation.state(&arena);
        let entry = self.store.get(&digest::goal(&arena, &goal, &self.versions))?;
        Some(Known { engines: entry.engines, seconds: entry.seconds, date: entry.date })
    }
}
