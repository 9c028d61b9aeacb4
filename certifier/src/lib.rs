//! Runs cipher kernels on known-answer vectors and measures them.
