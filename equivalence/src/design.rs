//! RTL with its parameters: what Yosys reads.

use crate::EquivalenceError;
use rtl_harness::{CoreDescription, CoreParameter, Parameter, Patch, Source, UnitDescription};

/// A module that is to be read.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    /// Of the unit or core, for messages.
    pub(crate) name: String,
    pub(crate) top: String,
    pub(crate) sources: Vec<Source>,
    /// Names and values, as Verilog has them.
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) defines: Vec<String>,
    /// A warning is an error: the project's own cores.
    pub(crate) strict: bool,
}

impl Design {
    pub(crate) fn of_unit(
        description: &UnitDescription,
        patch: Option<&Patch>,
        xlen: u32,
    ) -> Result<Self, EquivalenceError> {
        let value = |parameter: &Parameter| match parameter {
            Parameter::Xlen => xlen.to_string(),
            Parameter::Value(value) => value.to_string(),
        };
        let parameters = description.parameters.iter();
        Ok(Design {
            name: description.name.clone(),
            top: description.top.name.clone(),
            sources: patched(&description.sources, patch)?,
            parameters: parameters.map(|(name, p)| (name.clone(), value(p))).collect(),
            defines: Vec::new(),
            strict: false,
        })
    }

    /// A core with the extensions that `has` says.
    pub(crate) fn of_core(
        description: &CoreDescription,
        patch: Option<&Patch>,
        xlen: u32,
        has: impl Fn(&str) -> bool,
    ) -> Result<Self, EquivalenceError> {
        if let Some(missing) = description.missing {
            return Err(missing.into());
        }
        let value = |parameter: &CoreParameter| match parameter {
            CoreParameter::Xlen => xlen.to_string(),
            CoreParameter::ResetAddress => format!("64'h{:x}", description.reset_address),
            CoreParameter::Value(value) => value.clone(),
        };
        let parameters = description.parameters.iter().map(|(name, p)| (name.clone(), value(p)));
        let extensions = description.extensions.iter();
        let extensions = extensions.map(|(e, name)| (name.clone(), u8::from(has(e)).to_string()));
        Ok(Design {
            name: description.name.clone(),
            top: description.top.name.clone(),
            sources: patched(&description.sources, patch)?,
            parameters: parameters.chain(extensions).collect(),
            defines: description.defines.clone(),
            strict: description.strict && patch.is_none(),
        })
    }
}

fn patched(sources: &[Source], patch: Option<&Patch>) -> Result<Vec<Source>, EquivalenceError> {
    match patch {
        Some(patch) => patch.apply(sources).map_err(EquivalenceError::Patch),
        None => Ok(sources.to_vec()),
    }
}
