//! Discharges many obligations, in parallel.

use crate::{
    bitwuzla::{Absent, Bitwuzla},
    discharge::{self, Shared},
    obligation::Obligation,
    obligations::is_whole,
    report::{Report, Totals},
    solver,
    store::Store,
};
use std::{
    cmp::Reverse,
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
    /// Exhaustion for at most 16 input bits, else the normal form, and for what it leaves open Z3 and
    /// [`Options::bitwuzla`], whichever is faster.
    #[default]
    Auto,
    /// Z3 alone.
    Z3,
    /// Bitwuzla alone.
    Bitwuzla,
    /// The normal form alone.
    Normal,
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
    /// The second solver; without it, [`Solver::Auto`] is no race, and [`Solver::Bitwuzla`] an error.
    pub bitwuzla: Option<Bitwuzla>,
    /// What the normal form closes must be closed again by Z3 alone, cut by cut. Verdicts are neither
    /// taken from the store nor kept there.
    pub certificate: bool,
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
            bitwuzla: Bitwuzla::find().ok(),
            certificate: false,
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
    /// The second solver is wanted, and not there.
    #[error("Bitwuzla cannot be asked")]
    NoBitwuzla(#[source] Absent),
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
    check(options)?;
    let versions = versions();
    let open = |folder: &PathBuf| {
        Store::open(folder).map_err(|source| ProveError::Store { folder: folder.clone(), source })
    };
    let store = options.store.as_ref().filter(|_| !options.certificate).map(open).transpose()?;
    let bitwuzla = options.bitwuzla.as_ref();
    let shared = Shared { options, store: store.as_ref(), versions: &versions, bitwuzla };
    let start = Instant::now();
    let unstored = Mutex::new(None);
    let order = longest_first(obligations);
    let done = in_parallel(order.len(), options, |k| {
        let obligation = &obligations[order[k]];
        on_event(Event::Started(obligation));
        let (report, kept) = discharge::discharge(obligation, shared);
        if let Err(error) = kept {
            unstored.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
        on_event(Event::Finished(&report));
        report
    });
    let mut reports: Vec<Report> = obligations.iter().map(discharge::blank).collect();
    for (report, k) in done.into_iter().zip(order) {
        if let Some(report) = report {
            reports[k] = report;
        }
    }
    let totals = Totals::of(&reports, start.elapsed().as_secs_f64());
    let unstored = unstored.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { reports, totals, unstored })
}

/// In which order obligations are begun, so that no long one is left for the end: whole ciphers, then
/// wide registers before narrow ones.
fn longest_first(obligations: &[Obligation]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..obligations.len()).collect();
    order.sort_by_key(|&k| {
        let Obligation { claim, xlen } = obligations[k];
        (Reverse(is_whole(claim)), Reverse(xlen))
    });
    order
}

/// Whether the solvers can be trusted and are there.
pub(crate) fn check(options: &Options) -> Result<(), ProveError> {
    pinned(z3::full_version())?;
    if let (Solver::Bitwuzla, None) = (options.solver, &options.bitwuzla) {
        return Err(ProveError::NoBitwuzla(Bitwuzla::find().err().unwrap_or_default()));
    }
    Ok(())
}

/// What `work` makes of each number below `count`, by `options.jobs` workers; nothing of those that
/// were not begun when the run was stopped.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    options: &Options,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<Option<T>> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::default()).collect();
    let worker = || {
        while let Some(k) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&k| k < count)
            && !options.stop.load(Ordering::Relaxed)
        {
            let result = work(k);
            *done[k].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, count.max(1)) {
            scope.spawn(worker);
        }
    });
    done.into_iter().map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

/// The solvers' versions, as they are in keys of the store: the pins, for no other is asked.
pub(crate) fn versions() -> String {
    format!("z3 {} bitwuzla {}", z3::full_version(), Bitwuzla::version())
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
