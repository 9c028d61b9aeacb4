//! Bytes as elements of the AES field, and as bit vectors.

/// By byte: its inverse modulo x^8 + x^4 + x^3 + x + 1, and 0 for 0.
static INVERSES: [u8; 256] = inverses();

/// `x^254`: the group of the non-zero elements has 255 of them.
const fn inverses() -> [u8; 256] {
    let mut table = [0; 256];
    let mut x = 0;
    while x < 256 {
        // 254 is 0b11111110: square and multiply, seven times, then square.
        let (mut power, mut bit) = (1, 0);
        while bit < 7 {
            power = product(product(power, power), x as u8);
            bit += 1;
        }
        table[x] = product(power, power);
        x += 1;
    }
    table
}

/// From the highest bit of `b` on: double, and add `a`.
const fn product(a: u8, b: u8) -> u8 {
    let (mut sum, mut bit) = (0_u8, 8);
    while bit > 0 {
        bit -= 1;
        let doubled = sum << 1;
        sum = if sum & 0x80 == 0 { doubled } else { doubled ^ 0x1b };
        if b >> bit & 1 == 1 {
            sum ^= a;
        }
    }
    sum
}

/// Every byte inverted.
pub(crate) fn invert(bytes: u64) -> u64 {
    u64::from_le_bytes(bytes.to_le_bytes().map(|x| INVERSES[usize::from(x)]))
}

/// Every byte times a matrix whose row `i`, for bit `i` of the result, is byte `i`.
///
/// By columns: bit `j` of a byte adds column `j`, which is bit `j` of every row.
pub(crate) fn transform(bytes: u64, matrix: u64) -> u64 {
    const LOW_BITS: u64 = 0x0101_0101_0101_0101;
    let mut sum = 0;
    for j in 0..8 {
        let rows = matrix >> j & LOW_BITS;
        // Bit 8 i goes to bit 56 + i: no two partial products meet.
        let column = rows.wrapping_mul(0x0102_0408_1020_4080) >> 56;
        sum ^= (bytes >> j & LOW_BITS).wrapping_mul(column);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverses_are_inverses() {
        assert_eq!(INVERSES[0], 0);
        for x in 1..=255_u8 {
            assert_eq!(product(x, INVERSES[usize::from(x)]), 1, "{x}");
        }
        // FIPS 197, 4.2: {57}{83} = {c1}.
        assert_eq!(product(0x57, 0x83), 0xc1);
    }

    /// FIPS 197, 5.1.1: S({53}) = {ed}.
    #[test]
    fn an_affine_image_of_the_inverse_is_the_s_box() {
        let s = transform(invert(0x5353_0000_0000_0053), 0xf87c_3e1f_8fc7_e3f1);
        assert_eq!(s ^ 0x6363_6363_6363_6363, 0xeded_6363_6363_63ed);
    }

    #[test]
    fn rows_are_bytes() {
        // The identity, and the matrix that turns the bits round.
        let x = 0x0123_4567_89ab_cdef;
        assert_eq!(transform(x, 0x8040_2010_0804_0201), x);
        assert_eq!(transform(x, 0x0102_0408_1020_4080), x.reverse_bits().swap_bytes());
    }
}
