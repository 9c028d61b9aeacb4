//! The rules of the normal form, each at a width where every input can be tried.
//!
//! The form works on words of 32 bits; a rule is an identity for any number of bits, here eight or
//! fewer. What proves these is exhaustion, which knows nothing of the rules.

use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bit, Bv},
};

type Value<'a> = Bv<Dag<'a>>;

/// The rule, what it says, and its statement.
macro_rules! rules {
    ($($id:literal: $says:literal, $state:expr;)*) => {
        /// The claims of this file.
        pub(super) const ALL: &[Claim] = &[$(Claim {
            id: concat!("normal-form/", $id),
            says: $says,
            reference: "arithmetic of integers and of GF(2)",
            widths: &[8],
            state: $state,
        },)*];
    };
}

/// Bits of a word in these rules.
const W: u32 = 4;
/// Bits of an integer that is large enough for all of them.
const WIDE: u32 = 24;

fn integer<'a>(g: &Goal<'a>, width: u32, name: &str) -> Value<'a> {
    g.var(width, name).sext(WIDE)
}

fn natural<'a>(g: &Goal<'a>, width: u32, name: &str) -> Value<'a> {
    g.var(width, name).zext(WIDE)
}

/// Division by 2^W, rounded down.
fn floor(p: Value<'_>) -> Value<'_> {
    p.sra(p.lit(W.into()))
}

fn none<'a>(a: Value<'a>) -> Bit<Dag<'a>> {
    a.equals(a.lit(0))
}

