//! The same call on an RTL core, for its cycles.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use rtl_harness::{BuildOptions, Callee, CoreDescription, CoreModel, Rights};

use super::{Layout, output_of};
use crate::subject::{Call, Plan};

/// A core to measure cycles on.
#[derive(Clone, Debug)]
pub struct Core {
    /// What it is made of.
    pub description: CoreDescription,
    /// How it is built.
    pub build: BuildOptions,
}

/// The models of a core, each built when it is needed first.
#[derive(Debug, Default)]
pub(crate) struct Models {
    by_xlen: Mutex<BTreeMap<u32, Result<CoreModel, String>>>,
}

/// What a call on a core came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoreRun {
    pub(crate) cycles: u64,
    pub(crate) instructions: u64,
    pub(crate) output: Vec<u8>,
}

/// Why there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoCoreRun {
    /// The core could not be made, or does not have what the function needs.
    NotRun(String),
    /// It did something else than return.
    Failed(String),
}

impl Models {
    /// Calls a function.
    pub(crate) fn call(
        &self,
        core: &Core,
        plan: &Plan,
        layout: &Layout,
        call: &Call,
        limit: u64,
    ) -> Result<CoreRun, NoCoreRun> {
        let xlen = plan.isa.xlen();
        let mut models = self.by_xlen.lock().unwrap_or_else(PoisonError::into_inner);
        let build = || {
            let model = CoreModel::build(&core.description, xlen, |_| true, &core.build);
            model.map_err(|error| error.to_string())
        };
        let model = models.entry(xlen).or_insert_with(build);
        let model = model.as_ref().map_err(|why| NoCoreRun::NotRun(why.clone()))?;
        let mut callee = Callee::new(&core.description, model)
            .map_err(|fault| NoCoreRun::NotRun(fault.to_string()))?;
        drop(models);
        for region in layout.regions.iter().filter(|region| !region.bytes.is_empty()) {
            let semantics::memory::Rights { read, write, execute } = region.rights();
            let rights = Rights { read, write, execute };
            let len = region.bytes.len();
            // A core fetches whole words: an instruction of four bytes may end in the middle of the last one.
            let whole = len.next_multiple_of(if rights.execute { 4 } else { 1 });
            let mapped = callee.map(region.base, whole as u64, rights);
            let Some(bytes) = mapped.then(|| callee.memory(region.base, len)).flatten() else {
                let why =
                    format!("the core has no memory for {} at {:#x}", region.name, region.base);
                return Err(NoCoreRun::NotRun(why));
            };
            bytes.copy_from_slice(&region.bytes);
        }
        for (arg, address) in layout.writable_last(&plan.function.args) {
            let content = &call.buffers[arg];
            if let Some(bytes) = callee.memory(address, content.len()) {
                bytes.copy_from_slice(content);
            }
        }
        let registers = layout.registers(plan, call);
        let called = callee
            .call(plan.symbol.address, &registers, layout.halt, limit, |_| {})
            .map_err(|fault| NoCoreRun::Failed(fault.to_string()))?;
        let (address, len) = output_of(plan, layout);
        let output = callee.memory(address, len).map(|bytes| bytes.to_vec()).unwrap_or_default();
        Ok(CoreRun { cycles: called.cycles, instructions: called.instructions, output })
    }
}
