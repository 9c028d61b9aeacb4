//! SM3 as it is programmed.

use reference_ciphers::sm3::{State, compress, t};
use semantics::{
    claim::Claim,
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[Claim {
    id: "sm3/compression",
    says: "with selections and majorities as sums, rotations by shifts and a rolling expansion, it is \
           the compression function",
    reference: "GB/T 32905-2016, section 5.3",
    widths: &[32],
    state: |g| {
        let word = |name: &str, k: usize| g.var(32, &format!("{name}{k}"));
        let v: State<_> = std::array::from_fn(|k| word("v", k));
        let block = std::array::from_fn(|k| word("m", k));
        let standard = compress(v, &block);
        for (k, (mine, standard)) in by_sums(v, block).into_iter().zip(standard).enumerate() {
            g.equal(format!("word {k}"), mine, standard);
        }
    },
}];

fn left<D: Domain>(x: Bv<D>, by: u32) -> Bv<D> {
    (x << by) | (x >> (32 - by))
}

fn by_sums<D: Domain>(v: State<D>, block: [Bv<D>; 16]) -> State<D> {
    let mut w = block;
    let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = v;
    for j in 0..64 {
        let now = w[j % 16];
        let ahead = w[(j + 4) % 16];
        let constant = a.lit(t(j).rotate_left(j as u32 % 32).into());
        let a12 = left(a, 12);
        let ss1 = left(e + (constant + a12), 7);
        let (ff, gg) = if j < 16 {
            (a ^ (b ^ c), e ^ (f ^ g))
        } else {
            ((a & b) + ((a ^ b) & c), g ^ (e & (f ^ g)))
        };
        d = (ss1 ^ a12) + ((now ^ ahead) + (ff + d));
        h = ss1 + now + h + gg;
        b = left(b, 9);
        f = left(f, 19);
        h = h ^ left(h ^ left(h, 8), 9);
        // The word sixteen steps ahead takes the place of this one, once the next four are known.
        let mixed = now ^ w[(j + 7) % 16] ^ left(w[(j + 13) % 16], 15);
        let p1 = mixed ^ left(mixed ^ left(mixed, 8), 15);
        w[j % 16] = p1 ^ left(w[(j + 3) % 16], 7) ^ w[(j + 10) % 16];
        (a, b, c, d, e, f, g, h) = (d, a, b, c, h, e, f, g);
    }
    let after = [a, b, c, d, e, f, g, h];
    std::array::from_fn(|k| after[k] ^ v[k])
}
