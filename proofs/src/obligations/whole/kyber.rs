//! The number-theoretic transform of ML-KEM as it is programmed: Montgomery and Barrett reductions on
//! signed halfwords, the sum that defines it, and the instructions of XKyber.

use reference_ciphers::kyber::{self, GAMMAS, N, Q, ZETAS, zeta};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::{Bv, Domain},
    insns::Insn,
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "kyber/ntt-montgomery",
        says: "on signed halfwords, with Montgomery products, sums that are not reduced, and one Barrett \
               reduction at the end, it is NTT",
        reference: "FIPS 203, section 4.3, algorithm 9",
        widths: &[32],
        state: |g| {
            let f = inputs(g, "f");
            let mine = to_canonical(ntt_lazily(f.iter().map(|f| f.zext(16)).collect()));
            compare(g, mine, kyber::ntt(&f));
        },
    },
    Claim {
        id: "kyber/inverse-montgomery",
        says: "on signed halfwords, with Montgomery products, Barrett reductions of the sums, and the \
               factor 1/128 in the last layer, it is the inverse of NTT",
        reference: "FIPS 203, section 4.3, algorithm 10",
        widths: &[32],
        state: |g| {
            let f = inputs(g, "f");
            let mine = to_canonical(inverse_lazily(f.iter().map(|f| f.zext(16)).collect()));
            compare(g, mine, kyber::inverse_ntt(&f));
        },
    },
    Claim {
        id: "kyber/ntt-definition",
        says: "the remainder of f modulo each factor of X^256 + 1, by sums of products with powers of zeta",
        reference: "FIPS 203, section 4.3, equation (4.12)",
        widths: &[32],
        state: |g| {
            let f = inputs(g, "f");
            compare(g, remainders(&f), kyber::ntt(&f));
        },
    },
    Claim {
        id: "kyber/inverse-of-ntt",
        says: "the inverse of NTT gives back every polynomial",
        reference: "FIPS 203, section 4.3",
        widths: &[32],
        state: |g| {
            let f = inputs(g, "f");
            // The reference is on the right, where no mutant changes it: it is not what is claimed of.
            let back = kyber::inverse_ntt(&kyber::ntt(&f));
            compare(g, f, back);
        },
    },
    Claim {
        id: "kyber/ntt-xkyber",
        says: "with kyberadd and kybersub on pairs of coefficients and kybermul, it is NTT",
        reference: "FIPS 203, section 4.3, algorithm 9",
        widths: &[32],
        state: |g| {
            let f = inputs(g, "f");
            let mine = ntt_on_pairs(g, &f);
            compare(g, mine, kyber::ntt(&f));
        },
    },
    Claim {
        id: "kyber/multiply-montgomery",
        says: "on signed halfwords, with three Montgomery products for four, times 2^16 at the end, it is \
               MultiplyNTTs",
        reference: "FIPS 203, section 4.3.1, algorithms 11 and 12",
        widths: &[32],
        state: |g| {
            let (f, h) = (inputs(g, "f"), inputs(g, "g"));
            compare(g, multiply_lazily(&f, &h), kyber::multiply_ntts(&f, &h));
        },
    },
];

type Value<'a> = Bv<Dag<'a>>;

/// Every polynomial: the remainder of any number, for each coefficient.
fn inputs<'a>(g: &Goal<'a>, name: &str) -> Vec<Value<'a>> {
    let remainder = |v: Value<'a>| v.urem(v.lit(Q.into())).lo(12);
    (0..N).map(|k| remainder(g.var(16, &format!("{name}{k}")))).collect()
}

fn compare<'a>(g: &mut Goal<'a>, mine: Vec<Value<'a>>, standard: Vec<Value<'a>>) {
    assert_eq!(mine.len(), N);
    for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
        g.equal(format!("coefficient {k}"), mine.lo(12), standard);
    }
}

/// 1/q modulo 2^16.
const INVERSE: i64 = -3327;

/// A constant in Montgomery form: times 2^16 modulo q, around zero.
fn montgomery_form(c: u32) -> i64 {
    let c = (i64::from(c) << 16) % i64::from(Q);
    if c > i64::from(Q) / 2 { c - i64::from(Q) } else { c }
}

fn constant<D: Domain>(like: Bv<D>, c: i64) -> Bv<D> {
    like.lit(c as u128)
}

/// `p / 2^16` modulo q, from -q to q: what a multiple of q that clears the low half leaves of it.
fn montgomery_reduction<D: Domain>(p: Bv<D>) -> Bv<D> {
    let m = p.lo(16) * constant(p.lo(16), INVERSE);
    (p - m.sext(32) * p.lit(Q.into())).hi(16)
}

/// The product with a constant in Montgomery form.
fn times<D: Domain>(a: Bv<D>, c: i64) -> Bv<D> {
    let a = a.sext(32);
    montgomery_reduction(a * constant(a, c))
}

/// A number modulo q around zero: less q times the nearest integer to its quotient.
fn barrett_reduction<D: Domain>(a: Bv<D>) -> Bv<D> {
    let wide = a.sext(32);
    let reciprocal = ((1 << 26) + u128::from(Q) / 2) / u128::from(Q);
    let quotient = (wide * wide.lit(reciprocal) + wide.lit(1 << 25)).sra(wide.lit(26)).lo(16);
    a - quotient * a.lit(Q.into())
}

