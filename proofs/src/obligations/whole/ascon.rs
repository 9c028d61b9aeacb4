//! Ascon-p as it is programmed for 32-bit registers.

use reference_ciphers::ascon::permutation;
use semantics::{
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "ascon/p12",
        says: "with the S-box as a circuit and words in register pairs, it is Ascon-p[12]",
        reference: "NIST SP 800-232, section 3",
        widths: &[32],
        state: |g| compare(g, 12),
    },
    Claim {
        id: "ascon/p8",
        says: "with the S-box as a circuit and words in register pairs, it is Ascon-p[8]",
        reference: "NIST SP 800-232, section 3",
        widths: &[32],
        state: |g| compare(g, 8),
    },
];

fn compare(g: &mut Goal<'_>, rounds: usize) {
    let state = std::array::from_fn(|k| g.var(64, &format!("s{k}")));
    let standard = permutation(rounds, state);
    let mut words = state.map(Pair::of);
    for round in 12 - rounds..12 {
        words = one_round(words, 0xf0 - 0x0f * round as u128);
    }
    for (k, (mine, standard)) in words.into_iter().zip(standard).enumerate() {
        g.equal(format!("word {k}"), mine.high.concat(mine.low), standard);
    }
}

#[derive(Clone, Copy)]
struct Pair<D: Domain> {
    high: Bv<D>,
    low: Bv<D>,
}

impl<D: Domain> Pair<D> {
    fn of(word: Bv<D>) -> Self {
        Pair { high: word.hi(32), low: word.lo(32) }
    }
    fn xor(self, o: Self) -> Self {
        Pair { high: self.high ^ o.high, low: self.low ^ o.low }
    }
    /// `self ^ (!a & b)`
    fn and_not(self, a: Self, b: Self) -> Self {
        Pair { high: self.high ^ (!a.high & b.high), low: self.low ^ (!a.low & b.low) }
    }
    fn rotate(self, by: u32) -> Self {
        let (a, b) = if by < 32 { (self.high, self.low) } else { (self.low, self.high) };
        let by = by % 32;
        Pair { high: (a >> by) | (b << (32 - by)), low: (b >> by) | (a << (32 - by)) }
    }
    fn diffuse(self, first: u32, second: u32) -> Self {
        self.xor(self.rotate(first)).xor(self.rotate(second))
    }
}

fn one_round<D: Domain>(words: [Pair<D>; 5], constant: u128) -> [Pair<D>; 5] {
    let [mut a, b, mut c, d, mut e] = words;
    c.low = c.low ^ c.low.lit(constant);
    a = a.xor(e);
    e = e.xor(d);
    c = c.xor(b);
    let t = [a, b, c, d, e];
    let mut s: [Pair<D>; 5] = std::array::from_fn(|k| t[k].and_not(t[(k + 1) % 5], t[(k + 2) % 5]));
    s[1] = s[1].xor(s[0]);
    s[0] = s[0].xor(s[4]);
    s[3] = s[3].xor(s[2]);
    s[2] = Pair { high: !s[2].high, low: !s[2].low };
    let offsets = [[19, 28], [61, 39], [1, 6], [10, 17], [7, 41]];
    std::array::from_fn(|k| s[k].diffuse(offsets[k][0], offsets[k][1]))
}