rules! {
    "power-of-two": "a product with a power of two is the word moved up", |g| {
        let a = g.reg("a");
        for k in 1..8 {
            g.equal(format!("2^{k}"), a * a.lit(1 << k), a.lo(8 - k).concat(g.lit(k, 0)));
        }
    };
    "copies": "a product with a constant is the exclusive or of copies that share no digit", |g| {
        let (a, far) = (g.reg("a"), g.reg("far"));
        g.assume(none(a & (a << far)) & far.ult(a.lit(8)));
        g.equal("product", a * ((a.lit(1) << far) + a.lit(1)), (a << far) ^ a);
    };
    "spread-bits": "multiples of bits that share no digit add up without carries", |g| {
        let (x, y) = (g.var(1, "x").sext(W), g.var(1, "y").sext(W));
        let (c, d, e) = (g.var(W, "c"), g.var(W, "d"), g.var(W, "e"));
        g.assume(none(c & d) & none(c & e) & none(d & e));
        g.equal("sum", (x & c) + (y & d) + e, (x & c) ^ (y & d) ^ e);
    };
    "low-word": "a wrapped sum is the integer less 2^w times its floor", |g| {
        let p = integer(g, 12, "p");
        g.equal("low word", p.lo(W).zext(WIDE), p - (floor(p) << W));
    };
    "floor-of-multiples": "multiples of 2^w leave a floor as they are", |g| {
        let (p, r) = (integer(g, 8, "p"), integer(g, 8, "r"));
        g.equal("floor", floor(p + (r << W)), floor(p) + r);
    };
    "floor-reflected": "the floor of P is -1 less that of -P - 1", |g| {
        let p = integer(g, 12, "p");
        let one = p.lit(1);
        let minus_one = p.lit(0) - one;
        g.equal("floor", floor(p), minus_one - floor(minus_one - p));
    };
    "low-word-reflected": "the low word of P is the complement of that of -P - 1", |g| {
        let p = integer(g, 12, "p");
        g.equal("low word", p.lo(W), !(p.lit(0) - p - p.lit(1)).lo(W));
    };
    "floor-of-none": "-1 and 0 are their own floors", |g| {
        let bit = natural(g, 1, "bit");
        let p = bit.lit(0) - bit;
        g.equal("floor", floor(p), p);
    };
    "floor-of-range": "a floor is constant where its integer stays within one block of 2^w", |g| {
        let (block, p) = (integer(g, 6, "block"), natural(g, W, "p"));
        g.equal("floor", floor((block << W) + p), block);
    };
    "less": "a comparison is the negated floor of the difference", |g| {
        let (a, b) = (natural(g, W, "a"), natural(g, W, "b"));
        g.equal("less", a.lo(W).ult(b.lo(W)).bv().zext(WIDE), a.lit(0) - floor(a - b));
    };
    "less-by-words": "the borrow of a lower word enters the difference of the next one", |g| {
        let (a, b) = (g.var(2 * W, "a"), g.var(2 * W, "b"));
        let [a0, b0] = [a.lo(W), b.lo(W)].map(|x| x.zext(WIDE));
        let [a1, b1] = [a.hi(W), b.hi(W)].map(|x| x.zext(WIDE));
        let borrow = floor(floor(a0 - b0) + a1 - b1);
        g.equal("less", a.ult(b).bv().zext(WIDE), borrow.lit(0) - borrow);
    };
    "less-extended": "sign-extension keeps the unsigned order", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        g.equal("less", a.sext(16).ult(b.sext(16)).bv(), a.ult(b).bv());
    };
    "less-signed": "with the top bits complemented, the signed order is the unsigned one", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        let top = a.lit(0x80);
        g.equal("less", a.slt(b).bv(), (a ^ top).ult(b ^ top).bv());
    };
    "less-within": "nothing is less than what lies within its ones", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        g.assume(none(b & !a));
        g.equal("less", a.ult(b).bv(), g.lit(1, 0));
    };
    "equal-as-less": "a number is zero where it is less than one", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        g.equal("equal", a.equals(b).bv(), (a ^ b).ult(a.lit(1)).bv());
    };
    "add-by-words": "the carry of a lower word enters the sum of the next one", |g| {
        let (a, b) = (g.var(2 * W, "a"), g.var(2 * W, "b"));
        let [a0, b0] = [a.lo(W), b.lo(W)].map(|x| x.zext(WIDE));
        let [a1, b1] = [a.hi(W), b.hi(W)].map(|x| x.zext(WIDE));
        let high = floor(a0 + b0) + a1 + b1;
        g.equal("sum", (a + b).hi(W), high.lo(W));
        let high = floor(a0 - b0) + a1 - b1;
        g.equal("difference", (a - b).hi(W), high.lo(W));
    };
    "complement": "a word and its complement add up to all ones", |g| {
        let a = natural(g, 8, "a");
        g.equal("complement", (!a.lo(8)).zext(WIDE), a.lit(0xff) - a);
    };
    "one-bit-word": "a word that has one bit in several places is a multiple of that bit", |g| {
        let (bit, mask) = (g.var(1, "bit"), g.var(8, "mask"));
        let word = bit.sext(8) & mask;
        g.equal("word", word.zext(WIDE), mask.zext(WIDE) * bit.zext(WIDE));
    };
    "masks": "the low word of -b is b everywhere, and that of b - 1 its complement", |g| {
        let bit = g.var(1, "bit");
        let number = bit.zext(8);
        g.equal("minus", number.lit(0) - number, bit.sext(8));
        g.equal("less one", number - number.lit(1), !bit.sext(8));
    };
    "disjoint": "the sum of disjoint words is their exclusive-or", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        g.assume(none(a & b));
        g.equal("sum", a + b, a ^ b);
        g.equal("integer", a.zext(WIDE) + b.zext(WIDE), (a ^ b).zext(WIDE));
    };
    "within": "less what lies within its ones, a word is their exclusive-or", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        g.assume(none(a & !b));
        g.equal("difference", b - a, a ^ b);
        g.equal("integer", b.zext(WIDE) - a.zext(WIDE), (a ^ b).zext(WIDE));
    };
    "moved": "a word moved to the left is a multiple less what leaves it", |g| {
        let x = natural(g, 8, "x");
        for k in 1..8 {
            let moved = (x.lo(8) << k).zext(WIDE);
            g.equal(format!("by {k}"), moved, (x << k) - ((x >> (8 - k)) << 8u32));
        }
    };
    "exclusive-carries": "bits whose sum is at most one have it as exclusive-or, and no product", |g| {
        let (a, b) = (g.var(1, "a"), g.var(1, "b"));
        let sum = a.zext(8) + b.zext(8);
        g.assume(sum.ult(sum.lit(2)));
        g.equal("exclusive-or", (a ^ b).zext(8), sum);
        g.equal("or", (a | b).zext(8), sum);
        g.equal("and", a & b, g.lit(1, 0));
    };
    "product-by-words": "the columns of a product, each with the floor of the one before", |g| {
        let (a, b) = (g.var(2 * W, "a"), g.var(2 * W, "b"));
        let [a0, a1, b0, b1] = [a.lo(W), a.hi(W), b.lo(W), b.hi(W)].map(|x| x.zext(WIDE));
        let columns = [a0 * b0, a0 * b1 + a1 * b0, a1 * b1];
        let mut carry = a0.lit(0);
        let product = a.zext(4 * W) * b.zext(4 * W);
        for (k, column) in (0..).zip(columns) {
            let total = column + carry;
            g.equal(format!("word {k}"), product.bits(W * k + W - 1, W * k), total.lo(W));
            carry = floor(total);
        }
        g.equal("word 3", product.hi(W), carry.lo(W));
    };
    "greatest": "sums, products and floors of naturals are at most those of their greatest values", |g| {
        let [a, b, x, y] = ["a", "b", "greatest_a", "greatest_b"].map(|name| natural(g, 4, name));
        g.assume(!x.ult(a) & !y.ult(b));
        for (part, p, greatest) in [
            ("sum", a + b, x + y),
            ("product", a * b, x * y),
            ("floor", floor(a * b), floor(x * y)),
        ] {
            g.holds(part, !greatest.ult(p));
        }
    };
    "masked": "a bit times a word is the word where the bit is one", |g| {
        let (bit, word) = (g.var(1, "bit"), g.var(8, "word"));
        g.equal("product", bit.zext(8) * word, bit.sext(8) & word);
    };
    "products": "a product of complements, as a sum of products", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        let ones = a.lit(0xff);
        g.equal("one", (a ^ ones) & b, (a & b) ^ b);
        g.equal("both", (a ^ ones) & (b ^ ones), (a & b) ^ a ^ b ^ ones);
    };
    "distribution": "a product of sums is the sum of the products", |g| {
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| g.var(4, name));
        g.equal("product", (a ^ b) & (c ^ d), (a & c) ^ (a & d) ^ (b & c) ^ (b & d));
    };
    "choice": "a choice is the one side, and the difference where the condition holds", |g| {
        let (c, a, b) = (g.var(1, "c"), g.var(7, "a"), g.var(7, "b"));
        g.equal("choice", c.bit(0).select(a, b), b ^ (c.sext(7) & (a ^ b)));
    };
    "carry-less-product": "a carry-less product is the sum of the products of bits in each place", |g| {
        let (a, b) = (g.var(8, "a"), g.var(8, "b"));
        let bit = |k: u32| {
            (0..=k).fold(g.lit(1, 0), |sum, i| sum ^ (a.bits(i, i) & b.bits(k - i, k - i)))
        };
        g.equal("product", a.clmul(b), Bv::join((0..8).rev().map(bit)));
    };
    "barrel-shift": "a shift is made of shifts by powers of two where the amount has them", |g| {
        let (a, by) = (g.var(8, "a"), g.var(8, "by"));
        let (mut left, mut right, mut signed) = (a, a, a);
        for k in 0..8 {
            let distance = a.lit(1 << k.min(4));
            left = by.bit(k).select(left << distance, left);
            right = by.bit(k).select(right >> distance, right);
            signed = by.bit(k).select(signed.sra(distance), signed);
        }
        g.equal("left", a << by, left);
        g.equal("right", a >> by, right);
        g.equal("signed", a.sra(by), signed);
    };
    "floor-by-any-power": "multiples of 2^k leave a floor by 2^k as it is, and what is left of it too", |g| {
        let (p, r) = (integer(g, 8, "p"), integer(g, 6, "r"));
        for k in 1..8 {
            let (by, sum) = (p.lit(k.into()), p + (r << k));
            g.equal(format!("floor by 2^{k}"), sum.sra(by), p.sra(by) + r);
            g.equal(format!("rest by 2^{k}"), sum.lo(k), p.lo(k));
        }
    };
    "floor-less-rest": "a floor by 2^k is the integer less its low word, divided", |g| {
        let p = integer(g, 12, "p");
        for k in 1..8 {
            let floor = p.sra(p.lit(k.into()));
            g.equal(format!("by 2^{k}"), floor << k, p - p.lo(k).zext(WIDE));
        }
    };
    "floor-cases": "a floor is v where its integer is in block v, and only there", |g| {
        let (p, v) = (integer(g, 8, "p"), integer(g, 5, "v"));
        let start = v << W;
        let within = !p.slt(start) & p.slt(start + p.lit(1 << W));
        g.equal("block", floor(p).equals(v).bv(), within.bv());
    };
    "sign": "where an integer is at least -2^k and below 2^k, its floor is -1 or 0, the same for larger k", |g| {
        let p = integer(g, 8, "p");
        let negative = p.slt(p.lit(0)).bv().sext(WIDE);
        for k in 7..12 {
            g.equal(format!("by 2^{k}"), p.sra(p.lit(k)), negative);
        }
    };
    "twos-complement": "a word in two's complement is the low word of the integer and 2^(w-1), less that", |g| {
        let p = integer(g, 12, "p");
        let half = p.lit(1 << (W - 1));
        g.equal("word", p.lo(W).sext(WIDE), (p + half).lo(W).zext(WIDE) - half);
    };
    "low-word-of-arithmetic": "a low word depends on the low words of what is added and multiplied only", |g| {
        let (p, r) = (integer(g, 8, "p"), integer(g, 8, "r"));
        let [low, other] = [p.lo(W), r.lo(W)];
        g.equal("sum", (p + r).lo(W), low + other);
        g.equal("difference", (p - r).lo(W), low - other);
        g.equal("product", (p * r).lo(W), low * other);
        g.equal("complement", (p.lit(0) - p - p.lit(1)).lo(W), !low);
    };
    "slice-of-integer": "bits of a word are those of the floor of its integer, and words beside each other a sum", |g| {
        let p = integer(g, 12, "p");
        for (lo, size) in [(0, 5), (3, 4), (5, 3)] {
            let floor = p.sra(p.lit(lo.into()));
            g.equal(format!("bits from {lo}"), p.lo(8).bits(lo + size - 1, lo), floor.lo(size));
        }
        let (high, low) = (p.hi(WIDE - W).lo(4), p.lo(W));
        g.equal("beside", high.concat(low).zext(WIDE), (high.zext(WIDE) << W) + low.zext(WIDE));
        g.equal("or", (high.zext(WIDE) << W) | low.zext(WIDE), (high.zext(WIDE) << W) + low.zext(WIDE));
    };
    "choice-of-integers": "a choice is the one side and, where the bit is 1, the difference", |g| {
        let (b, x, y) = (g.var(1, "b"), integer(g, 7, "x"), integer(g, 7, "y"));
        g.equal("choice", b.bit(0).select(x, y), y + b.zext(WIDE) * (x - y));
    };
    "mask-of-copies": "copies of a bit choose a constant or 0: the constant times the bit", |g| {
        let (b, c) = (g.var(1, "b"), g.var(8, "c"));
        g.equal("mask", b.sext(8) & c, b.zext(8) * c);
    };
    "least-natural": "a natural number below n is the remainder of whatever differs from it by multiples of n", |g| {
        let (p, r, n) = (natural(g, 5, "p"), natural(g, 4, "r"), natural(g, 5, "n"));
        g.assume(p.ult(n));
        g.equal("remainder", (p + r * n).urem(n), p);
    };
    "remainder-of-sum": "coefficients, constants and summands may be taken as remainders", |g| {
        let [c, x, y, n] = ["c", "x", "y", "n"].map(|name| natural(g, 4, name));
        g.assume(!none(n));
        let expected = (c * x + y).urem(n);
        g.equal("all", (c.urem(n) * x.urem(n) + y.urem(n)).urem(n), expected);
        g.equal("negative", ((c - n) * x + (n << 4) + y).urem(n), expected);
    };
    "remainder-of-remainder": "a remainder by a multiple of n has the same remainder by n", |g| {
        let (x, m, n) = (natural(g, 8, "x"), natural(g, 4, "m"), natural(g, 4, "n"));
        g.assume(!none(m) & !none(n));
        g.equal("remainder", x.urem(m * n).urem(n), x.urem(n));
    };
    "quotient-times-divisor": "the divisor times a quotient is the dividend less the remainder", |g| {
        let (x, n) = (natural(g, 8, "x"), natural(g, 8, "n"));
        g.assume(!none(n));
        g.equal("multiple", x.udiv(n) * n, x - x.urem(n));
    };
    "product-at-its-end": "a product of naturals is at least and at most that with one of them at its end", |g| {
        let [x, y, least, greatest] = ["x", "y", "least", "greatest"].map(|name| natural(g, 4, name));
        g.assume(!x.ult(least) & !greatest.ult(x));
        g.holds("at most", !(greatest * y).ult(x * y));
        g.holds("at least", !(x * y).ult(least * y));
    };
    "less-negative": "with multiples of a negative integer taken away, an integer is larger by as much at least", |g| {
        let (p, d, k) = (integer(g, 6, "p"), integer(g, 5, "d"), natural(g, 4, "k"));
        g.assume(d.slt(d.lit(0)));
        g.holds("larger", !(p - k * d).slt(p + k));
    };
    "assumed-product": "a product that is c modulo 2^w is c and 2^w times its floor", |g| {
        let (a, b) = (natural(g, 6, "a"), natural(g, 6, "b"));
        let c = (a * b).lo(W);
        g.equal("product", a * b, c.zext(WIDE) + (floor(a * b) << W));
    };
}
