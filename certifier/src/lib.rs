//! Runs cipher kernels on known-answer vectors, holds them to their manifests and measures them.

pub mod vectors;
