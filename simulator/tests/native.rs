//! The suite with every instruction that can be native, native.

/// The highest tier of every machine in the suite.
const TIER_LIMIT: u8 = 2;

mod suite;
