//! Operand values: random ones, and the corners where implementations go wrong.

use super::Choices;
use crate::layout::{SCRATCH, ones};

/// Corners of every width; those that do not fit are cut. Signed limits of 8, 16, 32 and 64 bits, their
/// neighbours, bit patterns, and 2^32 (the first bit that a 32-bit operation must not see).
const CORNERS: [u64; 32] = [
    0,
    1,
    2,
    3,
    u64::MAX,
    u64::MAX - 1,
    1 << 63,
    (1 << 63) + 1,
    (1 << 63) - 1,
    (1 << 63) - 2,
    0x7f,
    0x80,
    0xff,
    0x7fff,
    0x8000,
    0xffff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_ffff,
    0xffff_fffe,
    1 << 32,
    (1 << 32) + 1,
    0x7fff_ffff_0000_0000,
    0xffff_ffff_0000_0000,
    0xffff_ffff_8000_0000,
    0xffff_ffff_7fff_ffff,
    0x5555_5555_5555_5555,
    0xaaaa_aaaa_aaaa_aaaa,
    0x0706_0504_0302_0100,
    0x8877_6655_4433_2211,
    SCRATCH,
];

/// Number of ways in which [`value`] makes a value; the first is 64 plain bits.
const WAYS: u32 = 8;

/// A register value of `xlen` bits; `other` is the other operand, 0 for the first one.
#[inline]
pub fn value<C: Choices>(c: &mut C, xlen: u32, other: u64) -> u64 {
    let v = match c.below(WAYS) {
        0..=2 => c.bits(),
        3 | 4 => CORNERS[c.below(CORNERS.len() as u32) as usize],
        5 => {
            let power = 1_u64 << c.below(xlen);
            [power, power.wrapping_sub(1), power.wrapping_neg(), !power][c.below(4) as usize]
        }
        // As many significant bits as any other number of them, of either sign.
        6 => ((c.bits() as i64) >> c.below(xlen)) as u64,
        _ => [other, !other, other.wrapping_neg(), other.wrapping_add(1)][c.below(4) as usize],
    };
    v & ones(xlen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Seeded;
    use std::collections::HashSet;

    #[test]
    fn corners_are_met_squared_and_values_fit() {
        for xlen in [32, 64] {
            let corners: HashSet<u64> = CORNERS.iter().map(|v| v & ones(xlen)).collect();
            let mut pairs = HashSet::new();
            for mut c in Seeded::new(1, 0).take(300_000) {
                let a = value(&mut c, xlen, 0);
                let b = value(&mut c, xlen, a);
                assert!(a <= ones(xlen) && b <= ones(xlen));
                if corners.contains(&a) && corners.contains(&b) {
                    pairs.insert((a, b));
                }
            }
            assert_eq!(pairs.len(), corners.len().pow(2), "RV{xlen}");
        }
    }
}
