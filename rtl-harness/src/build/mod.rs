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

pub(crate) use ports::{Port, RtlPort, Wiring};
pub use verilate::{Staged, stage};

use crate::{
    RtlError,
    description::{Parameter, Source, UnitDescription},
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
    /// What messages call it.
    pub(crate) name: &'a str,
    /// The text of its description.
    pub(crate) text: &'a str,
    /// The top module.
    pub(crate) top: &'a str,
    pub(crate) sources: Vec<Source>,
    /// Arguments of Verilator that the description asks for: parameters, defines.
    pub(crate) arguments: Vec<String>,
    pub(crate) trace: bool,
    /// Loops of logic are false ones: parts of a signal that Verilator does not tell apart.
    pub(crate) false_loops: bool,
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
    let parameter = |(name, value): &(String, Parameter)| match value {
        Parameter::Xlen => format!("-G{name}={xlen}"),
        Parameter::Value(value) => format!("-G{name}={value}"),
    };
    let recipe = Recipe {
        name: &description.name,
        text: &description.text,
        top: &description.top.name,
        sources,
        arguments: description.parameters.iter().map(parameter).collect(),
        trace: options.trace,
        false_loops: false,
        strict: description.shipped && options.patch.is_none(),
        options,
    };
    make(&recipe, shim::HARNESS, |rtl| {
        let ports = ports::connect(description, xlen, rtl)?;
        let code = shim::generate(description, &ports);
        Ok((ports, code))
    })
}

/// Finds or makes the library of a recipe. `shim` tells the ports that it uses and the C++ that drives them,
/// of which `harness` is what does not depend on the ports.
pub(crate) fn make(
    recipe: &Recipe<'_>,
    harness: &str,
    shim: impl FnOnce(Vec<RtlPort>) -> Result<(Vec<Port>, String), RtlError>,
) -> Result<Built, RtlError> {
    let tools = tools::Tools::find()?;
    let key = key::model(recipe, harness, &tools);
    cache::get_or_make(&recipe.options.cache, &key, |folder| {
        let verilated = verilate::verilate(recipe, &tools, folder)?;
        let (ports, code) = shim(verilated.ports)?;
        compile::compile(recipe, &tools, folder, &code)?;
        Ok((ports, verilated.warnings))
    })
}
