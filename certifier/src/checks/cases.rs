//! Which inputs the checks run.

use kernels::manifest::{Scalar, Wrap};
use rand::{Rng as _, RngExt as _};
use rand_chacha::ChaCha8Rng;

use super::Examiner;
use crate::subject::{Case, Plan};

/// Bytes up to which every length is run: two blocks of the longest block of a standard, the 168 bytes of SHAKE128's
/// rate, and one.
const EVERY_BYTE: u32 = 2 * 168 + 1;

impl Examiner<'_> {
    /// The greatest lengths: those at which instructions are counted.
    pub(super) fn greatest(&self) -> Vec<u32> {
        greatest(self.plan)
    }

    /// Lengths for a random input. The first ones are the least and the greatest.
    pub(super) fn lengths(&mut self, number: usize) -> Vec<u32> {
        let rng = &mut self.rng;
        let lengths = self.plan.function.lengths.iter();
        let value = |min: u32, max: u32| match number {
            0 => min,
            1 => max,
            _ => rng.random_range(min..=max),
        };
        let mut value = value;
        lengths.map(|length| value(length.min, length.max)).collect()
    }

    /// The lengths from the least to two blocks and one, and the greatest, of one length argument.
    pub(super) fn every(&self, argument: usize) -> Vec<u32> {
        let function = &self.plan.function;
        let length = &function.lengths[argument];
        let unit = |name: &str| u32::from(name == length.name);
        // Of the buffers that it measures the one with the smallest unit.
        let units = function.args.iter().map(|arg| match arg.size.fixed() {
            Some(_) => 0,
            None => arg.size.bytes(unit),
        });
        let unit = units.filter(|unit| *unit > 0).min().unwrap_or(1);
        let end = length.min.saturating_add(EVERY_BYTE / unit).min(length.max);
        (length.min..=end).chain((end < length.max).then_some(length.max)).collect()
    }

    /// A value for every variable. The first ones are all zeros and all ones.
    pub(super) fn case(&mut self, number: usize, lengths: &[u32]) -> Case {
        case(self.plan, &mut self.rng, number, lengths)
    }
}

/// Random inputs that a call may have.
pub(crate) fn random_case(plan: &Plan, rng: &mut ChaCha8Rng, lengths: &[u32]) -> Case {
    case(plan, rng, 2, lengths)
}

fn case(plan: &Plan, rng: &mut ChaCha8Rng, number: usize, lengths: &[u32]) -> Case {
    let binding = &plan.binding;
    let value = |bytes| match number {
        0 => vec![0; bytes],
        1 => vec![0xff; bytes],
        _ => {
            let mut value = vec![0; bytes];
            rng.fill_bytes(&mut value);
            value
        }
    };
    let bytes = binding.variables.iter().map(|variable| binding.bytes(variable.extent, lengths));
    let mut case = Case { lengths: lengths.to_vec(), values: bytes.map(value).collect() };
    for (argument, scalar) in plan.function.scalars.iter().enumerate() {
        if scalar.wrap == Some(Wrap::Never) {
            let value = plan.binding.call(&case).scalars[argument];
            set_scalar(plan, &mut case, argument, value.min(last(plan, scalar)));
        }
    }
    case
}

/// The last value of a counter with which no call runs over: each step takes a byte at least.
fn last(plan: &Plan, scalar: &Scalar) -> u64 {
    let bytes = plan.binding.bytes(plan.binding.reference.output.extent, &greatest(plan));
    last_value(scalar.bits).saturating_sub(bytes as u64)
}

/// The greatest lengths.
pub(crate) fn greatest(plan: &Plan) -> Vec<u32> {
    plan.function.lengths.iter().map(|length| length.max).collect()
}

/// Gives a scalar a value.
pub(super) fn set_scalar(plan: &Plan, case: &mut Case, argument: usize, value: u64) {
    let bytes = plan.function.scalars[argument].bits as usize / 8;
    case.values[plan.binding.scalars[argument]] = value.to_le_bytes()[..bytes].to_vec();
}

/// The greatest number of so many bits.
pub(super) fn last_value(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}
