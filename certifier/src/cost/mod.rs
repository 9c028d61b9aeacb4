//! What a kernel costs: cycles, instructions, bytes, the units that it needs; and where its cycles go.
//!
//! Every figure is of one call on the simulator, with random inputs of the greatest lengths. That the function is right,
//! and that it takes the same for all secrets, is what [`certify`](crate::certify) says.

mod class;
mod page;
mod profile;
mod row;
mod traced;
mod units;

pub use class::Class;
pub use page::sections;
pub use profile::{Profile, Share, profile};
pub use row::{Baseline, PublishedFigure, Row, rows};
pub use units::units_of;

/// Why there is no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CostError {
    /// The manifest has no function of this name.
    #[error("`{kernel}` has no function `{function}`")]
    NoFunction {
        /// The kernel.
        kernel: String,
        /// What was asked for.
        function: String,
    },
    /// The call did not return.
    #[error("`{function}` of {kernel} does not return: {why}; `certify` says more")]
    NotReturned {
        /// The kernel.
        kernel: String,
        /// The function.
        function: String,
        /// What it did instead.
        why: String,
    },
    /// It executes what the cycle model does not have.
    #[error(
        "`{function}` of {kernel} executes what the core does not have: its cycles are not known"
    )]
    NotPredicted {
        /// The kernel.
        kernel: String,
        /// The function.
        function: String,
    },
    /// The core does something else than the simulator.
    #[error("`{function}` of {kernel} on the core: {why}; `certify` says more")]
    Core {
        /// The kernel.
        kernel: String,
        /// The function.
        function: String,
        /// What differs.
        why: String,
    },
    /// A unit of this project is described wrongly.
    #[error("a unit that is shipped: {0}")]
    Unit(String),
}
