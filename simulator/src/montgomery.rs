//! Carries, and Montgomery reduction on one machine word.

/// The carry out of `a + b + carry`, where `carry` is 0 or 1.
pub(crate) fn carry64(a: u64, b: u64, carry: u64) -> u64 {
    let (sum, first) = a.overflowing_add(b);
    let (_, second) = sum.overflowing_add(carry);
    u64::from(first | second)
}

/// `T / 2^64 mod n` of `T = high 2^64 + low`, when `n` is odd, `negated_inverse` is -1/n mod 2^64 and `high < n`.
///
/// Otherwise whatever the same steps give: one conditional subtraction, cut to the word.
pub(crate) fn reduce64([high, low]: [u64; 2], n: u64, negated_inverse: u64) -> u64 {
    let multiple = u128::from(low.wrapping_mul(negated_inverse)) * u128::from(n);
    let (sum, carry) = (u128::from(high) << 64 | u128::from(low)).overflowing_add(multiple);
    let rest = (sum >> 64) as u64;
    if carry || rest >= n { rest.wrapping_sub(n) } else { rest }
}

/// [`reduce64`] on words of 32 bits.
pub(crate) fn reduce32([high, low]: [u32; 2], n: u32, negated_inverse: u32) -> u32 {
    let multiple = u64::from(low.wrapping_mul(negated_inverse)) * u64::from(n);
    let (sum, carry) = (u64::from(high) << 32 | u64::from(low)).overflowing_add(multiple);
    let rest = (sum >> 32) as u32;
    if carry || rest >= n { rest.wrapping_sub(n) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the definition: the result times 2^32 leaves the remainder of T.
    #[test]
    fn a_reduction_divides_by_the_word() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 32) as u32
        };
        for _ in 0..20_000 {
            let n = (random() >> (random() % 32)) | 1;
            // Newton: each step doubles the number of right bits, and n is its own inverse mod 8.
            let inverse =
                (0..4).fold(n, |x, _| x.wrapping_mul(2_u32.wrapping_sub(n.wrapping_mul(x))));
            assert_eq!(inverse.wrapping_mul(n), 1);
            let (high, low) = (random() % n, random());
            let got = reduce32([high, low], n, inverse.wrapping_neg());
            assert!(got < n);
            let t = u64::from(high) << 32 | u64::from(low);
            assert_eq!((u64::from(got) << 32) % u64::from(n), t % u64::from(n), "n = {n}, T = {t}");
        }
    }

    #[test]
    fn the_sum_may_have_one_bit_more() {
        // n = 2^64 - 1 and -1/n = 1: (n - 1) + n - n = n - 1.
        assert_eq!(reduce64([u64::MAX - 1, u64::MAX], u64::MAX, 1), u64::MAX - 1);
        assert_eq!(carry64(u64::MAX, u64::MAX, 1), 1);
        assert_eq!([carry64(u64::MAX, 0, 1), carry64(u64::MAX, 0, 0)], [1, 0]);
    }
}
