//! The second formulations against ordinary integers: claims are worth what these are.

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
/// The value as a signed integer.
fn signed(v: Value) -> i128 {
    (number(v) << (128 - v.width())) as i128 >> (128 - v.width())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn bitwise_arithmetic_is_arithmetic(
        width in 8u32..=64,
        a in prop_oneof![any::<u64>(), 0u64..4, Just(u64::MAX), Just(1 << 63)],
        b in prop_oneof![any::<u64>(), 0u64..4, Just(u64::MAX), Just(1 << 63)],
        narrow in 0u32..56,
    ) {
        // The corners of 64 bits are corners of `width` bits when the top ones are taken.
        let (a, b) = (value(64, a.into()).hi(width), value(64, b.into() ).hi(width - narrow % width));
        let b = bitwise::extend_zero(b, width);
        let (ua, ub, sa, sb) = (number(a), number(b), signed(a), signed(b));
        let ones = u128::MAX >> (128 - width);
        let is = |v: Value, expected: u128| (number(v), v.width()) == (expected & ones, width);

        prop_assert!(is(bitwise::add(a, b), ua + ub));
        prop_assert!(is(bitwise::sub(a, b), ua.wrapping_sub(ub)));
        prop_assert!(is(bitwise::negate(a), sa.wrapping_neg() as u128));
        prop_assert!(is(bitwise::magnitude(a), sa.unsigned_abs()));
        prop_assert!(is(bitwise::both(a, b), ua & ub));
        prop_assert!(is(bitwise::either(a, b), ua | ub));
        prop_assert!(is(bitwise::differ(a, b), ua ^ ub));
        prop_assert!(is(bitwise::number(bitwise::less_unsigned(a, b), width), (ua < ub).into()));
        prop_assert!(is(bitwise::number(bitwise::less_signed(a, b), width), (sa < sb).into()));
        prop_assert!(is(bitwise::number(bitwise::same(a, b), width), (ua == ub).into()));
        prop_assert!(is(bitwise::number(bitwise::same(a, a), width), 1));
        prop_assert_eq!(number(bitwise::extend_zero(a, 128)), ua);
        prop_assert_eq!(signed(bitwise::extend_sign(a, 128)), sa);

        let product = bitwise::multiply(a, b);
        prop_assert_eq!((number(product), product.width()), (ua * ub, 2 * width));
        let (quotient, rest) = bitwise::divide(a, b);
        prop_assert!(is(quotient, ua.checked_div(ub).unwrap_or(ones)));
        prop_assert!(is(rest, ua.checked_rem(ub).unwrap_or(ua)));
        let (quotient, rest) = bitwise::divide_signed(a, b);
        prop_assert!(is(quotient, sa.checked_div(sb).unwrap_or(-1) as u128));
        prop_assert!(is(rest, sa.checked_rem(sb).unwrap_or(sa) as u128));

        let k = narrow % width;
        prop_assert!(is(bitwise::times_power_of_two(a, k), ua << k));
        prop_assert!(is(bitwise::over_power_of_two(a, k), ua >> k));
        prop_assert!(is(bitwise::modulo_power_of_two(a, k), ua & ((1 << k) - 1)));
    }

    #[test]
    fn the_barrel_shifter_shifts(log in 3u32..=6, a: u64, by: u64) {
        let width = 1 << log;
        let (a, by) = (value(width, a.into()), value(64, by.into()));
        let (k, ones) = (number(by) as u32 % width, u128::MAX >> (128 - width));
        let shifted = |kind| number(bitwise::shift(kind, a, by));
        prop_assert_eq!(shifted(Shift::Left), number(a) << k & ones);
        prop_assert_eq!(shifted(Shift::RightLogical), number(a) >> k);
        prop_assert_eq!(shifted(Shift::RightArithmetic), (signed(a) >> k) as u128 & ones);
    }
}
