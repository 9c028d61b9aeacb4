//! The ChaCha operations: two words a register, the high one first.

use crate::bits::concat;

/// Rotations of a quarter round (RFC 8439, section 2.1), in its order.
const ROTATIONS: [u32; 4] = [16, 12, 8, 7];

const fn high(register: u64) -> u32 {
    (register >> 32) as u32
}

/// One line of a quarter round: a sum, and what it changes.
#[inline(always)]
const fn line(number: usize, sum: &mut u32, addend: u32, changed: &mut u32) {
    *sum = sum.wrapping_add(addend);
    *changed = (*changed ^ *sum).rotate_left(ROTATIONS[number]);
}

/// Variant 1, `chacha.ad`: the first three lines, of which `c` and `b` are dropped.
#[inline(always)]
pub(crate) fn ad(rs1: u64, rs2: u64) -> u64 {
    let (mut a, mut d, mut b, mut c) = (high(rs1), rs1 as u32, high(rs2), rs2 as u32);
    line(0, &mut a, b, &mut d);
    line(1, &mut c, d, &mut b);
    line(2, &mut a, b, &mut d);
    concat(a, d)
}

/// Variant 1, `chacha.bc`: with `d` as it was before the third line, the second and the fourth.
#[inline(always)]
pub(crate) fn bc(rs1: u64, rs2: u64) -> u64 {
    let (d, mut b, mut c) = (rs1 as u32, high(rs2), rs2 as u32);
    line(1, &mut c, d.rotate_right(ROTATIONS[2]) ^ high(rs1), &mut b);
    line(3, &mut c, d, &mut b);
    concat(b, c)
}

/// Variant 2: line 0 or 2.
#[inline(always)]
pub(crate) fn ad_line(number: usize, rs1: u64, rs2: u64) -> u64 {
    let (mut a, mut d) = (high(rs1), rs1 as u32);
    line(number, &mut a, high(rs2), &mut d);
    concat(a, d)
}

/// Variant 2: line 1 or 3.
#[inline(always)]
pub(crate) fn bc_line(number: usize, rs1: u64, rs2: u64) -> u64 {
    let (mut c, mut b) = (rs2 as u32, high(rs2));
    line(number, &mut c, rs1 as u32, &mut b);
    concat(b, c)
}

/// Variant 3, `chacha.add`: bit 31 is added apart, so that no carry crosses it.
#[inline(always)]
pub(crate) const fn add_lanes(a: u64, b: u64) -> u64 {
    const BIT_31: u64 = 1 << 31;
    ((a & !BIT_31).wrapping_add(b & !BIT_31)) ^ ((a ^ b) & BIT_31)
}

/// Variant 3, `chacha.xor`, with `select` from 1 to 4.
#[inline(always)]
pub(crate) fn xor_lanes(d: u64, a: u64, select: u32) -> u64 {
    let by = ROTATIONS[select.wrapping_sub(1) as usize & 3];
    let sum = d ^ a;
    concat(high(sum).rotate_left(by), (sum as u32).rotate_left(by))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before and after: RFC 8439, sections 2.1.1 and 2.2.1.
    const QUARTER_ROUNDS: [[[u32; 4]; 2]; 2] = [
        [
            [0x1111_1111, 0x0102_0304, 0x9b8d_6f43, 0x0123_4567],
            [0xea2a_92f4, 0xcb1c_f8ce, 0x4581_472e, 0x5881_c4bb],
        ],
        [
            [0x5164_61b1, 0x2a5f_714c, 0x5337_2767, 0x3d63_1689],
            [0xbdb8_86dc, 0xcfac_afd2, 0xe46b_ea80, 0xccc0_7c79],
        ],
    ];

    #[test]
    fn every_variant_makes_the_quarter_rounds_of_the_standard() {
        for [[a, b, c, d], [a1, b1, c1, d1]] in QUARTER_ROUNDS {
            let (ad_before, bc_before) = (concat(a, d), concat(b, c));
            let (ad_after, bc_after) = (concat(a1, d1), concat(b1, c1));
            let first = ad(ad_before, bc_before);
            assert_eq!([first, bc(first, bc_before)], [ad_after, bc_after]);

            let mut x = ad_line(0, ad_before, bc_before);
            let mut y = bc_line(1, x, bc_before);
            x = ad_line(2, x, y);
            y = bc_line(3, x, y);
            assert_eq!([x, y], [ad_after, bc_after]);
        }
        let [first, second] = QUARTER_ROUNDS;
        let lane = |k: usize| std::array::from_fn(|w| concat(second[k][w], first[k][w]));
        let [mut a, mut b, mut c, mut d] = lane(0);
        for (one, two) in [(1, 2), (3, 4)] {
            a = add_lanes(a, b);
            d = xor_lanes(d, a, one);
            c = add_lanes(c, d);
            b = xor_lanes(b, c, two);
        }
        assert_eq!([a, b, c, d], lane(1));
    }
}
