//! Obligations, their provers, mutants and the verdict store.
