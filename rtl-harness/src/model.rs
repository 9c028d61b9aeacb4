//! A unit, verilated for one XLEN.

use std::{path::PathBuf, sync::Arc, time::Duration};

use crate::{
    RtlError,
    bridge::Functions,
    build,
    description::{Control, UnitDescription},
    error::nearest,
    patch::Patch,
    unit::{OpIndex, Unit},
};

/// How to build a model.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// With waveforms: slower, so not for campaigns.
    pub trace: bool,
    /// The folder of finished libraries; made when it is not there.
    pub cache: PathBuf,
    /// A seeded bug to put into the sources.
    pub patch: Option<Patch>,
    /// For each run of a tool.
    pub time_limit: Duration,
}

impl BuildOptions {
    /// No waveforms, no bug, five minutes.
    pub fn new(cache: impl Into<PathBuf>) -> Self {
        Self {
            trace: false,
            cache: cache.into(),
            patch: None,
            time_limit: Duration::from_secs(300),
        }
    }
}

/// A verilated unit, loaded into the process.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) shared: Arc<Shared>,
}

/// What all units of a model share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) functions: Functions,
    pub(crate) name: String,
    pub(crate) xlen: u32,
    pub(crate) max_cycles: u32,
    pub(crate) trace: bool,
    pub(crate) ops: Vec<OpInfo>,
    /// Op by op, what each control port gets.
    pub(crate) controls: Vec<Control>,
    pub(crate) controls_per_op: usize,
    rs3: bool,
    csrs: Vec<u32>,
    warnings: Vec<String>,
    cached: bool,
}

/// An op of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpInfo {
    /// The mnemonic.
    pub name: String,
    /// Its fields, in the order of their values in a [`crate::Request`].
    pub fields: Vec<FieldInfo>,
}

/// A field of an op: an immediate operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldInfo {
    /// The name, as in the encoding.
    pub name: String,
    /// Bits of its port.
    pub width: u32,
}

impl Model {
    /// Verilates and compiles a unit, or finds it in the cache, and loads it.
    ///
    /// # Errors
    /// Tools that are missing, RTL that does not compile or has not the ports of the description,
    /// files that cannot be written.
    pub fn build(
        description: &UnitDescription,
        xlen: u32,
        options: &BuildOptions,
    ) -> Result<Self, RtlError> {
        let built = build::build(description, xlen, options)?;
        let functions = Functions::load(&built.library)
            .map_err(|source| RtlError::Load { path: built.library.clone(), source })?;
        let width = |name: &str| {
            built.facts.ports.iter().find(|port| port.name == name).map_or(0, |port| port.width)
        };
        let present: Vec<_> =
            description.ops.iter().filter(|op| op.xlens.contains(&xlen)).collect();
        let ops = present
            .iter()
            .map(|op| {
                let port = |field| op.controls.iter().position(|&c| c == Control::Field(field));
                let field = |(i, name): (usize, &String)| FieldInfo {
                    name: name.clone(),
                    width: port(i).map_or(0, |port| width(&description.controls[port].name)),
                };
                OpInfo {
                    name: op.name.clone(),
                    fields: op.fields.iter().enumerate().map(field).collect(),
                }
            })
            .collect();
        let shared = Shared {
            functions,
            name: description.name.clone(),
            xlen,
            max_cycles: description.handshake.max_cycles,
            trace: options.trace,
            ops,
            controls: present.iter().flat_map(|op| op.controls.iter().copied()).collect(),
            controls_per_op: description.controls.len(),
            rs3: description.rs3.is_some(),
            csrs: description.csrs.iter().map(|(number, _)| *number).collect(),
            warnings: built.facts.warnings,
            cached: built.cached,
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// A new instance of the unit, just after reset.
    pub fn unit(&self) -> Unit {
        Unit::new(Arc::clone(&self.shared))
    }

    /// The name of the unit.
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// The width of a register.
    pub fn xlen(&self) -> u32 {
        self.shared.xlen
    }

    /// The ops at this XLEN, by name.
    pub fn ops(&self) -> &[OpInfo] {
        &self.shared.ops
    }

    /// Whether it has a port for a third source register.
    pub fn has_rs3(&self) -> bool {
        self.shared.rs3
    }

    /// Numbers of the control and status registers that it has ports for, in the order of a
    /// [`crate::Request`].
    pub fn csrs(&self) -> &[u32] {
        &self.shared.csrs
    }

    /// Finds an op once, for requests without a name.
    ///
    /// # Errors
    /// When the unit does not have it at this XLEN.
    pub fn op(&self, name: &str) -> Result<OpIndex, RtlError> {
        let ops = &self.shared.ops;
        ops.iter().position(|op| op.name == name).map(OpIndex).ok_or_else(|| RtlError::UnknownOp {
            unit: self.shared.name.clone(),
            op: name.to_owned(),
            xlen: self.shared.xlen,
            near: nearest(name, ops.iter().map(|op| op.name.as_str())),
        })
    }

    /// Verilator's warnings, a line each.
    pub fn warnings(&self) -> &[String] {
        &self.shared.warnings
    }

    /// The library was in the cache.
    pub fn was_cached(&self) -> bool {
        self.shared.cached
    }
}
