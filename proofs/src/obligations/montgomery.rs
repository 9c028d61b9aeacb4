//! `montred` for every odd modulus.
//!
//! The modulus is any odd number, and its negated inverse what Newton's iteration makes of it: that
//! it is the inverse is then an assumption that holds of every input, which the normal form uses to
//! rewrite their product. Nothing is assumed of the modulus beside that.

use semantics::{
    claim::{Claim, Goal, With},
    csr,
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

const REFERENCE: &str =
    "P. L. Montgomery, \"Modular Multiplication Without Trial Division\", 1985: function REDC";

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[Claim {
    id: "montred/redc",
    says: "for every odd n, -1/n mod 2^XLEN and T < n 2^XLEN: rd 2^XLEN and 0 or n 2^XLEN together are T and a \
           multiple of n, and rd is less than n",
    reference: REFERENCE,
    widths: &[8, 32, 64, 128],
    state: |g| {
        let w = g.xlen();
        let (n, negated_inverse) = odd_with_inverse(g);
        let (high, low) = (g.reg("rs1"), g.reg("rs2"));
        g.assume(high.ult(n));
        let csrs = vec![(csr::MONTN, n), (csr::MONTNINV, negated_inverse)];
        let rd = g.run(Insn::Montred, high, low, With { csrs, ..With::default() }).rd();
        // T + m n, of which the low word is 0.
        let wide = |v: Bv<_>| v.zext(2 * w + 2);
        let m = low * negated_inverse;
        let sum = wide(high.concat(low)) + wide(m) * wide(n);
        let subtracted = sum.hi(w + 2).ult(n.zext(w + 2)).select(n.lit(0), n);
        g.equal("multiple", (wide(rd) + wide(subtracted)) << w, sum);
        g.holds("below n", rd.ult(n));
        // What makes the iteration converge: the error of 1/n is squared.
        let x = g.reg("x");
        let error = |x: Bv<_>| n * x - x.lit(1);
        let next = x * (x.lit(2) - n * x);
        g.equal("error of 1/n", error(next), x.lit(0) - error(x) * error(x));
    },
}];

/// An odd number and its negated inverse modulo 2^XLEN. An odd number is its own inverse modulo 8, and each
/// step doubles the number of right bits.
fn odd_with_inverse<'a>(g: &mut Goal<'a>) -> (Bv<Dag<'a>>, Bv<Dag<'a>>) {
    let n = g.reg("n") | g.lit(g.xlen(), 1);
    let (mut inverse, mut right) = (n, 3);
    while right < g.xlen() {
        inverse = inverse * (n.lit(2) - n * inverse);
        right *= 2;
    }
    let negated = n.lit(0) - inverse;
    g.assume((n * negated).equals(n.lit(u128::MAX)));
    (n, negated)
}
