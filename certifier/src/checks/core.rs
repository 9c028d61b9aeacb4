//! Cycles: of the RTL core, and as the simulator's model predicts them.

use simulator::cycles::Counter;

use super::Examiner;
use crate::finding::{Check, Deviation, Stage, hex};
use crate::machine::{CoreRun, NoCoreRun, Placement, xlen};
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
            let mut deviations = match measured {
                Err(NoCoreRun::NotRun(why)) => {
                    cycles.why_not = Some(why);
                    self.meter.cycles(cycles);
                    return;
                }
                Err(NoCoreRun::Failed(why)) => vec![differs(Check::Core, "core", "a return", &why)],
                Ok(on_core) => {
                    cycles.core = Some(on_core.cycles);
                    let expected = self.plan.binding.expected(&case);
                    let model = core.description.cycles.is_some().then_some(predicted);
                    compared(&on_core, &expected, run.instructions, model)
                }
            };
            let other = self.meter.cycles(cycles);
            if self.plan.function.constant_time
                && let Some((first, now)) = other
            {
                let expected = format!("the same cycles for all secrets: {first}");
                deviations.push(differs(Check::Cycles, "secrets", &expected, &now.to_string()));
            }
            self.found(Stage::Core, &case, deviations);
        }
    }
}

fn differs(check: Check, place: &str, expected: &str, got: &str) -> Deviation {
    let [place, expected, got] = [place, expected, got].map(str::to_owned);
    Deviation { check, pc: None, place, expected, got }
}

/// What a call on the core did otherwise than it should. `model` is what the model of this core predicts, if there is one.
fn compared(
    on_core: &CoreRun,
    expected: &[u8],
    instructions: u64,
    model: Option<Option<u64>>,
) -> Vec<Deviation> {
    let mut deviations = Vec::new();
    if on_core.output != expected {
        deviations.push(differs(Check::Core, "result", &hex(expected), &hex(&on_core.output)));
    }
    if on_core.instructions != instructions {
        let (simulator, core) = (instructions.to_string(), on_core.instructions.to_string());
        deviations.push(differs(Check::Core, "instructions", &simulator, &core));
    }
    if let Some(predicted) = model.filter(|predicted| *predicted != Some(on_core.cycles)) {
        let predicted = predicted.map_or("no prediction".to_owned(), |n| n.to_string());
        let expected = format!("as the cycle model: {predicted}");
        deviations.push(differs(Check::Cycles, "model", &expected, &on_core.cycles.to_string()));
    }
    deviations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_difference_is_a_deviation_of_its_own() {
        let run = CoreRun { cycles: 12, instructions: 7, output: vec![1, 2] };
        let places = |expected: &[u8], instructions, model| -> Vec<(Check, String)> {
            let found = compared(&run, expected, instructions, model).into_iter();
            found.map(|deviation| (deviation.check, deviation.place)).collect()
        };
        let place = |check, name: &str| (check, name.to_owned());
        assert_eq!(places(&[1, 2], 7, Some(Some(12))), []);
        // A core without a model of its own is only measured.
        assert_eq!(places(&[1, 2], 7, None), []);
        assert_eq!(places(&[1, 3], 7, None), [place(Check::Core, "result")]);
        assert_eq!(places(&[1, 2], 8, None), [place(Check::Core, "instructions")]);
        assert_eq!(places(&[1, 2], 7, Some(Some(13))), [place(Check::Cycles, "model")]);
        assert_eq!(places(&[1, 2], 7, Some(None)), [place(Check::Cycles, "model")]);
    }
}
