//! PRESENT: Bogdanov et al., CHES 2007 (also ISO/IEC 29192-2).
//!
//! A block is 64 bits, *b63* on top; a key is 80 or 128 bits, its first bit on top.

use semantics::{
    bits::Table,
    domain::{Bv, Domain},
};

/// Rounds.
pub const ROUNDS: usize = 31;

/// The S-box, section 3 "sBoxLayer", in the low halves of indices.
pub static SBOX: Table = Table { name: "present_sbox", data: by_low_half(&S) };

const S: [u8; 16] = [0xc, 5, 6, 0xb, 9, 0, 0xa, 0xd, 3, 0xe, 0xf, 8, 4, 7, 1, 2];

/// A table of sixteen entries as one of 256 whose upper index half does not matter.
const fn by_low_half(entries: &[u8; 16]) -> [u8; 256] {
    let mut data = [0; 256];
    let mut k = 0;
    while k < 256 {
        data[k] = entries[k % 16];
        k += 1;
    }
    data
}

fn sbox<D: Domain>(nibble: Bv<D>) -> Bv<D> {
    nibble.zext(8).lookup(&SBOX).lo(4)
}

/// `sBoxLayer`
pub fn s_box_layer<D: Domain>(state: Bv<D>) -> Bv<D> {
    Bv::join((0..16).rev().map(|k| sbox(state.bits(4 * k + 3, 4 * k))))
}

/// `pLayer`: bit `i` moves to `P(i) = 16 * i mod 63`, and bit 63 stays.
pub fn p_layer<D: Domain>(state: Bv<D>) -> Bv<D> {
    // Bit j of the result is bit i with P(i) = j; 4 * 16 = 1 modulo 63.
    let from = |j: u32| if j == 63 { 63 } else { 4 * j % 63 };
    Bv::join((0..64).rev().map(|j| state.bits(from(j), from(j))))
}

/// `generateRoundKeys` for keys of 80 bits (section 3) or 128 bits (appendix).
///
/// # Panics
/// When the key has another length.
pub fn round_keys<D: Domain>(key: Bv<D>) -> Vec<Bv<D>> {
    let width = key.width();
    assert!(width == 80 || width == 128, "a key of {width} bits");
    let mut register = key;
    let mut keys = Vec::new();
    for round in 1..=ROUNDS as u128 + 1 {
        keys.push(register.hi(64).cut("round key", round as u32));
        register = register.rotl(61);
        let boxes = if width == 80 { 1 } else { 2 };
        let top =
            Bv::join((1..=boxes).map(|k| sbox(register.bits(width + 3 - 4 * k, width - 4 * k))));
        register = top.concat(register.lo(width - 4 * boxes));
        // The counter meets bits 19 to 15, or 66 to 62.
        let at = if width == 80 { 15 } else { 62 };
        register = register ^ register.lit(round << at);
    }
    keys
}

/// Encryption, section 3.
pub fn encrypt<D: Domain>(block: Bv<D>, round_keys: &[Bv<D>]) -> Bv<D> {
    let mut state = block;
    for (round, key) in round_keys[..ROUNDS].iter().enumerate() {
        state = p_layer(s_box_layer((state ^ *key).cut("state of round", round as u32)));
    }
    state ^ round_keys[ROUNDS]
}
