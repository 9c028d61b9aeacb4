//! Assignments to try before a solver is asked: most wrong claims fall here, in milliseconds.

use crate::cone::{Cone, Inputs};
use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use semantics::bits::Val;

/// Number of assignments tried, unless the goal is huge.
const SAMPLES: usize = 1000;

/// Number of operations that sampling may evaluate in all: a tenth of a second.
const OPERATIONS: usize = 5_000_000;

/// Assignments for the variables of a cone, the same for the same seed.
pub(crate) fn assignments(cone: &Cone, seed: u64) -> Vec<Inputs> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let count = (OPERATIONS / cone.nodes.len().max(1)).clamp(SAMPLES / 20, SAMPLES);
    (0..count)
        .map(|round| {
            let mut inputs: Inputs = vec![Val::from(0); cone.arity];
            let mut last = Val::from(1);
            for var in &cone.vars {
                let width = var.width;
                let value = match round {
                    // Every corner in every variable at once, then corners mixed, then anything.
                    0..CORNERS => corner(round, width),
                    _ if round < count / 4 => corner(below(&mut rng, CORNERS), width),
                    _ => match below(&mut rng, 8) {
                        0 => corner(below(&mut rng, CORNERS), width),
                        1 => sparse(&mut rng, width),
                        2 => Val::from(u128::from(rng.next_u64() % 16)),
                        3 => last,
                        _ => Val::from(std::array::from_fn(|_| rng.next_u64())),
                    },
                };
                last = value.truncate(width);
                inputs[var.index] = last;
            }
            inputs
        })
        .collect()
}

const CORNERS: usize = 8;

fn corner(which: usize, width: u32) -> Val {
    let ones = Val::from([u64::MAX; 8]).truncate(width);
    let top = one_hot(width - 1);
    let xor = |a: Val, b: Val| Val::from(std::array::from_fn(|k| a.limbs()[k] ^ b.limbs()[k]));
    match which {
        0 => Val::from(0),
        1 => Val::from(1),
        2 => ones,
        3 => top,
        4 => xor(ones, top),
        5 => xor(ones, Val::from(1)),
        6 => xor(top, Val::from(1)),
        _ => Val::from([0x5555_5555_5555_5555; 8]).truncate(width),
    }
}

fn one_hot(bit: u32) -> Val {
    Val::from(std::array::from_fn(|k| if k as u32 == bit / 64 { 1 << (bit % 64) } else { 0 }))
}

/// One or two bits set.
fn sparse(rng: &mut ChaCha8Rng, width: u32) -> Val {
    let mut bit = || one_hot(below(rng, width as usize) as u32).limbs();
    let (a, b) = (bit(), bit());
    Val::from(std::array::from_fn(|k| a[k] | b[k]))
}

fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    (rng.next_u64() % bound as u64) as usize
}
