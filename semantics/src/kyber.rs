//! Arithmetic modulo q = 3329, the prime of ML-KEM, that the instructions of XKyber share, and what
//! their claims are stated with.

use crate::{
    bitwise::{add, same, sub},
    claim::Goal,
    dag::Dag,
    domain::{Bv, Domain},
    inputs::{Allowed, Condition, Inputs},
    spec::Slot,
};

/// The modulus (FIPS 203, section 2.3).
pub const Q: u32 = 3329;

/// `q`, as wide as `v`.
#[inline(always)]
pub fn q<D: Domain>(v: Bv<D>) -> Bv<D> {
    v.lit(Q.into())
}

/// `v mod q`, cut to a lane of 16 bits.
#[inline(always)]
pub fn lane<D: Domain>(v: Bv<D>) -> Bv<D> {
    v.urem(q(v)).lo(16)
}

/// The difference modulo q of two numbers of ones: among the `eta` bits of `v` from bit `at`, less among the
/// `eta` bits after them.
#[inline(always)]
pub fn sample<D: Domain>(v: Bv<D>, eta: u32, at: u32) -> Bv<D> {
    let mut difference = v.lit(Q.into()).lo(16);
    for k in at..at + eta {
        difference = difference + v.bits(k, k).zext(16) - v.bits(k + eta, k + eta).zext(16);
    }
    lane(difference)
}

const fn canonical(operand: Slot, lo: u32) -> Condition {
    Condition { operand, hi: lo + 15, lo, allowed: Allowed::Below(Q) }
}

/// Both lanes of both operands are canonical: 0 to 3328.
pub const LANES: Inputs = Inputs(&[
    canonical(Slot::Rs1, 0),
    canonical(Slot::Rs1, 16),
    canonical(Slot::Rs2, 0),
    canonical(Slot::Rs2, 16),
]);

/// The low lanes of both operands are canonical.
pub const LOW_LANES: Inputs = Inputs(&[canonical(Slot::Rs1, 0), canonical(Slot::Rs2, 0)]);

/// The low lane of rs1 is canonical, and `d` is one that ML-KEM uses: 1 for messages, the others of
/// FIPS 203, table 2, for ciphertexts.
pub const COMPRESSED: Inputs = Inputs(&[
    canonical(Slot::Rs1, 0),
    Condition { operand: Slot::Rs2, hi: 3, lo: 0, allowed: Allowed::OneOf(&DEPTHS) },
]);

/// Every `d` of [`COMPRESSED`].
pub const DEPTHS: [u32; 5] = [1, 4, 5, 10, 11];

/// A variable for a canonical lane of 16 bits: 12 bits suffice below 2^12.
pub fn coefficient<'a>(g: &Goal<'a>, name: &str) -> Bv<Dag<'a>> {
    g.lit(4, 0).concat(g.var(12, name))
}

/// For claims: modulo q, up by one for each 1 among the `eta` bits of `v` from bit `at`, and down by one
/// for each among the `eta` bits after them.
pub fn counted<D: Domain>(v: Bv<D>, eta: u32, at: u32) -> Bv<D> {
    let (zero, one, last) = (v.lit(0).lo(16), v.lit(1).lo(16), v.lit((Q - 1).into()).lo(16));
    let up = |n: Bv<D>| same(n, last).select(zero, add(n, one));
    let down = |n: Bv<D>| same(n, zero).select(last, sub(n, one));
    let risen = (at..at + eta).fold(zero, |n, k| v.bit(k).select(up(n), n));
    (at + eta..at + 2 * eta).fold(risen, |n, k| v.bit(k).select(down(n), n))
}
