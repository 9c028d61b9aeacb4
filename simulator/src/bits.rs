//! Bit manipulation that is more than one host operation.

/// Bit number `index` modulo XLEN, alone.
#[inline(always)]
pub(crate) const fn single<const RV32: bool>(index: u64) -> u64 {
    1 << (index & if RV32 { 31 } else { 63 })
}

#[inline(always)]
pub(crate) const fn concat(high: u32, low: u32) -> u64 {
    (high as u64) << 32 | low as u64
}

/// Every byte that is not zero becomes 0xff.
#[inline(always)]
pub(crate) const fn or_combine(a: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    // Bit 7 of a byte of the sum: some lower bit was set. No byte carries into the next.
    let set = (((a & LOW) + LOW) | a) & !LOW;
    (set >> 7) * 0xff
}

/// Exchanges the bits of `mask` with those `distance` above them.
const fn swap(x: u32, mask: u32, distance: u32) -> u32 {
    let difference = (x ^ x >> distance) & mask;
    x ^ difference ^ difference << distance
}

/// Bit i of the lower half goes to bit 2i, bit i of the upper half to 2i + 1: a perfect shuffle, in four exchanges.
pub(crate) const fn zip(x: u32) -> u32 {
    let x = swap(x, 0x0000_ff00, 8);
    let x = swap(x, 0x00f0_00f0, 4);
    let x = swap(x, 0x0c0c_0c0c, 2);
    swap(x, 0x2222_2222, 1)
}

/// The inverse: each exchange undoes itself.
pub(crate) const fn unzip(x: u32) -> u32 {
    let x = swap(x, 0x2222_2222, 1);
    let x = swap(x, 0x0c0c_0c0c, 2);
    let x = swap(x, 0x00f0_00f0, 4);
    swap(x, 0x0000_ff00, 8)
}

/// The low 64 bits of the carry-less product.
///
/// Integer products of numbers with a bit in every fourth place: at most 16 terms meet in one place, so their carries
/// stay in the three places above it, which are masked off (or fall off the end).
#[inline(always)]
pub(crate) fn clmul(a: u64, b: u64) -> u64 {
    const EVERY_FOURTH: u64 = 0x1111_1111_1111_1111;
    (0..4).fold(0, |product, i| {
        let sum = (0..4).fold(0, |sum, j| {
            let left = a & EVERY_FOURTH << j;
            let right = b & EVERY_FOURTH << ((4 + i - j) % 4);
            sum ^ left.wrapping_mul(right)
        });
        product | sum & EVERY_FOURTH << i
    })
}

/// Bits 126..=63 of the carry-less product: that of the reversed numbers, reversed.
#[inline(always)]
pub(crate) fn clmulr(a: u64, b: u64) -> u64 {
    clmul(a.reverse_bits(), b.reverse_bits()).reverse_bits()
}

/// The bytes of `table` that the bytes of `index` name; 0 where there is none.
///
/// On RV32 the upper half of the table is zero, which is what indices beyond the register give.
#[inline(always)]
pub(crate) fn xperm8(table: u64, index: u64) -> u64 {
    let table = table.to_le_bytes();
    let lookup = |i: u8| table.get(usize::from(i)).copied().unwrap_or(0);
    u64::from_le_bytes(index.to_le_bytes().map(lookup))
}

/// The same for nibbles.
#[inline(always)]
pub(crate) fn xperm4(table: u64, index: u64) -> u64 {
    (0..64).step_by(4).fold(0, |result, place| {
        let i = index >> place & 0xf;
        result | (table >> (4 * i) & 0xf) << place
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [u64; 9] = [
        0,
        1,
        1 << 63,
        u64::MAX,
        0x8000_0001,
        0x0123_4567_89ab_cdef,
        0xdead_beef_cafe_f00d,
        0x1111_1111_1111_1111,
        0x8877_6655_4433_2211,
    ];

    /// Shift and add, as the manual writes it.
    fn product(a: u64, b: u64) -> u128 {
        (0..64).filter(|i| b >> i & 1 == 1).fold(0, |sum, i| sum ^ u128::from(a) << i)
    }

    #[test]
    fn carry_less_products_are_those_of_shift_and_add() {
        for a in VALUES {
            for b in VALUES {
                assert_eq!(clmul(a, b), product(a, b) as u64);
                assert_eq!(clmulr(a, b), (product(a, b) >> 63) as u64);
            }
        }
    }

    #[test]
    fn zip_moves_every_bit_to_its_place() {
        for i in 0..16 {
            assert_eq!([zip(1 << i), zip(1 << (i + 16))], [1 << (2 * i), 1 << (2 * i + 1)]);
        }
        assert!(VALUES.iter().all(|&v| unzip(zip(v as u32)) == v as u32));
    }

    #[test]
    fn bytes_combine_alone() {
        for a in VALUES {
            let bytes = a.to_le_bytes().map(|b| if b == 0 { 0 } else { 0xff });
            assert_eq!(or_combine(a), u64::from_le_bytes(bytes));
        }
    }
}
