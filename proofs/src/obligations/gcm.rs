//! The product of Galois/Counter Mode from carry-less products of 64 bits.

use reference_ciphers::gcm;
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

type Value<'a> = Bv<Dag<'a>>;

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[Claim {
    id: "clmulh/gcm-product",
    says: "four products with clmul and clmulh, and the upper half folded by x^7 + x^2 + x + 1, on blocks whose \
           bytes brev8 turned round: the product of blocks",
    reference: "NIST SP 800-38D, section 6.3, algorithm 1",
    widths: &[64],
    state: |g| {
        let (x, y) = (g.var(128, "x"), g.var(128, "y"));
        let product = product(g, loaded(g, x), loaded(g, y));
        let [low, high] = product.map(|word| g.rd(Insn::Brev8, word, word).reverse_bytes());
        g.equal("block", low.concat(high), gcm::multiply(x, y));
    },
}];

/// The coefficients of a block's polynomial, the lowest first: what two little-endian loads and brev8 give.
fn loaded<'a>(g: &Goal<'a>, block: Value<'a>) -> [Value<'a>; 2] {
    [block.hi(64), block.lo(64)].map(|bytes| {
        let word = bytes.reverse_bytes();
        g.rd(Insn::Brev8, word, word)
    })
}

/// The product of two polynomials of two words, modulo x^128 + x^7 + x^2 + x + 1.
fn product<'a>(g: &Goal<'a>, a: [Value<'a>; 2], b: [Value<'a>; 2]) -> [Value<'a>; 2] {
    let times = |a, b| [g.rd(Insn::Clmul, a, b), g.rd(Insn::Clmulh, a, b)];
    let (low, high) = (times(a[0], b[0]), times(a[1], b[1]));
    let (one, other) = (times(a[0], b[1]), times(a[1], b[0]));
    let mut words = [low[0], low[1] ^ one[0] ^ other[0], high[0] ^ one[1] ^ other[1], high[1]];
    for k in [3, 2] {
        let folded = times(words[k], words[k].lit(0x87));
        words[k - 2] = words[k - 2] ^ folded[0];
        words[k - 1] = words[k - 1] ^ folded[1];
    }
    [words[0], words[1]]
}
