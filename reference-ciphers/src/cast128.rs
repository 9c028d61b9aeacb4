//! CAST-128 with keys of 128 bits: RFC 2144 (also ISO/IEC 18033-3:2010, section 4.4).
//!
//! A block is 64 bits and a key 128, the first byte on top. Sums and differences are modulo 2^32.

mod tables;

use semantics::domain::{Bv, Domain};
use tables::BYTES;
pub use tables::SBOXES;

/// Rounds.
pub const ROUNDS: usize = 16;

/// The masking subkey *Km* (32 bits) and the rotation subkey *Kr* (5 bits) of a round.
pub type RoundKey<D> = [Bv<D>; 2];

/// S-box `n` of a byte.
fn s<D: Domain>(n: usize, byte: Bv<D>) -> Bv<D> {
    Bv::join(BYTES[n - 1].iter().map(|table| byte.lookup(table)))
}

/// The "circular left-shift operation" by a value of 5 bits, one of them after the other.
fn circular_left_shift<D: Domain>(x: Bv<D>, by: Bv<D>) -> Bv<D> {
    (0..5).fold(x, |x, k| by.bit(k).select(x.rotl(1 << k), x))
}

/// *f*, section 2.2, of the type that a round has, the first being round 1.
pub fn f<D: Domain>(round: usize, d: Bv<D>, [km, kr]: RoundKey<D>) -> Bv<D> {
    let i = match round % 3 {
        1 => km + d,
        2 => km ^ d,
        _ => km - d,
    };
    let i = circular_left_shift(i, kr).cut("I in round", round as u32);
    let [ia, ib, ic, id] = [3, 2, 1, 0].map(|k| i.byte(k));
    match round % 3 {
        1 => ((s(1, ia) ^ s(2, ib)) - s(3, ic)) + s(4, id),
        2 => ((s(1, ia) - s(2, ib)) + s(3, ic)) ^ s(4, id),
        _ => ((s(1, ia) + s(2, ib)) ^ s(3, ic)) - s(4, id),
    }
}

/// How a word of a register follows from the other register, section 2.4: the word's first byte there; the
/// bytes that go through S5, S6, S7 and S8; the S-box and the byte of the last term.
type Line = (usize, [usize; 4], (usize, usize));

/// `z0z1z2z3` to `zCzDzEzF`. The four bytes are *x* in the first line and *z* in the others.
const Z: [Line; 4] = [
    (0x0, [0xd, 0xf, 0xc, 0xe], (7, 0x8)),
    (0x8, [0x0, 0x2, 0x1, 0x3], (8, 0xa)),
    (0xc, [0x7, 0x6, 0x5, 0x4], (5, 0x9)),
    (0x4, [0xa, 0x9, 0xb, 0x8], (6, 0xb)),
];

/// `x0x1x2x3` to `xCxDxExF`. The four bytes are *z* in the first line and *x* in the others.
const X: [Line; 4] = [
    (0x8, [0x5, 0x7, 0x4, 0x6], (7, 0x0)),
    (0x0, [0x0, 0x2, 0x1, 0x3], (8, 0x2)),
    (0x4, [0x7, 0x6, 0x5, 0x4], (5, 0x1)),
    (0xc, [0xa, 0x9, 0xb, 0x8], (6, 0x3)),
];

/// The bytes that go through S5, S6, S7 and S8, and then through S5 in the first line, S6 in the second,
/// S7 in the third, S8 in the fourth: *K1* to *K16*, four from each register in turn.
const K: [[[usize; 5]; 4]; 4] = [
    [
        [0x8, 0x9, 0x7, 0x6, 0x2],
        [0xa, 0xb, 0x5, 0x4, 0x6],
        [0xc, 0xd, 0x3, 0x2, 0x9],
        [0xe, 0xf, 0x1, 0x0, 0xc],
    ],
    [
        [0x3, 0x2, 0xc, 0xd, 0x8],
        [0x1, 0x0, 0xe, 0xf, 0xd],
        [0x7, 0x6, 0x8, 0x9, 0x3],
        [0x5, 0x4, 0xa, 0xb, 0x7],
    ],
    [
        [0x3, 0x2, 0xc, 0xd, 0x9],
        [0x1, 0x0, 0xe, 0xf, 0xc],
        [0x7, 0x6, 0x8, 0x9, 0x2],
        [0x5, 0x4, 0xa, 0xb, 0x6],
    ],
    [
        [0x8, 0x9, 0x7, 0x6, 0x3],
        [0xa, 0xb, 0x5, 0x4, 0x7],
        [0xc, 0xd, 0x3, 0x2, 0x8],
        [0xe, 0xf, 0x1, 0x0, 0xd],
    ],
];

/// The four words of a register, the first byte on top.
type Register<D> = [Bv<D>; 4];

fn byte<D: Domain>(register: &Register<D>, k: usize) -> Bv<D> {
    register[k / 4].byte(3 - k as u32 % 4)
}

/// The bytes `at` through S5, S6, S7 and S8.
fn through<D: Domain>(register: &Register<D>, at: &[usize]) -> Bv<D> {
    let s = |n: usize| s(n, byte(register, at[n - 5]));
    s(5) ^ s(6) ^ s(7) ^ s(8)
}

fn other_register<D: Domain>(old: &Register<D>, lines: &[Line; 4], index: u32) -> Register<D> {
    // The first line reads the other register, which the new one is a copy of until then.
    let mut new = *old;
    for (k, (word, at, (n, last))) in lines.iter().enumerate() {
        let next = old[word / 4] ^ through(&new, at) ^ s(*n, byte(old, *last));
        new[k] = next.cut("word of the key schedule", index);
    }
    new
}

/// The subkeys of the rounds, sections 2.4 and 2.4.1: *K1* to *K16* mask, the low 5 bits of *K17* to *K32*
/// rotate.
pub fn key_schedule<D: Domain>(key: Bv<D>) -> [RoundKey<D>; ROUNDS] {
    let mut register = [3, 2, 1, 0].map(|k| key.bits(32 * k + 31, 32 * k));
    let mut keys = Vec::with_capacity(2 * ROUNDS);
    for part in 0..8 {
        register = other_register(&register, if part % 2 == 0 { &Z } else { &X }, part);
        for (at, last) in K[part as usize % 4].iter().zip(5..) {
            let k = through(&register, at) ^ s(last, byte(&register, at[4]));
            keys.push(k.cut("K", keys.len() as u32 + 1));
        }
    }
    std::array::from_fn(|round| [keys[round], keys[ROUNDS + round].lo(5)])
}

/// Encryption, section 2.1.
pub fn encrypt<D: Domain>(block: Bv<D>, keys: &[RoundKey<D>; ROUNDS]) -> Bv<D> {
    crypt(block, (1..=ROUNDS).map(|round| (round, keys[round - 1])))
}

/// Decryption, section 2.1: "the rounds (and therefore the subkey pairs) are used in reverse order".
pub fn decrypt<D: Domain>(block: Bv<D>, keys: &[RoundKey<D>; ROUNDS]) -> Bv<D> {
    crypt(block, (1..=ROUNDS).rev().map(|round| (round, keys[round - 1])))
}

fn crypt<D: Domain>(block: Bv<D>, rounds: impl Iterator<Item = (usize, RoundKey<D>)>) -> Bv<D> {
    let (mut l, mut r) = (block.hi(32), block.lo(32));
    for (round, keys) in rounds {
        let next = (l ^ f(round, r, keys)).cut("R of round", round as u32);
        (l, r) = (r, next);
    }
    r.concat(l)
}
