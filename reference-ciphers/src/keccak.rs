//! Keccak-f\[1600\], the permutation of SHA-3: FIPS 202, August 2015.
//!
//! A state is 25 lanes of 64 bits (section 3.1): lane `x, y` is at `x + 5y`, and bit `z` of the standard
//! is bit `z` of the lane.

use semantics::domain::{Bv, Domain};

/// The lanes of a state.
pub type State<D> = [Bv<D>; 25];

/// Rounds of Keccak-f\[1600\]: 12 + 2l with l = 6 (section 3.4).
pub const ROUNDS: usize = 24;

fn lanes<D: Domain>(lane: impl Fn(usize, usize) -> Bv<D>) -> State<D> {
    std::array::from_fn(|k| lane(k % 5, k / 5))
}

/// *theta*, section 3.2.1, algorithm 1.
pub fn theta<D: Domain>(a: &State<D>) -> State<D> {
    let c: [Bv<D>; 5] =
        std::array::from_fn(|x| a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20]);
    // Bit z - 1 of a column is bit z of the lane rotated to the left by one.
    let d: [Bv<D>; 5] = std::array::from_fn(|x| c[(x + 4) % 5] ^ c[(x + 1) % 5].rotl(1));
    lanes(|x, y| a[x + 5 * y] ^ d[x])
}

/// The offset of a lane, section 3.2.2, algorithm 2.
pub fn rho_offset(at: (usize, usize)) -> u32 {
    let (mut x, mut y) = (1, 0);
    for t in 0..24 {
        if (x, y) == at {
            return (t + 1) * (t + 2) / 2 % 64;
        }
        (x, y) = (y, (2 * x + 3 * y) % 5);
    }
    0
}

/// *rho*, section 3.2.2, algorithm 2.
pub fn rho<D: Domain>(a: &State<D>) -> State<D> {
    lanes(|x, y| a[x + 5 * y].rotl(rho_offset((x, y))))
}

/// *pi*, section 3.2.3, algorithm 3.
pub fn pi<D: Domain>(a: &State<D>) -> State<D> {
    lanes(|x, y| a[(x + 3 * y) % 5 + 5 * x])
}

/// *chi*, section 3.2.4, algorithm 4.
pub fn chi<D: Domain>(a: &State<D>) -> State<D> {
    lanes(|x, y| a[x + 5 * y] ^ (!a[(x + 1) % 5 + 5 * y] & a[(x + 2) % 5 + 5 * y]))
}

/// *rc(t)*, section 3.2.5, algorithm 5.
pub fn rc(t: usize) -> bool {
    // The register R, its bit 0 first in the standard and lowest here.
    let mut r = 1u16;
    for _ in 0..t % 255 {
        r <<= 1;
        if r >> 8 & 1 == 1 {
            r ^= 0b1_0111_0001;
        }
    }
    r & 1 == 1
}

/// The round constant, section 3.2.5, algorithm 6.
pub fn round_constant(round: usize) -> u64 {
    (0..7).fold(0, |constant, j| constant | u64::from(rc(j + 7 * round)) << ((1 << j) - 1))
}

/// *iota*, section 3.2.5, algorithm 6.
pub fn iota<D: Domain>(a: &State<D>, round: usize) -> State<D> {
    let mut a = *a;
    a[0] = a[0] ^ a[0].lit(round_constant(round).into());
    a
}

/// *Rnd*, section 3.3.
pub fn round<D: Domain>(a: &State<D>, round: usize) -> State<D> {
    let mixed = theta(a).map(|lane| lane.cut("lane after theta of round", round as u32));
    iota(&chi(&pi(&rho(&mixed))), round)
}

/// Keccak-f\[1600\], section 3.4.
pub fn keccak_f<D: Domain>(a: &State<D>) -> State<D> {
    (0..ROUNDS).fold(*a, |a, k| round(&a, k).map(|lane| lane.cut("lane after round", k as u32)))
}
