//! The XKyber operations: coefficients modulo 3329, two lanes of 16 bits in 32.
//!
//! Operands are canonical, 0 to 3328. Of others the result is unspecified: reduction here is by one conditional
//! subtraction, or by a product with a reciprocal, either of which needs it.

const Q: u32 = 3329;

/// A number below 2q, reduced.
#[inline(always)]
const fn once(v: u32) -> u32 {
    let less = v.wrapping_sub(Q);
    // All ones where it borrowed.
    let borrow = (less as i32 >> 31) as u32;
    less.wrapping_add(Q & borrow)
}

/// `v / q` for v below 2^24, and a little beyond: 2^36 / q is rounded up by less than 2^-11 of itself.
#[inline(always)]
const fn quotient(v: u32) -> u32 {
    const RECIPROCAL: u64 = (1 << 36) / Q as u64 + 1;
    ((v as u64).wrapping_mul(RECIPROCAL) >> 36) as u32
}

#[inline(always)]
const fn lanes(high: u32, low: u32) -> u32 {
    (high & 0xffff) << 16 | low & 0xffff
}

#[inline(always)]
pub(crate) const fn add(a: u32, b: u32) -> u32 {
    lanes(once((a >> 16) + (b >> 16)), once((a & 0xffff) + (b & 0xffff)))
}

#[inline(always)]
pub(crate) const fn sub(a: u32, b: u32) -> u32 {
    lanes(
        once((a >> 16).wrapping_add(Q).wrapping_sub(b >> 16)),
        once((a & 0xffff).wrapping_add(Q).wrapping_sub(b & 0xffff)),
    )
}

#[inline(always)]
pub(crate) const fn mul(a: u32, b: u32) -> u32 {
    let product = (a & 0xffff) * (b & 0xffff);
    product.wrapping_sub(quotient(product).wrapping_mul(Q))
}

/// The coefficient `x`, compressed to the bits that the low four bits of `d` say.
#[inline(always)]
pub(crate) const fn compress(x: u32, d: u32) -> u32 {
    let d = d & 0xf;
    quotient(((x & 0xffff) << d) + Q / 2) & ((1 << d) - 1)
}

/// Both samples of `ETA` bits less `ETA` bits.
#[inline(always)]
pub(crate) const fn cbd<const ETA: u32>(bits: u32) -> u32 {
    let mask = (1 << ETA) - 1;
    let high = bits >> (2 * ETA);
    lanes(sample(high & mask, high >> ETA & mask), sample(bits & mask, bits >> ETA & mask))
}

#[inline(always)]
const fn sample(plus: u32, minus: u32) -> u32 {
    once(plus.count_ones() + Q - minus.count_ones())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reduction_is_exact_where_operands_are_canonical() {
        assert!((0..2 * Q).all(|v| once(v) == v % Q));
        // Products are below q^2; what is compressed to 11 bits is below 2^11 q + q.
        assert!((0..1 << 24).all(|v| quotient(v) == v / Q));
    }

    #[test]
    fn lanes_do_not_meet() {
        assert_eq!(add(0x0d00_0001, 0x0d00_0d00), 0x0cff_0000);
        assert_eq!(sub(0x0000_0001, 0x0d00_0002), 0x0001_0d00);
        assert_eq!(mul(0xffff_0d00, 0xffff_0d00), 1);
    }

    #[test]
    fn compression_rounds_and_samples_are_centered() {
        // FIPS 203, (4.7): 2 * 832 / q is below 1/2, 2 * 833 / q above it; so for 3/2.
        assert_eq!([832, 833, 2496, 2497].map(|x| compress(x, 1)), [0, 1, 1, 0]);
        assert_eq!([3328, 104, 105].map(|x| compress(x, 4)), [0, 0, 1]);
        // Algorithm 8: two ones less none, and none less two.
        assert_eq!(cbd::<2>(0b1100_0011), (Q - 2) << 16 | 2);
        assert_eq!(cbd::<3>(0b111000_000111), (Q - 3) << 16 | 3);
    }
}
