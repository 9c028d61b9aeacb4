//! The name of a cache entry: a hash of everything that the library is made from.

use sha2::{Digest, Sha256};

use super::{Recipe, compile, tools::Tools, verilate};

/// Names the model of a recipe.
pub(super) fn model(recipe: &Recipe<'_>, harness: &str, tools: &Tools) -> String {
    let mut hash = Fields(Sha256::new());
    hash.add("model");
    hash.add(recipe.text);
    for source in &recipe.sources {
        hash.add(&source.name);
        hash.add(&source.text);
    }
    for argument in verilate::arguments(recipe) {
        hash.add(&argument);
    }
    add_compiler(&mut hash, recipe.trace, tools);
    hash.add(harness);
    hash.finish()
}

/// Names Verilator's run-time part, which all models share.
pub(super) fn runtime(trace: bool, tools: &Tools) -> String {
    let mut hash = Fields(Sha256::new());
    hash.add("runtime");
    add_compiler(&mut hash, trace, tools);
    hash.finish()
}

fn add_compiler(hash: &mut Fields, trace: bool, tools: &Tools) {
    hash.add(tools.versions);
    for flag in compile::flags(trace) {
        hash.add(flag);
    }
}

/// SHA-256 of some bytes, hex.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Hashes strings with their lengths, so that no two lists look alike.
struct Fields(Sha256);

impl Fields {
    fn add(&mut self, field: &str) {
        self.0.update((field.len() as u64).to_le_bytes());
        self.0.update(field.as_bytes());
    }

    fn finish(self) -> String {
        hex(&self.0.finalize())
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
