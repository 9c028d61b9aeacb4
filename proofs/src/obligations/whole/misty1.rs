//! MISTY1 with its S-boxes as polynomials, on registers of 32 bits, with key registers that turn.

use reference_ciphers::misty1;
use semantics::{
    claim::{Claim, Goal},
    domain::{Bv, Domain},
};

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "misty1/polynomials",
        says: "with S-boxes as polynomials and keys that turn, encryption is the cipher",
        reference: "RFC 2994, sections 2.2 and 2.3",
        widths: &[32],
        state: |g| by_polynomials(g, false),
    },
    Claim {
        id: "misty1/polynomials-inverse",
        says: "with S-boxes as polynomials and keys that turn, decryption is the inverse cipher",
        reference: "RFC 2994, sections 2.2 and 2.3",
        widths: &[32],
        state: |g| by_polynomials(g, true),
    },
];

fn by_polynomials(g: &mut Goal<'_>, inverse: bool) {
    let (block, key) = (g.var(64, "block"), g.var(128, "key"));
    let expanded = misty1::expand(key);
    if inverse {
        g.equal("block", backwards(block, key), misty1::decrypt(block, &expanded));
    } else {
        g.equal("block", forwards(block, key), misty1::encrypt(block, &expanded));
    }
}

/// The bits of `S7`, the lowest first: sums of products of bits of the index, `c` for 1.
const S7: [&str; 7] = [
    "c 0 13 15 26 45 016 025 034 056 356",
    "c 6 02 04 06 15 34 36 056 146 236 245",
    "4 05 12 14 16 36 46 014 023 036 045 246 345",
    "c 0 1 03 24 26 56 012 046 136 145",
    "c 5 04 16 23 25 035 125 134 156 456",
    "0 1 2 03 05 06 14 35 012 015 024 123 256",
    "3 01 03 05 16 25 35 46 036 126 135 234 256",
];

/// The bits of `S9` in the same way.
const S9: [&str; 9] = [
    "c 04 05 15 16 26 27 37 38 48",
    "c 3 7 02 06 08 13 23 26 34 38 45 58",
    "4 8 01 04 06 13 17 24 34 37 45 56",
    "0 5 12 15 17 24 28 35 45 48 56 67",
    "1 6 03 05 23 26 28 35 46 56 67 78",
    "2 7 03 08 14 16 34 37 46 57 67 78",
    "c 3 8 01 08 14 25 27 45 48 57 68 78",
    "c 1 5 01 04 07 12 16 18 23 36 47 67",
    "c 0 4 01 05 07 08 12 25 36 38 56 68",
];

fn substituted<D: Domain>(x: Bv<D>, polynomials: &[&str]) -> Bv<D> {
    let one = x.bits(0, 0).lit(1);
    let product = |term: &str| {
        term.chars().filter_map(|c| c.to_digit(10)).fold(one, |all, k| all & x.bits(k, k))
    };
    let bit = |terms: &&str| terms.split(' ').map(product).fold(one.lit(0), |sum, term| sum ^ term);
    Bv::join(polynomials.iter().rev().map(bit))
}

/// *FI* in the low half of a register.
fn fi<D: Domain>(x: Bv<D>, key: Bv<D>) -> Bv<D> {
    let low = x.lo(7);
    let left = substituted(x.bits(15, 7), &S9) ^ low.zext(9);
    let right = substituted(low, &S7) ^ (left ^ key.bits(15, 7) >> 2).lo(7);
    let sum = substituted(left ^ key.lo(9), &S9).zext(32);
    sum ^ right.zext(32) ^ (right.zext(32) << 9)
}

/// The keys: those of the user, and those that *FI* makes of neighbours. In round `k` the first ones are
/// those numbered `k`.
struct Keys<D: Domain> {
    given: [Bv<D>; 8],
    made: [Bv<D>; 8],
}

impl<D: Domain> Keys<D> {
    fn new(key: Bv<D>) -> Self {
        let given = std::array::from_fn(|i| key.bits(127 - 16 * i as u32, 112 - 16 * i as u32));
        let given = given.map(|part| part.zext(32));
        Keys { given, made: std::array::from_fn(|i| fi(given[i], given[(i + 1) % 8])) }
    }
    fn turn(&mut self, rounds: usize) {
        self.given.rotate_left(rounds);
        self.made.rotate_left(rounds);
    }
}

fn fo<D: Domain>(x: Bv<D>, keys: &Keys<D>) -> Bv<D> {
    let (given, made) = (&keys.given, &keys.made);
    let right = x & x.lit(0xffff);
    let a = fi((x >> 16) ^ given[0], made[5]) ^ right;
    let b = fi(right ^ given[2], made[1]) ^ a;
    let c = fi(a ^ given[7], made[3]) ^ b;
    c + ((b ^ given[4]) << 16)
}

/// *FL* on a whole register, or its inverse: the same steps in the other order.
fn fl<D: Domain>(x: Bv<D>, and: Bv<D>, or: Bv<D>, inverse: bool) -> Bv<D> {
    let low = |x: Bv<D>| x ^ ((x >> 16) & and);
    let high = |x: Bv<D>| x ^ ((x | or) << 16);
    if inverse { low(high(x)) } else { high(low(x)) }
}

/// *FL* or its inverse on both halves, before rounds `k` and `k + 1` when the keys stand as for round `k`.
fn both<D: Domain>(x: [Bv<D>; 2], keys: &Keys<D>, k: usize, inverse: bool) -> [Bv<D>; 2] {
    // Their keys move at half the speed of those of rounds.
    let at = |j: usize| (8 + j + k / 2 - k % 8) % 8;
    let (given, made) = (&keys.given, &keys.made);
    [fl(x[0], given[at(0)], made[at(6)], inverse), fl(x[1], made[at(2)], given[at(4)], inverse)]
}

fn forwards<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let mut keys = Keys::new(key);
    let mut x = [block.hi(32), block.lo(32)];
    for k in 0..8 {
        if k % 2 == 0 {
            x = both(x, &keys, k, false);
        }
        x[(k + 1) % 2] = x[(k + 1) % 2] ^ fo(x[k % 2], &keys);
        keys.turn(1);
    }
    x = both(x, &keys, 8, false);
    x[1].concat(x[0])
}

fn backwards<D: Domain>(block: Bv<D>, key: Bv<D>) -> Bv<D> {
    let mut keys = Keys::new(key);
    let mut x = both([block.lo(32), block.hi(32)], &keys, 8, true);
    for k in (0..8).rev() {
        keys.turn(7);
        x[(k + 1) % 2] = x[(k + 1) % 2] ^ fo(x[k % 2], &keys);
        if k % 2 == 0 {
            x = both(x, &keys, k, true);
        }
    }
    x[0].concat(x[1])
}
