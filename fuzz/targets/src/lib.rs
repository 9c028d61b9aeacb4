//! libFuzzer targets: glue over the fuzz crate.
