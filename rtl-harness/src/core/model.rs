//! A core, verilated for one register width and a set of extensions.

use std::sync::Arc;

use super::{CoreDescription, CoreParameter, bridge::Functions, ports, run::Core, shim};
use crate::{
    BuildOptions, RtlError,
    build::{self, Recipe},
};

/// A verilated core, loaded into the process.
#[derive(Clone, Debug)]
pub struct CoreModel {
    pub(super) shared: Arc<Shared>,
}

/// What all cores of a model share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) functions: Functions,
    pub(super) name: String,
    pub(super) trace: bool,
    xlen: u32,
    warnings: Vec<String>,
}

impl CoreModel {
    /// Verilates and compiles a core, or finds it in the cache, and loads it. Extensions that a parameter
    /// turns on and off are on when `has` says so of their name in lower case.
    ///
    /// # Errors
    /// Tools or packages that are missing, RTL that does not compile or has not the ports of the
    /// description, files that cannot be written.
    pub fn build(
        description: &CoreDescription,
        xlen: u32,
        has: impl Fn(&str) -> bool,
        options: &BuildOptions,
    ) -> Result<Self, RtlError> {
        if let Some(missing) = description.missing {
            return Err(missing.into());
        }
        if description.isa(xlen).is_none() {
            let known = description.isas.iter().map(|isa| isa.0).collect();
            return Err(RtlError::Xlen { unit: description.name.clone(), xlen, known });
        }
        let sources = match &options.patch {
            Some(patch) => patch.apply(&description.sources)?,
            None => description.sources.clone(),
        };
        let parameter = |(name, value): &(String, CoreParameter)| match value {
            CoreParameter::Xlen => format!("-G{name}={xlen}"),
            CoreParameter::ResetAddress => format!("-G{name}=64'h{:x}", description.reset_address),
            CoreParameter::Value(value) => format!("-G{name}={value}"),
        };
        let extension = |(extension, parameter): &(String, String)| {
            format!("-G{parameter}=1'b{}", u8::from(has(extension)))
        };
        let parameters = description.parameters.iter().map(parameter);
        let recipe = Recipe {
            name: &description.name,
            text: &description.text,
            top: &description.top.name,
            sources,
            arguments: parameters
                .chain(description.extensions.iter().map(extension))
                .chain(description.defines.iter().map(|define| format!("-D{define}")))
                .collect(),
            trace: options.trace,
            false_loops: description.false_loops,
            strict: description.strict && options.patch.is_none(),
            options,
        };
        let built = build::make(&recipe, shim::HARNESS, |rtl| {
            let ports = ports::connect(description, xlen, rtl)?;
            let code = shim::generate(description, &ports);
            Ok((ports, code))
        })?;
        let functions = Functions::load(&built.library)
            .map_err(|source| RtlError::Load { path: built.library.clone(), source })?;
        let shared = Shared {
            functions,
            name: description.name.clone(),
            trace: options.trace,
            xlen,
            warnings: built.facts.warnings,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// A new instance of the core, after reset, without memory.
    pub fn core(&self) -> Core {
        Core::new(Arc::clone(&self.shared))
    }

    /// The width of a register.
    pub fn xlen(&self) -> u32 {
        self.shared.xlen
    }

    /// Verilator's warnings, a line each.
    pub fn warnings(&self) -> &[String] {
        &self.shared.warnings
    }
}
