//! Obligations, their provers, mutants and the verdict store.
//!
//! An [`Obligation`] is a claim on one register width. [`prove_all`] discharges many of them: each
//! is sampled, its assumptions are checked for contradiction, each of its parts is proved, every
//! counterexample is replayed by the terms' own evaluator, and mutants of the left-hand sides must
//! be refuted. Only [`Verdict::Proved`] with no surviving or undecided mutant is success.

mod cone;
mod decide;
mod digest;
mod discharge;
mod exhaust;
mod mutants;
mod mutate;
mod normal;
pub mod obligation;
pub mod obligations;
mod observe;
mod printer;
pub mod report;
mod run;
mod sample;
mod solver;
mod store;

pub use obligation::{Obligation, covered, obligations};
pub use report::{Engine, Input, Mutant, Outcome, Report, Totals, Verdict};
pub use run::{Event, Options, ProveError, Run, Solver, prove_all};