/// From 0 to q - 1.
fn to_canonical<D: Domain>(f: Vec<Bv<D>>) -> Vec<Bv<D>> {
    let canonical = |a: Bv<D>| {
        let a = barrett_reduction(a);
        a + (a.sra(a.lit(15)) & a.lit(Q.into()))
    };
    f.into_iter().map(canonical).collect()
}

/// Layer by layer; each adds at most q to a magnitude, which a halfword has room for.
fn ntt_lazily<D: Domain>(mut f: Vec<Bv<D>>) -> Vec<Bv<D>> {
    for layer in 0..7 {
        let len = N >> (layer + 1);
        for j in (0..N).filter(|j| j & len == 0) {
            let t = times(f[j + len], montgomery_form(ZETAS[(1 << layer) + j / (2 * len)]));
            (f[j], f[j + len]) = (f[j] + t, f[j] - t);
        }
    }
    f
}

/// The sums are reduced in every layer; the factor 1/128 is part of the constants of the last one.
fn inverse_lazily<D: Domain>(mut f: Vec<Bv<D>>) -> Vec<Bv<D>> {
    const FACTOR: u32 = 3303;
    for layer in (0..7).rev() {
        let len = N >> (layer + 1);
        for j in (0..N).filter(|j| j & len == 0) {
            let zeta = ZETAS[(2 << layer) - 1 - j / (2 * len)];
            let (sum, difference) = (f[j] + f[j + len], f[j + len] - f[j]);
            (f[j], f[j + len]) = match layer {
                0 => {
                    let scaled = montgomery_form(zeta * FACTOR % Q);
                    (times(sum, montgomery_form(FACTOR)), times(difference, scaled))
                }
                _ => (barrett_reduction(sum), times(difference, montgomery_form(zeta))),
            };
        }
    }
    f
}

/// `f mod (X^2 - gamma)` for every gamma: the even and the odd coefficients as polynomials at gamma.
fn remainders<D: Domain>(f: &[Bv<D>]) -> Vec<Bv<D>> {
    let mut all = Vec::with_capacity(N);
    for i in 0..N / 2 {
        let exponent = 2 * (u32::from((i as u8).reverse_bits()) >> 1) + 1;
        for half in 0..2 {
            let product = |j: usize| {
                let power = zeta(exponent * j as u32 % 256);
                let f = f[2 * j + half].zext(32);
                f * f.lit(power.into())
            };
            // In halves, so that partial sums are short.
            let mut sums: Vec<Bv<D>> = (0..N / 2).map(product).collect();
            while sums.len() > 1 {
                sums = sums.chunks(2).map(|pair| pair[0] + pair[1]).collect();
            }
            let sum = sums[0];
            all.push(sum.urem(sum.lit(Q.into())).lo(12));
        }
    }
    all
}

/// Two coefficients in a register, the second one in the upper half, while layers have pairs.
fn ntt_on_pairs<'a>(g: &Goal<'a>, f: &[Value<'a>]) -> Vec<Value<'a>> {
    let pack = |low: Value<'a>, high: Value<'a>| high.lo(16).concat(low.lo(16));
    let wide: Vec<_> = f.iter().map(|f| f.zext(32)).collect();
    let mut f: Vec<_> = wide.chunks(2).map(|pair| pack(pair[0], pair[1])).collect();
    for layer in 0..7 {
        let len = N >> (layer + 2);
        for j in (0..N / 2).filter(|j| j & len == 0) {
            let zeta = g.lit(32, ZETAS[(1 << layer) + j / (2 * len)].into());
            let low = g.rd(Insn::Kybermul, f[j + len], zeta);
            let high = g.rd(Insn::Kybermul, f[j + len] >> 16, zeta);
            let t = pack(low, high);
            (f[j], f[j + len]) = (g.rd(Insn::Kyberadd, f[j], t), g.rd(Insn::Kybersub, f[j], t));
        }
    }
    f.into_iter().flat_map(|pair| [pair.lo(16), pair.hi(16)]).collect()
}

/// `(a0 + a1)(b0 + b1) - a0 b0 - a1 b1` for the middle coefficient.
fn multiply_lazily<D: Domain>(f: &[Bv<D>], h: &[Bv<D>]) -> Vec<Bv<D>> {
    let product = |a: Bv<D>, b: Bv<D>| montgomery_reduction(a.sext(32) * b.sext(32));
    // Every product has a factor 2^-16; another one of 2^32 mod q cancels it twice over.
    let back = montgomery_form((1 << 16) % Q);
    let mut all = Vec::with_capacity(N);
    for ((a, b), gamma) in f.chunks(2).zip(h.chunks(2)).zip(GAMMAS) {
        let [a0, a1, b0, b1] = [a[0], a[1], b[0], b[1]].map(|x| x.zext(16));
        let (low, high) = (product(a0, b0), product(a1, b1));
        let both = product(a0 + a1, b0 + b1);
        all.push(times(low + times(high, montgomery_form(gamma)), back));
        all.push(times(both - low - high, back));
    }
    to_canonical(all)
}
