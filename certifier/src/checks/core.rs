//! Cycles: of the RTL core, and as the simulator's model predicts them.

use simulator::cycles::Counter;

use super::Examiner;
use crate::finding::{Check, Deviation, Stage, hex};
use crate::machine::{NoCoreRun, Placement, xlen};
use crate::measure::Cycles;

/// Inputs with which a function is run on the core: their cycles must be the same when it is constant-time.
const INPUTS: usize = 3;

impl Examiner<'_> {
    /// Predicts the cycles and, where there is a core, counts them there.
    pub(super) fn cycles(&mut self) {
        if self.ends() {
            return;
        }
        let lengths = self.greatest();
        let mut bench = self.bench(&Placement::strict(self.plan, &lengths));
        for number in 0..INPUTS {
            let case = self.case(2 + number, &lengths);
            let call = self.plan.binding.call(&case);
            let mut counter = Counter::new(xlen(self.plan));
            let run = bench.run_traced(&call, |commit| counter.commit(commit));
            if !run.returned {
                return;
            }
            counter.goes_to(bench.layout.halt);
            let predicted = counter.cycles();
            let mut cycles = Cycles { predicted, ..Cycles::default() };
            let Some(core) = &self.options.core else {
                self.meter.cycles(cycles);
                return;
            };
            let limit = self.options.max_instructions;
            let measured = self.models.call(core, self.plan, &bench.layout, &call, limit);
            let mut deviations = Vec::new();
            let mut differs = |check, place: &str, expected: String, got: String| {
                let place = place.to_owned();
                deviations.push(Deviation { check, pc: None, place, expected, got });
            };
            match measured {
                Err(NoCoreRun::NotRun(why)) => {
                    cycles.why_not = Some(why);
                    self.meter.cycles(cycles);
                    return;
                }
                Err(NoCoreRun::Failed(why)) => {
                    differs(Check::Core, "core", "a return".to_owned(), why);
                }
                Ok(on_core) => {
                    cycles.core = Some(on_core.cycles);
                    let expected = self.plan.binding.expected(&case);
                    if on_core.output != expected {
                        differs(Check::Core, "result", hex(&expected), hex(&on_core.output));
                    }
                    if on_core.instructions != run.instructions {
                        let (simulator, core) = (run.instructions, on_core.instructions);
                        differs(
                            Check::Core,
                            "instructions",
                            simulator.to_string(),
                            core.to_string(),
                        );
                    }
                    if core.description.cycles.is_some() && predicted != Some(on_core.cycles) {
                        let model = predicted.map_or("no prediction".to_owned(), |n| n.to_string());
                        let expected = format!("as the cycle model: {model}");
                        differs(Check::Cycles, "model", expected, on_core.cycles.to_string());
                    }
                }
            }
            let other = self.meter.cycles(cycles);
            if self.plan.function.constant_time
                && let Some((first, now)) = other
            {
                let expected = format!("the same cycles for all secrets: {first}");
                differs(Check::Cycles, "secrets", expected, now.to_string());
            }
            self.found(Stage::Core, &case, deviations);
        }
    }
}
