//! The suite on the decoded tier alone.

/// The highest tier of every machine in the suite.
const TIER_LIMIT: u8 = 0;

mod suite;
