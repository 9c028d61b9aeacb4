//! The second formulations that speak of bit positions, against ordinary integers.

use proptest::prelude::*;
use semantics::{
    bitwise::{self, Shift},
    domain::{Bv, Concrete},
};

type Value = Bv<Concrete<2>>;

fn value(width: u32, v: u128) -> Value {
    Bv::new(Concrete, width, v)
}
fn number(v: Value) -> u128 {
    v.raw().low()
}

proptest! {
    #[test]
    fn positions_are_positions(
        a: u64,
        b in prop_oneof![any::<u64>(), 0u64..4],
        n in 0u32..64,
        zeros in 0u32..=64,
    ) {
        let (va, vb) = (value(64, a.into()), value(64, b.into()));
        let is = |v: Value, expected: u64| (number(v), v.width()) == (expected.into(), 64);

        prop_assert!(is(bitwise::permute(va, |k| 63 - k), a.reverse_bits()));
        prop_assert!(is(bitwise::permute(va, |k| k + n), a >> n));
        let low_inverted = bitwise::map_bits(va, |k, bit| if k < n { !bit } else { bit });
        prop_assert!(is(low_inverted, a ^ ((1 << n) - 1)));
        let turned = a.rotate_right(n) ^ a.rotate_right(5);
        prop_assert!(is(bitwise::sigma(va, &[n, 5], None), turned));
        prop_assert!(is(bitwise::sigma(va, &[n, 5], Some(n)), turned ^ a >> n));
        prop_assert!(is(bitwise::number(bitwise::any(vb), 64), u64::from(b != 0)));
        let by = (b % 64) as u32;
        prop_assert!(is(bitwise::shift(Shift::RotateLeft, va, vb), a.rotate_left(by)));
        prop_assert!(is(bitwise::shift(Shift::RotateRight, va, vb), a.rotate_right(by)));

        let part = |size, index: u64| number(bitwise::part(va, size, value(8, index.into()))) as u64;
        prop_assert_eq!(part(8, u64::from(n) % 8), a.to_le_bytes()[n as usize % 8].into());
        prop_assert_eq!(part(8, 8 + u64::from(n)), 0);
        prop_assert_eq!(part(4, u64::from(n) % 16), a >> (n % 16 * 4) & 15);
        let low = a.checked_shr(zeros).unwrap_or(0);
        let in_front = bitwise::zeros_in_front(value(64, low.into()), 64);
        prop_assert!(is(in_front, low.leading_zeros().into()));

        let product = bitwise::multiply_polynomials(va, vb);
        let terms = (0..64).filter(|k| b >> k & 1 == 1).map(|k| u128::from(a) << k);
        prop_assert_eq!((number(product), product.width()), (terms.fold(0, |x, y| x ^ y), 128));
    }
}
