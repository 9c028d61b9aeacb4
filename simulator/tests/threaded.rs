//! The suite with every instruction that can be threaded, threaded; and the tiers against each other.

/// The highest tier of every machine in the suite.
const TIER_LIMIT: u8 = 1;

mod suite;
mod tiers;
