//! AES arithmetic from the definition of the field: S-boxes by inversion, round tables by multiplication.
//!
//! The tables are built at compile time from GF(2^8) modulo x^8 + x^4 + x^3 + x + 1 (FIPS-197, sections 4 and 5.1.1);
//! none of them is typed in. State bytes follow the crypto manual: the first byte is the least significant one.

const fn mul(mut a: u8, mut b: u8) -> u8 {
    let mut product = 0;
    while b != 0 {
        if b & 1 == 1 {
            product ^= a;
        }
        a = (a << 1) ^ if a & 0x80 != 0 { 0x1b } else { 0 };
        b >>= 1;
    }
    product
}

/// a^254, which is 1/a, and 0 for 0.
const fn inverse(a: u8) -> u8 {
    let mut power = a;
    let mut result = 1;
    let mut bit = 1;
    // 254 = 2 + 4 + ... + 128: every square but the first.
    while bit < 8 {
        power = mul(power, power);
        result = mul(result, power);
        bit += 1;
    }
    result
}

const SBOX: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        let i = inverse(x as u8);
        let affine = i ^ i.rotate_left(1) ^ i.rotate_left(2) ^ i.rotate_left(3) ^ i.rotate_left(4);
        table[x] = affine ^ 0x63;
        x += 1;
    }
    table
};

const INVERSE_SBOX: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        table[SBOX[x] as usize] = x as u8;
        x += 1;
    }
    table
};

/// For every byte x, the column that row 0 contributes: `coefficients` times the substituted x, row 0 lowest.
const fn columns(substitute: &[u8; 256], coefficients: [u8; 4]) -> [u32; 256] {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        let s = substitute[x];
        table[x] = u32::from_le_bytes([
            mul(s, coefficients[0]),
            mul(s, coefficients[1]),
            mul(s, coefficients[2]),
            mul(s, coefficients[3]),
        ]);
        x += 1;
    }
    table
}

const IDENTITY: [u8; 256] = {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        table[x] = x as u8;
        x += 1;
    }
    table
};

/// Column 0 of the circulant matrices of `MixColumns` and `InvMixColumns` (FIPS-197, 5.1.3 and 5.3.3).
const MIX: [u8; 4] = [2, 1, 1, 3];
const INVERSE_MIX: [u8; 4] = [14, 9, 13, 11];

pub(crate) static ENCRYPT: [u32; 256] = columns(&SBOX, MIX);
pub(crate) static DECRYPT: [u32; 256] = columns(&INVERSE_SBOX, INVERSE_MIX);
static UNMIX: [u32; 256] = columns(&IDENTITY, INVERSE_MIX);
pub(crate) static SBOX_TABLE: [u8; 256] = SBOX;
pub(crate) static INVERSE_SBOX_TABLE: [u8; 256] = INVERSE_SBOX;

/// The round constants, with 0 in place of the eleventh: `rnum` 10 adds none.
pub(crate) const ROUND_CONSTANTS: [u8; 11] =
    [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36, 0];

/// State bytes that `ShiftRows` brings to bytes 0..8 (FIPS-197, 5.1.2).
const SHIFT_ROWS: [u32; 8] = [0, 5, 10, 15, 4, 9, 14, 3];
/// The same for `InvShiftRows` (5.3.1).
const INVERSE_SHIFT_ROWS: [u32; 8] = [0, 13, 10, 7, 4, 1, 14, 11];

/// Byte `i` of the state `high || low`.
#[inline(always)]
const fn state_byte(low: u64, high: u64, i: u32) -> usize {
    let half = if i < 8 { low } else { high };
    (half >> (8 * (i % 8))) as u8 as usize
}

#[inline(always)]
fn final_round(low: u64, high: u64, rows: [u32; 8], table: &[u8; 256]) -> u64 {
    u64::from_le_bytes(rows.map(|i| table[state_byte(low, high, i)]))
}

