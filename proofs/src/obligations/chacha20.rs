//! The ChaCha instructions against the quarter round of RFC 8439.
//!
//! Words are two in a register: the first two variants have a and d in one, b and c in the other (the
//! first named in the high half), the third has the same word of two quarter rounds.

use reference_ciphers::chacha20::quarter_round;
use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

const RV64: &[u32] = &[64];
const REFERENCE: &str = "RFC 8439, section 2.1";

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "chacha.ad/new-a-and-d",
        says: "gives a and d after the quarter round",
        reference: REFERENCE,
        widths: RV64,
        state: |g| {
            let before = words(g, "");
            let [a, _, _, d] = quarter_round(before);
            let [ad, bc] = pairs(before);
            let ad = g.rd(Insn::ChachaAd, ad, bc);
            holds(g, ad, [("a", a), ("d", d)]);
        },
    },
    Claim {
        id: "chacha.bc/quarter-round",
        says: "chacha.ad, then chacha.bc on its result and the old b and c, make the quarter round",
        reference: REFERENCE,
        widths: RV64,
        state: |g| {
            let before = words(g, "");
            let [a, b, c, d] = quarter_round(before);
            let [ad, bc] = pairs(before);
            let ad = g.rd(Insn::ChachaAd, ad, bc);
            let bc = g.rd(Insn::ChachaBc, ad, bc);
            holds(g, ad, [("a", a), ("d", d)]);
            holds(g, bc, [("b", b), ("c", c)]);
        },
    },
    Claim {
        id: "chacha.bc1/quarter-round",
        says: "chacha.ad0, bc0, ad1 and bc1, each on the newest registers, make the quarter round",
        reference: REFERENCE,
        widths: RV64,
        state: |g| {
            let before = words(g, "");
            let [a, b, c, d] = quarter_round(before);
            let [mut ad, mut bc] = pairs(before);
            for (first, second) in
                [(Insn::ChachaAd0, Insn::ChachaBc0), (Insn::ChachaAd1, Insn::ChachaBc1)]
            {
                ad = g.rd(first, ad, bc);
                bc = g.rd(second, ad, bc);
            }
            holds(g, ad, [("a", a), ("d", d)]);
            holds(g, bc, [("b", b), ("c", c)]);
        },
    },
    Claim {
        id: "chacha.xor/two-quarter-rounds",
        says: "chacha.add and chacha.xor in turn, with bs = 1, 2, 3, 4, make two quarter rounds",
        reference: REFERENCE,
        widths: RV64,
        state: |g| {
            let lanes = [words(g, "high "), words(g, "low ")];
            let after = lanes.map(quarter_round);
            let [mut a, mut b, mut c, mut d] =
                std::array::from_fn(|k| lanes[0][k].concat(lanes[1][k]));
            let xor = |x, y, bs| g.run(Insn::ChachaXor, x, y, With::bs(bs)).rd();
            for first in [1, 3] {
                a = g.rd(Insn::ChachaAdd, a, b);
                d = xor(d, a, first);
                c = g.rd(Insn::ChachaAdd, c, d);
                b = xor(b, c, first + 1);
            }
            for (k, (name, register)) in
                [("a", a), ("b", b), ("c", c), ("d", d)].into_iter().enumerate()
            {
                g.equal(format!("{name}, high lane"), register.hi(32), after[0][k]);
                g.equal(format!("{name}, low lane"), register.lo(32), after[1][k]);
            }
        },
    },
];

/// The words of any state.
fn words<'a>(g: &Goal<'a>, lane: &str) -> [Bv<Dag<'a>>; 4] {
    ["a", "b", "c", "d"].map(|name| g.var(32, &format!("{lane}{name}")))
}

/// The registers of the first two variants.
fn pairs<'a>([a, b, c, d]: [Bv<Dag<'a>>; 4]) -> [Bv<Dag<'a>>; 2] {
    [a.concat(d), b.concat(c)]
}

/// Claims what the halves of a register are, the high one first.
fn holds<'a>(g: &mut Goal<'a>, register: Bv<Dag<'a>>, words: [(&str, Bv<Dag<'a>>); 2]) {
    let [(high, expected_high), (low, expected_low)] = words;
    g.equal(high, register.hi(32), expected_high);
    g.equal(low, register.lo(32), expected_low);
}
