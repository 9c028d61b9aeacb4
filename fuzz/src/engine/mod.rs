//! What executes cases.

mod core;
mod here;
mod qemu;
mod sim;
mod spec;
mod unit;

pub use self::core::{BadReset, RtlCore};
pub use qemu::{
    QemuSystem, QemuUser, WRONG_CSRS_IN_QEMU, WRONG_IN_QEMU, WRONG_ON_RV128_IN_QEMU,
    WRONG_TRAP_VALUES_IN_QEMU, WRONG_TRAPS_IN_QEMU, Wrong, WrongCsr, WrongTrapValue,
};
pub use sim::Simulator;
pub use spec::Specification;
pub use unit::RtlUnit;

use crate::{
    case::{OpCase, ProgramCase},
    compare::Difference,
    coverage::Coverage,
    outcome::{Outcome, ProgramOutcome},
};
use semantics::insns::Insn;
use serde::Serialize;
use std::fmt;

/// Why an engine leaves a case, or an instruction, to others. Counted, never silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Skip {
    /// The simulator has no implementation of its own: it would ask the specification.
    Delegated,
    /// The unit does not have the instruction.
    NotInUnit,
    /// The core does not have the instruction.
    NotInCore,
    /// The core is known to do something else, and its `core.toml` says why.
    Deviates,
    /// QEMU does not have the instruction, or not on this width.
    NotInQemu,
    /// QEMU is known to be wrong: see [`WRONG_IN_QEMU`].
    WrongInQemu,
    /// A word that is illegal here, but that the emulator has anyway.
    BeyondIsa,
    /// The system call of a user-mode emulator would be made.
    EnvironmentCall,
    /// A jump that leaves the program, in an emulator that has something else there.
    LeavesProgram,
    /// An access outside the memory of the case, in an emulator that has something else there.
    OutsideMemory,
    /// The stack pointer points into the stack of the emulated system's signals.
    SignalStack,
    /// A program that does not end.
    Endless,
    /// A store-conditional whose success is left to the hart, and two do differ.
    Reservation,
    /// A jump into the middle of its own word, where an emulator goes on.
    IntoItself,
    /// A CSR would hold more than here, for modes and counters that an emulator has besides.
    BeyondMachineMode,
    /// A reserved value in a CSR, in place of which a hart may take any legal one.
    ReservedValue,
    /// An instruction uses bits of a CSR that differ between harts.
    OpenBits,
    /// What a trap leaves in CSRs, in an emulator where a program of ours handles it, or that program is cut off.
    TrapHandler,
    /// `wfi`, and no interrupt ever comes: an emulator really sleeps.
    Sleeps,
    /// An address of more than 64 bits, which QEMU does not have on RV128 either.
    BeyondAddresses,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Skip::Delegated => "delegated to the specification",
            Skip::NotInUnit => "not in the unit",
            Skip::NotInCore => "not in the core",
            Skip::Deviates => "a known deviation of the core",
            Skip::NotInQemu => "not in QEMU",
            Skip::WrongInQemu => "known to be wrong in QEMU",
            Skip::BeyondIsa => "more than the instruction set in QEMU",
            Skip::EnvironmentCall => "an environment call of the emulator",
            Skip::LeavesProgram => "leaves the program",
            Skip::OutsideMemory => "outside the memory of the case",
            Skip::SignalStack => "its stack is that of the emulator's signals",
            Skip::Endless => "does not end",
            Skip::Reservation => "a store-conditional, whose success is left to the hart",
            Skip::IntoItself => "jumps into its own word",
            Skip::BeyondMachineMode => "more in a CSR than machine mode has",
            Skip::ReservedValue => "a reserved value in a CSR",
            Skip::OpenBits => "depends on bits of a CSR that are left open",
            Skip::TrapHandler => "needs the trap handler of the emulator's program",
            Skip::Sleeps => "waits for an interrupt that never comes",
            Skip::BeyondAddresses => "an address of more than 64 bits",
        })
    }
}

/// How much an engine shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// Registers, memory, exceptions; it runs programs as well.
    Hart,
    /// The result of an operation on two values.
    Result,
}

/// An engine that ran and then broke: not a difference, but nothing to rely on either.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{engine}: {what}")]
pub struct Broken {
    /// Which one.
    pub engine: String,
    /// What happened.
    pub what: String,
}

/// Anything that executes cases of one register width.
///
/// Cases are given many at a time: some engines pay for every call. State that is not in a case (that of a
/// unit, for example) lasts from case to case until [`Engine::reset`].
pub trait Engine {
    /// As in reports.
    fn name(&self) -> &str;
    /// How much it shows.
    fn view(&self) -> View;
    /// Whether it implements an instruction itself.
    ///
    /// # Errors
    /// Why not.
    fn implements(&self, insn: Insn) -> Result<(), Skip>;
    /// Goes back to the state after power-up and reset.
    fn reset(&mut self);
    /// Runs the cases one after the other and appends an outcome for each.
    ///
    /// # Errors
    /// When it cannot go on.
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken>;
    /// Runs programs; an engine without a hart skips nothing and is never asked.
    ///
    /// # Errors
    /// When it cannot go on.
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken>;
    /// Compares programs with the specification in its own way, instruction by instruction, and appends a
    /// verdict for each; false when it has none but its outcomes.
    ///
    /// # Errors
    /// When it cannot go on.
    fn judge(
        &mut self,
        _: &[ProgramCase],
        _: &mut Vec<Result<Option<Difference>, Skip>>,
    ) -> Result<bool, Broken> {
        Ok(false)
    }
    /// From here on, compares the cycles of every program too, as a model of the engine predicts them; false when
    /// there is none.
    fn compare_cycles(&mut self) -> bool {
        false
    }
    /// What it has met, and how many instructions it retired; for engines that count.
    fn coverage(&self) -> Option<(&Coverage, u64)> {
        None
    }
    /// The same as [`Engine::judge`] for single instructions.
    ///
    /// # Errors
    /// When it cannot go on.
    fn judge_ops(
        &mut self,
        _: &[OpCase],
        _: &mut Vec<Result<Option<Difference>, Skip>>,
    ) -> Result<bool, Broken> {
        Ok(false)
    }
    /// The same for one program, in every way that may show a difference; `None` like false.
    fn judge_one(&mut self, _: &ProgramCase) -> Option<Result<Option<Difference>, Skip>> {
        None
    }
    /// Runs one case.
    ///
    /// # Errors
    /// When it cannot go on.
    fn run_op(&mut self, case: &OpCase) -> Result<Result<Outcome, Skip>, Broken> {
        let mut outcomes = Vec::with_capacity(1);
        self.run_ops(std::slice::from_ref(case), &mut outcomes)?;
        one(self.name(), outcomes)
    }
    /// Runs one program.
    ///
    /// # Errors
    /// When it cannot go on.
    fn run_program(&mut self, case: &ProgramCase) -> Result<Result<ProgramOutcome, Skip>, Broken> {
        let mut outcomes = Vec::with_capacity(1);
        self.run_programs(std::slice::from_ref(case), &mut outcomes)?;
        one(self.name(), outcomes)
    }
}

fn one<T>(engine: &str, mut outcomes: Vec<T>) -> Result<T, Broken> {
    outcomes
        .pop()
        .ok_or_else(|| Broken { engine: engine.into(), what: "it gave no outcome".into() })
}
