//! Pairs of formulations that the normal form must close, and ones that it must not.

use super::{Comparison, LANES, Normaliser, Unsound, sum::Broken};
use crate::{cone::Cone, sample};
use semantics::{
    dag::{Arena, Dag, Id},
    domain::Bv,
    gf256,
};

type Value<'a> = Bv<Dag<'a>>;

/// Compares `left` with the reference `right`, and checks every form by evaluation.
fn compare(
    arena: &Arena,
    left: Id,
    right: Id,
    broken: Option<Broken>,
) -> Result<Comparison, Unsound> {
    let mut normal = Normaliser::new(arena, [left, right], &[]);
    normal.words.sums.broken = broken;
    if let Some(modular) = &mut normal.modular {
        modular.integers.broken = broken;
    }
    normal.add(&[right]);
    normal.end_of_reference();
    normal.add(&[left]);
    let cone = Cone::of(arena, [left, right]);
    let all = sample::assignments(&cone, 1, sample::LEAST);
    for inputs in all.chunks_exact(LANES) {
        normal.recheck(&cone, inputs)?;
    }
    Ok(normal.compare(left, right))
}

fn bit(v: Value<'_>, width: u32) -> Value<'_> {
    v.zext(width)
}

/// Carry out of `a + b`, as RV32 computes it.
fn carry<'a>(a: Value<'a>, b: Value<'a>) -> Value<'a> {
    bit((a + b).ult(b).bv(), a.width())
}

fn full_adder<'a>(a: Value<'a>, b: Value<'a>, c: Value<'a>) -> [Value<'a>; 2] {
    let (sum, first) = (a + b, carry(a, b));
    [sum + c, carry(sum, c) | first]
}

/// A sum of `2 * w` bits on registers of `w` bits.
fn pair_sum<'a>(a: Value<'a>, b: Value<'a>) -> Value<'a> {
    let half = a.width() / 2;
    let low = a.lo(half) + b.lo(half);
    let high = a.hi(half) + b.hi(half) + carry(a.lo(half), b.lo(half));
    high.concat(low)
}

