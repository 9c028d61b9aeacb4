//! Montgomery multiplication against its definition, with integers.

use proptest::prelude::*;
use reference_ciphers::montgomery;
use semantics::domain::{Bv, Concrete};

type Value = Bv<Concrete<2>>;

fn words(number: u64, width: u32) -> Vec<Value> {
    (0..64 / width).map(|k| Bv::new(Concrete, width, (number >> (k * width)).into())).collect()
}

fn number(words: &[Value]) -> u128 {
    words.iter().rev().fold(0, |n, word| n << word.width() | word.raw().low())
}

/// By Newton's iteration, which doubles the number of right bits.
fn negated_inverse(n: u64) -> u64 {
    let inverse = (0..6).fold(n, |x, _| x.wrapping_mul(2u64.wrapping_sub(n.wrapping_mul(x))));
    inverse.wrapping_neg()
}

proptest! {
    #[test]
    fn the_product_times_r_is_the_product_of_the_numbers(
        a in any::<u64>(), b in any::<u64>(), n in any::<u64>(), width in prop::sample::select(vec![8, 16, 32]),
    ) {
        let n = n | 1;
        let (a, b) = (a % n, b % n);
        let n0 = words(negated_inverse(n), width)[0];
        let [a, b, modulus] = [a, b, n].map(|x| words(x, width));
        let product = number(&montgomery::multiply(&a, &b, &modulus, n0));
        let n = u128::from(n);
        prop_assert!(product < n);
        prop_assert_eq!((product << 64) % n, number(&a) * number(&b) % n);
    }
}
