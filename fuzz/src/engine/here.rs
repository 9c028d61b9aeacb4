//! Engines in this process.

use super::{Broken, Engine, Skip, View};
use crate::{
    case::{OpCase, ProgramCase},
    outcome::{Outcome, ProgramOutcome},
};
use semantics::insns::Insn;

/// A hart in this process: it runs whatever it is given, and no case leaves anything behind.
pub(super) trait Here {
    /// See [`Engine::name`].
    fn name(&self) -> &str;
    /// See [`Engine::implements`].
    fn implements(&self, insn: Insn) -> Result<(), Skip>;
    /// Runs one case.
    fn op(&mut self, case: &OpCase) -> Outcome;
    /// Runs a program.
    fn program(&mut self, case: &ProgramCase) -> ProgramOutcome;
}

impl<T: Here> Engine for T {
    fn name(&self) -> &str {
        Here::name(self)
    }
    fn view(&self) -> View {
        View::Hart
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        Here::implements(self, insn)
    }
    fn reset(&mut self) {}
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(cases.iter().map(|case| Ok(self.op(case))));
        Ok(())
    }
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(cases.iter().map(|case| Ok(self.program(case))));
        Ok(())
    }
}
