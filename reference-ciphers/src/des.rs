//! DES and TDEA: FIPS 46-3, October 1999 (TDEA is also SP 800-67).
//!
//! The standard numbers bits from 1, the first on top. A block and a key are values of 64 bits with bit 1
//! on top; the parity bits of a key are not read.

mod tables;

use semantics::domain::{Bv, Domain};
pub use tables::S;
use tables::{E, IP, P, PC1, PC2, SHIFTS};

/// Rounds.
pub const ROUNDS: usize = 16;

/// The bits of `from` that a table lists, numbered from 1 at the top.
fn select<D: Domain>(from: Bv<D>, table: &[u8]) -> Bv<D> {
    let bit = |number: &u8| {
        let at = from.width() - u32::from(*number);
        from.bits(at, at)
    };
    Bv::join(table.iter().map(bit))
}

/// The bits of the result are where a permutation table says that they come from; back again.
fn inverse(table: &[u8; 64]) -> [u8; 64] {
    let mut inverse = [0; 64];
    for (to, from) in (1..).zip(table) {
        inverse[usize::from(*from) - 1] = to;
    }
    inverse
}

/// *f(R, K)*, "The Cipher Function f".
pub fn f<D: Domain>(r: Bv<D>, key: Bv<D>) -> Bv<D> {
    let mixed = select(r, &E) ^ key;
    let boxes = (0..8).map(|k| {
        let at = 6 * (7 - k);
        mixed.bits(at + 5, at).zext(8).lookup(&S[k as usize]).lo(4)
    });
    select(Bv::join(boxes), &P)
}

/// The sixteen keys of 48 bits, appendix 1, function *KS*.
pub fn key_schedule<D: Domain>(key: Bv<D>) -> [Bv<D>; ROUNDS] {
    let permuted = select(key, &PC1);
    let (mut c, mut d) = (permuted.hi(28), permuted.lo(28));
    std::array::from_fn(|round| {
        (c, d) = (c.rotl(SHIFTS[round]), d.rotl(SHIFTS[round]));
        select(c.concat(d), &PC2)
    })
}

/// "Enciphering", with the keys in their order; "Deciphering", with them in reverse.
pub fn crypt<D: Domain>(block: Bv<D>, keys: impl IntoIterator<Item = Bv<D>>) -> Bv<D> {
    let permuted = select(block, &IP);
    let (mut l, mut r) = (permuted.hi(32), permuted.lo(32));
    for (round, key) in keys.into_iter().enumerate() {
        let next = (l ^ f(r, key)).cut("R after round", round as u32);
        (l, r) = (r, next);
    }
    select(r.concat(l), &inverse(&IP))
}

/// TDEA forward cipher operation: encryption with the first key, decryption with the second, encryption
/// with the third.
pub fn tdea_encrypt<D: Domain>(block: Bv<D>, keys: [Bv<D>; 3]) -> Bv<D> {
    let [first, second, third] = keys.map(key_schedule);
    let block = crypt(block, first);
    let block = crypt(block, second.into_iter().rev());
    crypt(block, third)
}

/// TDEA inverse cipher operation.
pub fn tdea_decrypt<D: Domain>(block: Bv<D>, keys: [Bv<D>; 3]) -> Bv<D> {
    let [first, second, third] = keys.map(key_schedule);
    let block = crypt(block, third.into_iter().rev());
    let block = crypt(block, second);
    crypt(block, first.into_iter().rev())
}
