//! Keccak on 32-bit registers: the bits of a lane at even places in one word, those at odd places in
//! another.

use reference_ciphers::keccak::{ROUNDS, keccak_f, rho_offset, round_constant};
use semantics::{
    claim::Claim,
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[Claim {
    id: "keccak/interleaved",
    says: "on interleaved halves, with chi by or and the rotations inside pi, it is Keccak-f[1600]",
    reference: "FIPS 202, section 3.3",
    widths: &[32],
    state: |g| {
        let state = std::array::from_fn(|k| g.var(64, &format!("lane{k}")));
        let standard = keccak_f(&state);
        let mine = permute(state.map(Halves::of));
        for (k, (mine, standard)) in mine.into_iter().zip(standard).enumerate() {
            g.equal(format!("lane {k}"), mine.lane(), standard);
        }
    },
}];

#[derive(Clone, Copy)]
struct Halves<D: Domain> {
    even: Bv<D>,
    odd: Bv<D>,
}

impl<D: Domain> Halves<D> {
    fn of(lane: Bv<D>) -> Self {
        let every =
            |from: u32| Bv::join((0..32).rev().map(|k| lane.bits(2 * k + from, 2 * k + from)));
        Halves { even: every(0), odd: every(1) }
    }
    fn lane(self) -> Bv<D> {
        Bv::join((0..32).rev().flat_map(|k| [self.odd.bits(k, k), self.even.bits(k, k)]))
    }
    fn xor(self, o: Self) -> Self {
        Halves { even: self.even ^ o.even, odd: self.odd ^ o.odd }
    }
    /// Rotation of the lane: by an odd distance, the halves change places.
    fn rotate(self, by: u32) -> Self {
        let left = |x: Bv<D>, by: u32| {
            if by.is_multiple_of(32) { x } else { (x << (by % 32)) | (x >> (32 - by % 32)) }
        };
        if by.is_multiple_of(2) {
            Halves { even: left(self.even, by / 2), odd: left(self.odd, by / 2) }
        } else {
            Halves { even: left(self.odd, by / 2 + 1), odd: left(self.even, by / 2) }
        }
    }
    /// `self ^ (!b & c)`, without a complement of `b` alone.
    fn chi(self, b: Self, c: Self) -> Self {
        let word = |a: Bv<D>, b: Bv<D>, c: Bv<D>| a ^ c ^ (b & c);
        let other = |a: Bv<D>, b: Bv<D>, c: Bv<D>| !(a ^ (b | !c));
        Halves { even: word(self.even, b.even, c.even), odd: other(self.odd, b.odd, c.odd) }
    }
}

fn permute<D: Domain>(mut a: [Halves<D>; 25]) -> [Halves<D>; 25] {
    for round in 0..ROUNDS {
        let column = |x: usize| (1..5).fold(a[x], |sum, y| sum.xor(a[x + 5 * y]));
        let c: [Halves<D>; 5] = std::array::from_fn(column);
        let d = |x: usize| c[(x + 4) % 5].xor(c[(x + 1) % 5].rotate(1));
        let mut b = a;
        for x in 0..5 {
            for y in 0..5 {
                let moved = a[x + 5 * y].xor(d(x)).rotate(rho_offset((x, y)));
                b[y + 5 * ((2 * x + 3 * y) % 5)] = moved;
            }
        }
        a = std::array::from_fn(|k| {
            let row = k / 5 * 5;
            b[k].chi(b[row + (k + 1 - row) % 5], b[row + (k + 2 - row) % 5])
        });
        let constant = round_constant(round);
        let every = |from: u32| {
            (0..32).fold(0u128, |n, k| n | u128::from(constant >> (2 * k + from) & 1) << k)
        };
        let (even, odd) = (a[0].even.lit(every(0)), a[0].odd.lit(every(1)));
        a[0] = a[0].xor(Halves { even, odd });
    }
    a
}
