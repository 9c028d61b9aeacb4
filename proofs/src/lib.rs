//! Obligations, their provers, mutants and the verdict store.
//!
//! An [`Obligation`] is a claim on one register width. [`prove_all`] discharges many of them: each
//! is sampled, its assumptions are checked for contradiction, each of its parts is proved (by trying
//! all inputs, by a normal form, or by Z3 and Bitwuzla racing), every counterexample is replayed by the
//! terms' own evaluator, and mutants of the left-hand sides must be refuted. Only [`Verdict::Proved`] with no surviving or undecided mutant is success.

mod ask;
mod beyond_z3;
mod bitwuzla;
mod certificate;
mod cone;
mod decide;
mod digest;
mod discharge;
mod evaluate;
mod exhaust;
mod falsehoods;
pub mod forms;
mod known;
mod ledger;
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
mod smtlib;
mod solver;
mod store;

pub use beyond_z3::{BEYOND_Z3, Beyond, beyond_z3};
pub use bitwuzla::{Absent, Bitwuzla};
pub use falsehoods::{Falsehoods, Trial, try_falsehoods};
pub use known::{Known, Verdicts};
pub use obligation::{Obligation, covered, obligations};
pub use report::{
    Certificate, Disagreement, Discharge, Engine, Input, Mutant, Outcome, Report, Tactic, Totals,
    Verdict,
};
pub use run::{Event, Options, ProveError, Run, Solver, prove_all};
