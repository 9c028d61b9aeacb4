//! From sources to a shared library in the cache.

mod cache;
mod compile;
mod key;
mod ports;
mod shim;
mod tools;
mod verilate;

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) use ports::Port;
pub use verilate::{Staged, stage};

use crate::{
    RtlError,
    description::{Source, UnitDescription},
    model::BuildOptions,
};

/// A library that is there to be loaded.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) library: PathBuf,
    pub(crate) facts: Facts,
    /// It was in the cache.
    pub(crate) cached: bool,
}

/// What is known of a model beside its library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// SHA-256 of the library, hex.
    pub(crate) sha256: String,
    /// The ports of the top module.
    pub(crate) ports: Vec<Port>,
    /// Verilator's warnings, a line each.
    pub(crate) warnings: Vec<String>,
}

/// Everything that a model is made from.
pub(crate) struct Recipe<'a> {
    pub(crate) description: &'a UnitDescription,
    pub(crate) sources: Vec<Source>,
    pub(crate) xlen: u32,
    pub(crate) trace: bool,
    /// Warnings are errors: the sources are ours and unpatched.
    pub(crate) strict: bool,
    pub(crate) options: &'a BuildOptions,
}

/// Finds or makes the library of a unit.
pub(crate) fn build(
    description: &UnitDescription,
    xlen: u32,
    options: &BuildOptions,
) -> Result<Built, RtlError> {
    if !description.xlens.contains(&xlen) {
        let (unit, known) = (description.name.clone(), description.xlens.clone());
        return Err(RtlError::Xlen { unit, xlen, known });
    }
    let sources = match &options.patch {
        Some(patch) => patch.apply(&description.sources)?,
        None => description.sources.clone(),
    };
    let strict = description.shipped && options.patch.is_none();
    let recipe = Recipe { description, sources, xlen, trace: options.trace, strict, options };
    let tools = tools::Tools::find()?;
    let key = key::model(&recipe, &tools);
    cache::get_or_make(&options.cache, &key, |folder| {
        let verilated = verilate::verilate(&recipe, &tools, folder)?;
        let ports = ports::connect(description, xlen, verilated.ports)?;
        let code = shim::generate(description, &ports);
        compile::compile(&recipe, &tools, folder, &code)?;
        Ok((ports, verilated.warnings))
    })
}