/// The high word of a product, from four products of halves.
fn schoolbook<'a>(a: Value<'a>, b: Value<'a>) -> Value<'a> {
    let w = a.width();
    let h = w / 2;
    let [a0, a1, b0, b1] = [a.lo(h), a.hi(h), b.lo(h), b.hi(h)].map(|x| x.zext(w));
    let (low, cross, other, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let middle = (low >> h) + cross.lo(h).zext(w) + other.lo(h).zext(w);
    high + (cross >> h) + (other >> h) + (middle >> h)
}

fn high_product<'a>(a: Value<'a>, b: Value<'a>) -> Value<'a> {
    let w = a.width();
    (a.zext(2 * w) * b.zext(2 * w)).hi(w)
}

/// What a negative `x` costs an unsigned high product with `y`.
fn correction<'a>(x: Value<'a>, y: Value<'a>) -> Value<'a> {
    (x.lit(0) - (x >> 63)) & y
}

type Case = (&'static str, u32, for<'a> fn([Value<'a>; 4]) -> [Value<'a>; 2]);

/// Name, width of the four inputs, both sides.
const EQUAL: &[Case] = &[
    ("sum of pairs of registers", 64, |[a, b, ..]| [pair_sum(a, b), a + b]),
    ("sum of pairs of wide registers", 128, |[a, b, ..]| [pair_sum(a, b), a + b]),
    ("a bit spread over a word", 32, |[a, b, ..]| {
        let (x, y) = (parity(a), parity(b));
        let both = x + (y << 16);
        let spread = (both << 5) - (both << 2) - both;
        [spread, ((a.lit(0) - x) & a.lit(0x1b)) ^ ((a.lit(0) - y) & a.lit(0x1b << 16))]
    }),
    ("copies of a half", 32, |[a, ..]| {
        let half = a & a.lit(0xffff);
        [half * a.lit(0x1_0001), half | (half << 16)]
    }),
    ("sum in another order", 32, |[a, b, c, d]| [(a + b) + (c + d), d + (b + (a + c))]),
    ("difference and complement", 64, |[a, b, ..]| [a - b, a + !b + a.lit(1)]),
    ("borrow by comparison", 32, |[a, b, ..]| {
        [bit(a.ult(b).bv(), 64), ((a.zext(64) - b.zext(64)) >> 63) & a.zext(64).lit(1)]
    }),
    ("carry out of three", 32, |[a, b, c, _]| {
        let c = c & c.lit(1);
        let [sum, out] = full_adder(a, b, c);
        let wide = a.zext(64) + b.zext(64) + c.zext(64);
        [out.concat(sum), wide]
    }),
    ("carry out of three, 64 bits", 64, |[a, b, c, _]| {
        let c = c & c.lit(1);
        let [sum, out] = full_adder(a, b, c);
        let wide = a.zext(128) + b.zext(128) + c.zext(128);
        [out.concat(sum), wide]
    }),
    ("rotation by sum of shifts", 32, |[a, ..]| [(a << 7) + (a >> 25), a.rotl(7)]),
    ("choice by sum", 32, |[a, b, c, _]| [(a & b) + (!a & c), c ^ (a & (b ^ c))]),
    ("majority by sum", 64, |[a, b, c, _]| [(a & b) + (c & (a ^ b)), (a & b) ^ (a & c) ^ (b & c)]),
    ("reassociated choice by sum", 32, |[a, b, c, d]| {
        [((a & b) + d) + (!a & c), d + ((a & b) ^ (!a & c))]
    }),
    ("mask of a bit", 32, |[a, b, ..]| {
        let top = (a >> 31).lo(1);
        [(a.lit(0) - (a >> 31)) & b, top.bit(0).select(b, a.lit(0))]
    }),
    ("mask of a carry", 32, |[a, b, c, _]| {
        let less = a.ult(b);
        [(bit(less.bv(), 32) - a.lit(1)) & c, less.select(a.lit(0), c)]
    }),
    ("high product by halves, 64 bits", 64, |[a, b, ..]| [schoolbook(a, b), high_product(a, b)]),
    ("high product by halves, 128 bits", 128, |[a, b, ..]| [schoolbook(a, b), high_product(a, b)]),
    ("signed high product", 64, |[a, b, ..]| {
        let signed = (a.sext(128) * b.sext(128)).hi(64);
        [high_product(a, b) - correction(a, b) - correction(b, a), signed]
    }),
    ("multiply and accumulate", 64, |[a, b, c, _]| {
        let (low, high) = (a * b, high_product(a, b));
        let sum = low + c;
        [(high + carry(low, c)).concat(sum), a.zext(128) * b.zext(128) + c.zext(128)]
    }),
    ("carry-less product commutes", 64, |[a, b, ..]| [a.clmul(b), b.clmul(a)]),
    ("product by shifts", 32, |[a, ..]| [(a << 2) + a, a * a.lit(5)]),
    ("xtime", 8, |[a, ..]| {
        let by_product = (a << 1) ^ ((a >> 7) * a.lit(0x1b));
        [by_product, (a << 1) ^ (a.bit(7).select(a.lit(0x1b), a.lit(0)))]
    }),
    ("inverse table", 8, |[a, ..]| [a.lookup(&gf256::SBOX).lookup(&gf256::INV_SBOX), a]),
    ("table of a complement", 8, |[a, ..]| {
        [(!a).lookup(&gf256::SBOX), (a ^ a.lit(0xff)).lookup(&gf256::SBOX)]
    }),
    ("table of a sum", 8, |[a, b, ..]| {
        [(a ^ b).lookup(&gf256::SBOX), (b ^ a).lookup(&gf256::SBOX)]
    }),
];

const Q: u128 = 3329;

/// A number from 0 to 3328, for each one.
fn coefficient(a: Value<'_>) -> Value<'_> {
    a.urem(a.lit(Q))
}

/// `p / 2^16` modulo 3329, around zero.
fn montgomery(p: Value<'_>) -> Value<'_> {
    let m = p.lo(16) * p.lo(16).lit(62209);
    (p - m.sext(32) * p.lit(Q)).hi(16)
}

/// A signed halfword modulo 3329, around zero.
fn barrett(a: Value<'_>) -> Value<'_> {
    let wide = a.sext(32);
    let quotient = (wide * wide.lit(20159) + wide.lit(1 << 25)).sra(wide.lit(26)).lo(16);
    // By way of the wide value, so that it is a signed number here too.
    wide.lo(16) - quotient * a.lit(Q)
}

/// A number from -3328 to 3328, and 3329 more where it is negative.
fn natural(a: Value<'_>) -> Value<'_> {
    a + (a.sra(a.lit(15)) & a.lit(Q))
}

/// Pairs that are about integers: 16 bits.
const MODULAR: &[Case] = &[
    ("remainder of a remainder", 16, |[a, ..]| {
        [a.urem(a.lit(2 * Q)).urem(a.lit(Q)), coefficient(a)]
    }),
    ("conditional subtraction", 16, |[a, b, ..]| {
        let sum = coefficient(a) + coefficient(b);
        [sum.ult(sum.lit(Q)).select(sum, sum - sum.lit(Q)), coefficient(sum)]
    }),
    ("subtraction and mask", 16, |[a, b, ..]| {
        let (a, b) = (coefficient(a), coefficient(b));
        [natural(a - b), coefficient(a + a.lit(Q) - b)]
    }),
    ("Barrett reduction", 16, |[a, ..]| {
        let positive = a.sext(32) + a.sext(32).lit(10 * Q);
        [natural(barrett(a)), coefficient(positive).lo(16)]
    }),
    ("Montgomery reduction", 16, |[a, ..]| {
        let wide = a.sext(32);
        let positive = wide * wide.lit(2285) + wide.lit(30_000 * Q);
        [natural(montgomery(wide * wide.lit(1353))), coefficient(positive).lo(16)]
    }),
    ("product of remainders", 16, |[a, b, ..]| {
        let product = |a: Bv<_>, b: Bv<_>| a.zext(32) * b.zext(32);
        [coefficient(product(coefficient(a), coefficient(b))), coefficient(product(a, b))]
    }),
    ("quotient and remainder", 16, |[a, ..]| {
        let q = a.lit(Q);
        [a.udiv(q) * q + a.urem(q), (a.udiv(q) << 1) * q - a.udiv(q) * q + a.urem(q)]
    }),
];

/// The same that must stay open.
const NOT_MODULAR: &[Case] = &[
    ("remainders by two numbers", 16, |[a, ..]| {
        [coefficient(a).urem(a.lit(3331)), a.urem(a.lit(3331))]
    }),
    ("subtraction too late", 16, |[a, b, ..]| {
        let five = a.lit(5);
        let sum = a.urem(five) + b.urem(five);
        [five.ult(sum).select(sum - five, sum), sum.urem(five)]
    }),
    ("Barrett reduction of too much", 16, |[a, b, ..]| {
        let sum = a.sext(32) + b.sext(32) + a.sext(32).lit(20 * Q);
        [natural(barrett(a + b)), coefficient(sum).lo(16)]
    }),
    ("Montgomery product of too much", 16, |[a, b, ..]| {
        let product = a.sext(32) * b.sext(32);
        [
            natural(montgomery(product * product.lit(1353))),
            coefficient(product * product.lit(2285)).lo(16),
        ]
    }),
];

/// What must stay open: the sides differ for few inputs, or for many.
const DIFFERENT: &[Case] = &[
    ("one carry forgotten", 32, |[a, b, c, _]| {
        let c = c & c.lit(1);
        let (sum, first) = (a + b, carry(a, b));
        [first.concat(sum + c), a.zext(64) + b.zext(64) + c.zext(64)]
    }),
    ("spread too far", 32, |[a, ..]| {
        [parity(a) * a.lit(0x1b), (a.lit(0) - parity(a)) & a.lit(0x1a)]
    }),
    ("not quite disjoint", 32, |[a, ..]| [(a << 7) + (a >> 24), a.rotl(7)]),
    ("less or equal", 32, |[a, b, ..]| [bit((!b.ult(a)).bv(), 32), bit(a.ult(b).bv(), 32)]),
    ("logical for arithmetic", 32, |[a, ..]| [a >> 31, a.lit(0) - (a >> 31)]),
    ("back door", 32, |[a, b, ..]| [a + b + bit(a.equals(a.lit(0xdead_beef)).bv(), 32), a + b]),
    ("signed for unsigned", 64, |[a, b, ..]| {
        [(a.sext(128) * b.sext(128)).hi(64), high_product(a, b)]
    }),
];

/// The sum modulo 2 of all bits, as a word.
fn parity<D: semantics::domain::Domain>(a: Bv<D>) -> Bv<D> {
    let folded = [16, 8, 4, 2, 1].into_iter().fold(a, |a, by| a ^ (a >> by));
    folded & a.lit(1)
}

fn run(case: &Case, broken: Option<Broken>) -> Result<Comparison, Unsound> {
    let (_, width, state) = case;
    let arena = Arena::default();
    let input = |name| arena.dom().var(*width, name);
    let [left, right] = state(["a", "b", "c", "d"].map(input));
    assert_eq!(left.width(), right.width(), "{}", case.0);
    compare(&arena, left.raw(), right.raw(), broken)
}

#[test]
fn equal_formulations_close() {
    for case in EQUAL.iter().chain(MODULAR) {
        assert_eq!(run(case, None), Ok(Comparison::Equal), "{}", case.0);
    }
}

#[test]
fn different_formulations_stay_open() {
    for case in DIFFERENT.iter().chain(NOT_MODULAR) {
        assert!(matches!(run(case, None), Ok(Comparison::Open { .. })), "{}", case.0);
    }
}

/// Every rule has an obligation of its own (`normal-form/...`); this is the second net. It cannot see a
/// rule that is wrong on few inputs only, which is what the obligations are for.
#[test]
fn a_broken_rule_is_caught_by_the_evaluator() {
    for broken in Broken::ALL {
        let cases = [EQUAL, DIFFERENT, MODULAR, NOT_MODULAR];
        let caught =
            cases.iter().copied().flatten().filter(|case| run(case, Some(broken)).is_err()).count();
        assert!(caught > 0, "{broken:?} was not noticed");
    }
}

#[test]
fn what_stays_open_is_said_shortly() {
    let arena = Arena::default();
    let [a, b] = ["a", "b"].map(|name| arena.dom().var(8, name));
    // Sums of words that are made of sums, as in HIGHT.
    let mixed = |by: u32| {
        let (mut x, mut y) = (a, b);
        for _ in 0..24 {
            (x, y) = (y, x + (y.rotl(1) ^ y.rotl(2) ^ y.rotl(by)));
        }
        y
    };
    let compared = compare(&arena, mixed(7).raw(), mixed(6).raw(), None).unwrap();
    let said = compared.to_string();
    assert!(matches!(compared, Comparison::Open { .. }), "{compared:?}");
    assert!(said.len() < 4000, "{} characters: {said:.300}", said.len());
}
