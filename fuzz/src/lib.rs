//! Case generators, differential engines and the shrinker.
