//! Full-width products from four products of halves.
//!
//! The halves are words of 32 bits or pairs of them, which is what the normal form calculates with; at
//! 32 bits the text of the instructions is the same.

use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

type Value<'a> = Bv<Dag<'a>>;

const WIDTHS: &[u32] = &[64, 128];
const REFERENCE: &str = "unprivileged manual, \"Multiplication Operations\"";

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "mul/halves",
        says: "the low word of the sum of four products of halves",
        reference: REFERENCE,
        widths: WIDTHS,
        state: |g| product(g, Insn::Mul, |a, b| words(a, b)[0]),
    },
    Claim {
        id: "mulhu/halves",
        says: "the high word of the sum of four products of halves",
        reference: REFERENCE,
        widths: WIDTHS,
        state: |g| product(g, Insn::Mulhu, |a, b| words(a, b)[1]),
    },
    Claim {
        id: "mulhsu/halves",
        says: "the high word of the sum of four products of halves, less rs2 where rs1 is negative",
        reference: REFERENCE,
        widths: WIDTHS,
        state: |g| product(g, Insn::Mulhsu, |a, b| words(a, b)[1] - where_negative(a, b)),
    },
    Claim {
        id: "mulh/halves",
        says: "the high word of the sum of four products of halves, less each factor where the other one \
               is negative",
        reference: REFERENCE,
        widths: WIDTHS,
        state: |g| {
            product(g, Insn::Mulh, |a, b| {
                words(a, b)[1] - where_negative(a, b) - where_negative(b, a)
            });
        },
    },
    Claim {
        id: "macch/halves",
        says: "behind maccl's result, the sum of four products of halves and rs3",
        reference: "the book, \"Xmont\"",
        widths: WIDTHS,
        state: |g| {
            let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
            let rd = |insn| g.run(insn, a, b, With::rs3(c)).rd();
            let (low, high) = (rd(Insn::Maccl), rd(Insn::Macch));
            let [product_low, product_high] = words(a, b);
            let sum = product_low + c;
            g.equal("low", low, sum);
            g.equal("high", high, product_high + sum.ult(c).bv().zext(g.xlen()));
        },
    },
];

fn product<'a>(g: &mut Goal<'a>, insn: Insn, expected: impl Fn(Value<'a>, Value<'a>) -> Value<'a>) {
    let (a, b) = (g.reg("rs1"), g.reg("rs2"));
    g.equal("rd", g.rd(insn, a, b), expected(a, b));
}

/// The words of a product, the low one first, by the school's method on halves.
fn words<'a>(a: Value<'a>, b: Value<'a>) -> [Value<'a>; 2] {
    let w = a.width();
    let h = w / 2;
    let [a0, a1, b0, b1] = [a.lo(h), a.hi(h), b.lo(h), b.hi(h)].map(|x| x.zext(w));
    let (low, cross, other, high) = (a0 * b0, a1 * b0, a0 * b1, a1 * b1);
    let middle = (low >> h) + cross.lo(h).zext(w) + other.lo(h).zext(w);
    let upper = high + (cross >> h) + (other >> h) + (middle >> h);
    [middle.lo(h).concat(low.lo(h)), upper]
}

/// `b` where `a` is negative, else 0.
fn where_negative<'a>(a: Value<'a>, b: Value<'a>) -> Value<'a> {
    a.sra(a.lit((a.width() - 1).into())) & b
}
