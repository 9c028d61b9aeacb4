//! Operand values: random ones, and the corners where implementations go wrong.

use super::Choices;
use crate::layout::{SCRATCH, ones};

/// Corners of every width; those that do not fit are cut, and on RV128 each is a half of a value. Signed limits of 8, 16, 32 and 64 bits, their
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

/// Number of ways in which [`value`] makes a value; the first is plain bits.
const WAYS: u32 = 8;

/// A register value of `xlen` bits; `other` is another operand, 0 for the first one.
#[inline]
pub fn value<C: Choices>(c: &mut C, xlen: u32, other: u128) -> u128 {
    if xlen == 128 { wide(c, other) } else { narrow(c, xlen, other as u64).into() }
}

#[inline]
fn narrow<C: Choices>(c: &mut C, xlen: u32, other: u64) -> u64 {
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
    v & ones(xlen) as u64
}

fn wide<C: Choices>(c: &mut C, other: u128) -> u128 {
    let bits = |c: &mut C| u128::from(c.bits()) << 64 | u128::from(c.bits());
    let corner = |c: &mut C| CORNERS[c.below(CORNERS.len() as u32) as usize];
    match c.below(WAYS) {
        0 | 1 => bits(c),
        // What operations on 64 or 32 bits leave in a register.
        2 => narrow(c, 64, other as u64) as i64 as u128,
        3 => corner(c) as i64 as u128,
        4 => u128::from(corner(c)) << 64 | u128::from(corner(c)),
        5 => {
            let power = 1_u128 << c.below(128);
            [power, power.wrapping_sub(1), power.wrapping_neg(), !power][c.below(4) as usize]
        }
        6 => (bits(c) as i128 >> c.below(128)) as u128,
        _ => [other, !other, other.wrapping_neg(), other.wrapping_add(1)][c.below(4) as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Seeded;
    use std::collections::HashSet;

    #[test]
    fn corners_are_met_squared_and_values_fit() {
        for xlen in [32, 64] {
            let corners: HashSet<u128> =
                CORNERS.iter().map(|&v| u128::from(v) & ones(xlen)).collect();
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

    #[test]
    fn wide_values_have_every_bit_and_both_limits() {
        let [mut ones, mut zeros] = [0, 0];
        let mut seen = HashSet::new();
        for mut c in Seeded::new(1, 0).take(100_000) {
            let v = value(&mut c, 128, 0);
            ones |= v;
            zeros |= !v;
            seen.insert(v);
        }
        assert_eq!([ones, zeros], [u128::MAX; 2]);
        let limits = [0, 1, u128::MAX, 1 << 127, (1 << 127) - 1, 1 << 64, (1 << 64) - 1];
        assert!(limits.iter().all(|v| seen.contains(v)));
    }
}