#[inline(always)]
fn middle_round(low: u64, high: u64, rows: [u32; 8], table: &[u32; 256]) -> u64 {
    let column = |c: usize| {
        (0..4).fold(0, |sum, row| {
            sum ^ table[state_byte(low, high, rows[4 * c + row])].rotate_left(8 * row as u32)
        })
    };
    u64::from(column(0)) | u64::from(column(1)) << 32
}

pub(crate) fn aes64es(rs1: u64, rs2: u64) -> u64 {
    final_round(rs1, rs2, SHIFT_ROWS, &SBOX_TABLE)
}

#[inline(always)]
pub(crate) fn aes64esm(rs1: u64, rs2: u64) -> u64 {
    middle_round(rs1, rs2, SHIFT_ROWS, &ENCRYPT)
}

pub(crate) fn aes64ds(rs1: u64, rs2: u64) -> u64 {
    final_round(rs1, rs2, INVERSE_SHIFT_ROWS, &INVERSE_SBOX_TABLE)
}

#[inline(always)]
pub(crate) fn aes64dsm(rs1: u64, rs2: u64) -> u64 {
    middle_round(rs1, rs2, INVERSE_SHIFT_ROWS, &DECRYPT)
}

pub(crate) fn aes64im(rs1: u64) -> u64 {
    // No rows move: column 0 is bytes 0..4 and column 1 is bytes 4..8.
    middle_round(rs1, 0, [0, 1, 2, 3, 4, 5, 6, 7], &UNMIX)
}

/// `rnum` is 0..=10; the decoder lets no other value through.
pub(crate) fn aes64ks1i(rs1: u64, rnum: usize) -> u64 {
    let high = (rs1 >> 32) as u32;
    let rotated = if rnum == 10 { high } else { high.rotate_right(8) };
    let substituted = u32::from_le_bytes(rotated.to_le_bytes().map(|b| SBOX_TABLE[usize::from(b)]));
    let word = substituted ^ u32::from(ROUND_CONSTANTS.get(rnum).copied().unwrap_or(0));
    u64::from(word) << 32 | u64::from(word)
}

#[inline(always)]
pub(crate) fn aes64ks2(rs1: u64, rs2: u64) -> u64 {
    let low = (rs1 >> 32) as u32 ^ rs2 as u32;
    let high = low ^ (rs2 >> 32) as u32;
    u64::from(high) << 32 | u64::from(low)
}

/// The byte `bs` of rs2 through `table`, moved to its row and added to the low word of rs1.
#[inline(always)]
fn aes32(rs1: u64, rs2: u64, bs: u32, column: impl Fn(usize) -> u32) -> u32 {
    let byte = (rs2 as u32).rotate_right(8 * bs) as u8;
    rs1 as u32 ^ column(usize::from(byte)).rotate_left(8 * bs)
}

#[inline(always)]
pub(crate) fn aes32esi(rs1: u64, rs2: u64, bs: u32) -> u32 {
    aes32(rs1, rs2, bs, |b| u32::from(SBOX_TABLE[b]))
}

#[inline(always)]
pub(crate) fn aes32esmi(rs1: u64, rs2: u64, bs: u32) -> u32 {
    aes32(rs1, rs2, bs, |b| ENCRYPT[b])
}

#[inline(always)]
pub(crate) fn aes32dsi(rs1: u64, rs2: u64, bs: u32) -> u32 {
    aes32(rs1, rs2, bs, |b| u32::from(INVERSE_SBOX_TABLE[b]))
}

#[inline(always)]
pub(crate) fn aes32dsmi(rs1: u64, rs2: u64, bs: u32) -> u32 {
    aes32(rs1, rs2, bs, |b| DECRYPT[b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn s_boxes_have_the_values_printed_in_fips_197() {
        assert_eq!([SBOX[0], SBOX[0x53], SBOX[0xff]], [0x63, 0xed, 0x16]);
        assert_eq!([INVERSE_SBOX[0], INVERSE_SBOX[0xed]], [0x52, 0x53]);
    }

    #[test]
    fn every_byte_but_zero_times_its_inverse_is_one() {
        assert_eq!(inverse(0), 0);
        assert!((1..=255).all(|x| mul(x, inverse(x)) == 1));
    }
}
