//! A verilated unit, driven operation by operation.

use super::{Broken, Engine, Skip, View};
use crate::{
    case::{OpCase, ProgramCase, reads_csrs},
    layout::CSRS,
    outcome::{Outcome, ProgramOutcome},
};
use rtl_harness::{MAX_CSRS, MAX_FIELDS, Model, OpIndex, Request, RtlError, Unit};
use semantics::{
    insns::Insn,
    spec::{Slot, Timing},
};
use std::path::Path;

/// How an instruction is asked of the unit.
#[derive(Clone, Copy, Debug)]
struct Driven {
    op: OpIndex,
    /// The operand that each field of the unit's op gets.
    fields: [Option<Slot>; MAX_FIELDS],
}

/// A unit. Its state lasts from case to case; after a broken protocol it starts anew.
///
/// An instruction whose time may not depend on its operands must always take as long as it first did.
#[derive(Debug)]
pub struct RtlUnit {
    name: String,
    model: Model,
    unit: Unit,
    /// By [`Insn`].
    driven: Vec<Option<Driven>>,
    /// Cycles of the first answer to each instruction since the reset, by [`Insn`].
    cycles: Vec<Option<u32>>,
}

impl RtlUnit {
    /// A new instance of the model.
    pub fn new(model: &Model) -> Self {
        let driven = Insn::all().iter().map(|&insn| driven(model, insn)).collect();
        let name = format!("unit:{}", model.name());
        let cycles = vec![None; Insn::all().len()];
        RtlUnit { name, model: model.clone(), unit: model.unit(), driven, cycles }
    }
    /// Writes a waveform of everything until the instance is dropped or reset.
    ///
    /// # Errors
    /// A model without waveforms, or a file that cannot be written.
    pub fn trace_to(&mut self, path: &Path) -> Result<(), RtlError> {
        self.unit.trace_to(path)
    }
    /// The values of the CSRs in the unit's order.
    #[inline]
    fn csrs(&self, values: [u128; 2]) -> [u128; MAX_CSRS] {
        let mut csrs = [0; MAX_CSRS];
        for (csr, number) in csrs.iter_mut().zip(self.model.csrs()) {
            let at = CSRS.iter().position(|known| known == number);
            *csr = at.map_or(0, |at| values[at]);
        }
        csrs
    }
    #[inline]
    fn op(&mut self, case: &OpCase) -> Result<Outcome, Skip> {
        let decoded = case.decoded.as_ref().ok_or(Skip::NotInUnit)?;
        let driven = self.driven[decoded.insn.index()].ok_or(Skip::NotInUnit)?;
        let field = |slot: Option<Slot>| slot.map_or(0, |slot| decoded.operands.get(slot));
        let request = Request {
            op: driven.op,
            rs1: case.rs1,
            rs2: case.rs2,
            rs3: case.rs3,
            csrs: self.csrs(case.csrs),
            fields: driven.fields.map(field),
        };
        Ok(match self.unit.execute(&request) {
            // What XLEN cuts off is zero: the response has no more bits.
            Ok(response) => {
                let first = *self.cycles[decoded.insn.index()].get_or_insert(response.cycles);
                let constant = decoded.insn.spec().timing == Timing::DataIndependent;
                if constant && first != response.cycles {
                    let now = response.cycles;
                    let what =
                        format!("time depends on the data: {now} cycles, and {first} before");
                    return Ok(Outcome::Fault(what));
                }
                Outcome::Result(response.rd)
            }
            Err(fault) => {
                let said = self.unit.stop_message();
                self.reset();
                let colon = if said.is_empty() { "" } else { ": " };
                Outcome::Fault(format!("{fault}{colon}{said}"))
            }
        })
    }
}

fn driven(model: &Model, insn: Insn) -> Option<Driven> {
    // What a unit has no port for, it cannot be asked.
    let enc = insn.spec().enc(model.xlen()).filter(|enc| model.has_rs3() || !enc.has(Slot::Rs3))?;
    if reads_csrs(insn) && !CSRS.iter().all(|number| model.csrs().contains(number)) {
        return None;
    }
    let op = model.op(insn.spec().name).ok()?;
    let info = model.ops().iter().find(|info| info.name == insn.spec().name)?;
    let mut fields = [None; MAX_FIELDS];
    for (slot, field) in fields.iter_mut().zip(&info.fields) {
        *slot = Some(enc.named_slot(&field.name)?);
    }
    Some(Driven { op, fields })
}

impl Engine for RtlUnit {
    fn name(&self) -> &str {
        &self.name
    }
    fn view(&self) -> View {
        View::Result
    }
    fn implements(&self, insn: Insn) -> Result<(), Skip> {
        self.driven[insn.index()].map(|_| ()).ok_or(Skip::NotInUnit)
    }
    fn reset(&mut self) {
        self.unit = self.model.unit();
        self.cycles.fill(None);
    }
    fn run_ops(
        &mut self,
        cases: &[OpCase],
        outcomes: &mut Vec<Result<Outcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(cases.iter().map(|case| self.op(case)));
        Ok(())
    }
    fn run_programs(
        &mut self,
        cases: &[ProgramCase],
        outcomes: &mut Vec<Result<ProgramOutcome, Skip>>,
    ) -> Result<(), Broken> {
        outcomes.extend(cases.iter().map(|_| Err(Skip::NotInUnit)));
        Ok(())
    }
}
