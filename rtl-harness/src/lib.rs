//! SystemVerilog units and cores, verilated at run time and driven in process.
//!
//! A unit is a folder with a `unit.toml`, which says how a module's ports serve which ops. Ours are
//! part of the program ([`units`]); a user's is read from a file. Either is verilated and compiled
//! once into a shared library, kept in a cache under a hash of everything that it was made from:
//!
//! ```no_run
//! use rtl_harness::{BuildOptions, Model, Request, UnitDescription};
//!
//! let description = UnitDescription::load("units/aes/unit.toml".as_ref())?;
//! let model = Model::build(&description, 32, &BuildOptions::new("target/rtl-cache"))?;
//! let mut unit = model.unit();
//! let op = model.op("aes32esi")?;
//! let answer = unit.execute(&Request { op, rs1: 0, rs2: 0x53, ..Request::default() })?;
//! assert_eq!(answer.rd, 0xed);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bridge;
mod build;
mod core;
mod description;
mod error;
mod model;
mod patch;
mod shipped;
mod unit;

pub use build::{Staged, stage};
pub use core::{
    CallFault, Called, Callee, Core, CoreDescription, CoreFault, CoreModel, CoreParameter,
    Deviation, DeviationKind, Ended, Limits, MemoryPort, Protocol, Purpose, RawCycles, Record,
    Rights, Waits,
};
pub use description::{
    Control, DescriptionError, Handshake, HandshakeKind, OpDescription, Parameter, PortName,
    Problem, Source, UnitDescription,
};
pub use error::RtlError;
pub use model::{BuildOptions, FieldInfo, Model, OpInfo};
pub use patch::{Patch, PatchError};
pub use shipped::{SeededBug, ShippedCore, ShippedUnit, cores, units};
pub use unit::{Fault, MAX_CSRS, MAX_FIELDS, OpIndex, RawRate, Request, Response, Unit};
