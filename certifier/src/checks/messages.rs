//! Checks of functions on messages: every length, counters at their end, calls in two parts.

use kernels::manifest::{Access, Size, Split, Wrap};

use super::Examiner;
use super::cases::{last_value, set_scalar};
use crate::finding::{Check, Deviation, Stage, hex};
use crate::machine::Placement;
use crate::subject::{Call, Case};

/// Inputs for each number of steps that a counter is before its end.
const STEPS_TO_THE_END: u64 = 4;
/// Cuts of one message that are tried.
const MOST_CUTS: u32 = 64;

impl Examiner<'_> {
    /// Every length to two blocks and one, with guards right behind the buffers.
    pub(super) fn every_length(&mut self) {
        for argument in 0..self.plan.function.lengths.len() {
            for value in self.every(argument) {
                if self.ends() {
                    return;
                }
                let mut lengths = self.lengths(2);
                lengths[argument] = value;
                let case = self.case(2, &lengths);
                self.run_case(Stage::Lengths, &case);
                self.tested.lengths += 1;
            }
        }
    }

    /// Counters that run over in the call.
    pub(super) fn counters(&mut self) {
        for argument in 0..self.plan.function.scalars.len() {
            let scalar = &self.plan.function.scalars[argument];
            if scalar.wrap != Some(Wrap::Modulo) {
                continue;
            }
            let last = last_value(scalar.bits);
            for steps in 0..STEPS_TO_THE_END {
                if self.ends() {
                    return;
                }
                let mut case = self.case(2, &self.greatest());
                set_scalar(self.plan, &mut case, argument, last - steps);
                self.run_case(Stage::Counter, &case);
                self.tested.counters += 1;
            }
        }
    }

    /// Two calls on the parts of a message, for any cut, give what one call gives.
    pub(super) fn splits(&mut self) {
        let Some(split) = self.plan.function.split.clone() else { return };
        let function = &self.plan.function;
        let found = function.lengths.iter().position(|length| length.name == split.length);
        let argument = found.expect("the manifest's parser has found the length");
        let (min, max) = (function.lengths[argument].min, function.lengths[argument].max);
        let advance = split
            .advance
            .as_ref()
            .and_then(|name| function.scalars.iter().position(|scalar| scalar.name == *name));
        // Two parts and a bit, and the longest message.
        let mut wholes = vec![split.every.saturating_mul(2).saturating_add(1).clamp(min, max), max];
        wholes.dedup();
        for whole in wholes {
            let step = split.every.max((whole / MOST_CUTS).next_multiple_of(split.every));
            for (number, cut) in (0..=whole).step_by(step as usize).enumerate() {
                let parts = [cut, whole - cut];
                if !parts.iter().all(|part| (min..=max).contains(part)) {
                    continue;
                }
                if self.ends() {
                    return;
                }
                let mut lengths = self.greatest();
                lengths[argument] = whole;
                let mut case = self.case(2, &lengths);
                // A message starts with a small number more often than with a random one.
                if let Some(scalar) = advance.filter(|_| number % 2 == 0) {
                    set_scalar(self.plan, &mut case, scalar, 1);
                }
                self.split(&split, argument, advance, &case, cut);
                self.tested.splits += 1;
            }
        }
    }

    fn split(
        &mut self,
        split: &Split,
        argument: usize,
        advance: Option<usize>,
        case: &Case,
        cut: u32,
    ) {
        let expected = self.plan.binding.expected(case);
        let whole = self.plan.binding.call(case);
        let [mut one, mut two] = [whole.clone(), whole];
        two.lengths[argument] -= cut;
        one.lengths[argument] = cut;
        for (at, arg) in self.plan.function.args.iter().enumerate() {
            if let Size::Of { unit, length } = &arg.size
                && *length == split.length
            {
                two.buffers[at] = one.buffers[at].split_off((unit * cut) as usize);
            }
        }
        if let Some(scalar) = advance {
            let last = last_value(self.plan.function.scalars[scalar].bits);
            let value = two.scalars[scalar].wrapping_add((cut / split.every).into());
            two.scalars[scalar] = value & last;
        }
        let at = self.plan.binding.output;
        let output = &self.plan.function.args[at];
        let parts = matches!(&output.size, Size::Of { length, .. } if *length == split.length);
        let Some(first) = self.part(case, &one) else { return };
        if output.access == Access::ReadWrite && !parts {
            two.buffers[at].clone_from(&first);
        }
        let Some(second) = self.part(case, &two) else { return };
        let got = if parts { [first, second].concat() } else { second };
        if got != expected {
            let deviation = Deviation {
                check: Check::Result,
                pc: None,
                place: format!("buffer {}", output.name),
                expected: format!("{}, in two calls as in one", hex(&expected)),
                got: format!("{}, cut at {cut}", hex(&got)),
            };
            self.found(Stage::Split, case, vec![deviation]);
        }
    }

    /// One of two calls; nothing when it does not return.
    fn part(&mut self, case: &Case, call: &Call) -> Option<Vec<u8>> {
        let run = self.bench(&Placement::strict(self.plan, &call.lengths)).run(call);
        self.found(Stage::Split, case, run.deviations);
        run.returned.then_some(run.output)
    }
}
