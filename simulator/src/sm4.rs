//! SM4 (GB/T 32907): the S-box from the inversion that it is built on, tables of whole columns from the S-box.
//!
//! The instructions keep a word's bytes in memory order, so the cipher's first, most significant byte is the lowest
//! one in the register.

/// Multiplication modulo x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1.
const fn mul(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a = (a << 1) ^ if a & 0x80 != 0 { 0xf5 } else { 0 };
        b >>= 1;
    }
    product
}

/// The affine map before and after the inversion: a product modulo x^8 + 1, and a constant.
const fn affine(x: u8) -> u8 {
    let mut sum = 0xd3;
    let mut bit = 0;
    while bit < 8 {
        if x >> bit & 1 == 1 {
            sum ^= 0xcb_u8.rotate_left(bit);
        }
        bit += 1;
    }
    sum
}

const SBOX: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        let a = affine(x as u8);
        // a^254 is 1/a, and 0 for 0.
        let (mut inverse, mut power) = (1, a);
        let mut bit = 1;
        while bit < 8 {
            power = mul(power, power);
            inverse = mul(inverse, power);
            bit += 1;
        }
        table[x] = affine(inverse);
        x += 1;
    }
    table
};

/// For every byte x: S(x) as a word's first byte, through the sum of rotations, in memory order.
const fn columns(rotations: &[u32]) -> [u32; 256] {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        let word = (SBOX[x] as u32) << 24;
        let mut sum = 0;
        let mut i = 0;
        while i < rotations.len() {
            sum ^= word.rotate_left(rotations[i]);
            i += 1;
        }
        table[x] = sum.swap_bytes();
        x += 1;
    }
    table
}

/// L of the round function (6.2) and L' of the key schedule (7.3.2).
static ROUND: [u32; 256] = columns(&[0, 2, 10, 18, 24]);
static KEY_SCHEDULE: [u32; 256] = columns(&[0, 13, 23]);

#[inline(always)]
fn column(table: &[u32; 256], rs1: u32, rs2: u32, bs: u32) -> u32 {
    let byte = rs2.rotate_right(8 * bs) as u8;
    rs1 ^ table[usize::from(byte)].rotate_left(8 * bs)
}

#[inline(always)]
pub(crate) fn round(rs1: u32, rs2: u32, bs: u32) -> u32 {
    column(&ROUND, rs1, rs2, bs)
}

#[inline(always)]
pub(crate) fn key_schedule(rs1: u32, rs2: u32, bs: u32) -> u32 {
    column(&KEY_SCHEDULE, rs1, rs2, bs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_s_box_has_the_values_printed_in_the_standard() {
        assert_eq!(SBOX[..8], [0xd6, 0x90, 0xe9, 0xfe, 0xcc, 0xe1, 0x3d, 0xb7]);
        assert_eq!(SBOX[0xef], 0x84);
        assert_eq!(SBOX[255], 0x48);
    }
}
