//! Holds cipher kernels to their manifests: runs them on known-answer vectors and random inputs, watches their memory
//! accesses, registers and traces, and measures them.
//!
//! [`certify`] takes [`Subject`]s, kernels or a user's object with a manifest, and gives a [`Report`] with a
//! [`certificate::Certificate`] for each. [`vectors::parse`] reads a user's file of vectors. [`cost`] says what kernels cost. [`page`] writes HTML.

pub mod certificate;
mod checks;
pub mod cost;
pub mod finding;
mod machine;
pub mod measure;
pub mod page;
pub mod plot;
pub mod proof;
mod report;
mod run;
mod subject;
pub mod vectors;

pub use finding::{Check, Finding, Stage};
pub use machine::Core;
pub use report::{NotRun, Report};
pub use run::{Event, Options, certify};
pub use subject::{Subject, SubjectError};
