//! Discharges many obligations, in parallel.

use crate::{
    discharge::{self, Shared},
    obligation::Obligation,
    report::{Report, Totals},
    solver,
    store::Store,
};
use std::{
    io,
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Which engine may prove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// Exhaustion for at most 16 input bits, else the normal form, and Z3 for what it leaves open.
    #[default]
    Auto,
    /// Z3 alone.
    Z3,
}

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Number of worker threads; 0 counts as 1.
    pub jobs: usize,
    /// For each obligation, and again for each of its mutants.
    pub timeout: Duration,
    /// Which engine may prove.
    pub solver: Solver,
    /// At most so many mutants an obligation; `None` makes none.
    pub mutants: Option<usize>,
    /// Of samples and mutants.
    pub seed: u64,
    /// The folder of proved verdicts; `None` neither reads nor writes one.
    pub store: Option<PathBuf>,
    /// Set it to end the run: running queries are interrupted, and what is left is not run.
    pub stop: Arc<AtomicBool>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            jobs: thread::available_parallelism().map_or(1, usize::from),
            timeout: Duration::from_secs(60),
            solver: Solver::Auto,
            mutants: None,
            seed: 1,
            store: None,
            stop: Arc::default(),
        }
    }
}

/// What happens during a run, for progress bars.
#[derive(Clone, Copy, Debug)]
pub enum Event<'r> {
    /// A worker took an obligation.
    Started(&'r Obligation),
    /// A worker is done with one.
    Finished(&'r Report),
}

/// The outcome of a run.
#[derive(Debug)]
pub struct Run {
    /// One report an obligation, in the order in which they were given.
    pub reports: Vec<Report>,
    /// Their counts.
    pub totals: Totals,
    /// The first failure to keep a verdict in the store.
    pub unstored: Option<io::Error>,
}

impl Run {
    /// Whether every obligation is proved, no mutant is alive or undecided, and there was something
    /// to prove.
    pub fn holds(&self) -> bool {
        !self.reports.is_empty() && self.reports.iter().all(Report::holds)
    }
}

/// Why nothing could be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProveError {
    /// The Z3 that was loaded is not the pinned one.
    #[error("Z3 {found} was loaded instead of {pinned}: run `cargo xtask setup`")]
    Version {
        /// What was loaded.
        found: String,
        /// What this program was built for.
        pinned: &'static str,
    },
    /// The store's folder cannot be made.
    #[error("the verdict store {} cannot be made", folder.display())]
    Store {
        /// The folder.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Discharges obligations with `options.jobs` workers.
///
/// # Errors
/// [`ProveError`] when the solver cannot be trusted or the store cannot be made. A false or
/// undecided obligation is no error: see [`Run::holds`].
pub fn prove_all(
    obligations: &[Obligation],
    options: &Options,
    on_event: impl Fn(Event<'_>) + Sync,
) -> Result<Run, ProveError> {
    let version = z3::full_version();
    pinned(version)?;
    let open = |folder: &PathBuf| {
        Store::open(folder).map_err(|source| ProveError::Store { folder: folder.clone(), source })
    };
    let store = options.store.as_ref().map(open).transpose()?;
    let shared = Shared { options, store: store.as_ref(), version };
    let start = Instant::now();
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Report>>> = obligations.iter().map(|_| Mutex::default()).collect();
    let unstored = Mutex::new(None);
    let work = || {
        while let Some(k) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&k| k < done.len())
            && !options.stop.load(Ordering::Relaxed)
        {
            on_event(Event::Started(&obligations[k]));
            let (report, kept) = discharge::discharge(&obligations[k], shared);
            if let Err(error) = kept {
                unstored.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            }
            on_event(Event::Finished(&report));
            *done[k].lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, obligations.len().max(1)) {
            scope.spawn(work);
        }
    });
    let reports: Vec<Report> = done
        .into_iter()
        .zip(obligations)
        .map(|(report, obligation)| {
            let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
            report.unwrap_or_else(|| discharge::blank(obligation))
        })
        .collect();
    let totals = Totals::of(&reports, start.elapsed().as_secs_f64());
    let unstored = unstored.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { reports, totals, unstored })
}

fn pinned(found: &str) -> Result<(), ProveError> {
    let rest = found.strip_prefix(solver::PINNED);
    match rest {
        Some(rest) if !rest.starts_with(|c: char| c.is_ascii_digit()) => Ok(()),
        _ => Err(ProveError::Version { found: found.into(), pinned: solver::PINNED }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_pinned_version_is_trusted() {
        for good in [solver::PINNED.to_owned(), format!("{}.0", solver::PINNED)] {
            assert!(pinned(&good).is_ok(), "{good}");
        }
        for bad in ["", "4.8.12.0", &format!("{}0.0", solver::PINNED)] {
            let error = pinned(bad).unwrap_err().to_string();
            assert!(error.contains(bad) && error.contains("cargo xtask setup"), "{error}");
        }
    }
}
