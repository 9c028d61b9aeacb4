//! The Ascon permutations: NIST SP 800-232, August 2025, section 3.

use semantics::domain::{Bv, Domain};

/// The state, section 3.1: S0 to S4, words of 64 bits.
pub type State<D> = [Bv<D>; 5];

/// `Ascon-p[rnd]`, section 3: `rnd` rounds, 1 to 16, of constant addition, substitution and diffusion.
///
/// # Panics
/// When `rounds` is more than 16.
pub fn permutation<D: Domain>(rounds: usize, state: State<D>) -> State<D> {
    let constants = &CONSTANTS[CONSTANTS.len() - rounds..];
    (0..).zip(constants).fold(state, |s, (round, &c)| {
        let s = substitution(constant_addition(s, c));
        linear_diffusion(s).map(|word| word.cut("word after round", round))
    })
}

/// The constants of section 3.2: those of `Ascon-p[rnd]` are the last `rnd`.
const CONSTANTS: [u128; 16] = [
    0x3c, 0x2d, 0x1e, 0x0f, 0xf0, 0xe1, 0xd2, 0xc3, 0xb4, 0xa5, 0x96, 0x87, 0x78, 0x69, 0x5a, 0x4b,
];

/// Section 3.2.
pub fn constant_addition<D: Domain>([s0, s1, s2, s3, s4]: State<D>, c: u128) -> State<D> {
    [s0, s1, s2 ^ s2.lit(c), s3, s4]
}

/// Section 3.3: the S-box on 64 columns at once, in algebraic normal form.
pub fn substitution<D: Domain>([x0, x1, x2, x3, x4]: State<D>) -> State<D> {
    [
        x4 & x1 ^ x3 ^ x2 & x1 ^ x2 ^ x1 & x0 ^ x1 ^ x0,
        x4 ^ x3 & x2 ^ x3 & x1 ^ x3 ^ x2 & x1 ^ x2 ^ x1 ^ x0,
        !(x4 & x3 ^ x4 ^ x2 ^ x1),
        x4 & x0 ^ x4 ^ x3 & x0 ^ x3 ^ x2 ^ x1 ^ x0,
        x4 & x1 ^ x4 ^ x3 ^ x1 & x0 ^ x1,
    ]
}

/// Section 3.4.
pub fn linear_diffusion<D: Domain>(s: State<D>) -> State<D> {
    std::array::from_fn(|i| sigma(i, s[i]))
}

/// The function of word `i`, 0 to 4, of section 3.4.
///
/// # Panics
/// When there is no such word.
pub fn sigma<D: Domain>(i: usize, s: Bv<D>) -> Bv<D> {
    let [first, second] = [[19, 28], [61, 39], [1, 6], [10, 17], [7, 41]][i];
    s ^ rotate(s, first) ^ rotate(s, second)
}

/// `s >>> by`: the low bits come in at the top.
fn rotate<D: Domain>(s: Bv<D>, by: u32) -> Bv<D> {
    s.lo(by).concat(s.hi(64 - by))
}
