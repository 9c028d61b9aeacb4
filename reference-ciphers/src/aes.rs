//! AES-128, AES-192 and AES-256: FIPS 197, November 26, 2001, updated May 9, 2023.
//!
//! Sections, equations, tables and algorithms are those of the 2023 update. Functions have the
//! standard's names in snake case. A byte is a value of 8 bits; everything else is an array of
//! bytes in the order of section 3.4: nothing here knows how a register holds them.
//!
//! [`field`] is section 4, [`steps`] sections 5.1.1 to 5.1.4 and 5.3.1 to 5.3.4, [`key_schedule`]
//! section 5.2, and this file the algorithms made of them.

pub mod field;
pub mod key_schedule;
pub mod steps;

pub(crate) mod functions;

use semantics::domain::{Bv, Domain};

pub use key_schedule::{key_expansion, key_expansion_eic, rcon, rot_word, sub_word};
pub use steps::{
    add_round_key, column, inv_mix_column, inv_mix_columns, inv_sbox, inv_shift_rows,
    inv_sub_bytes, inv_sub_word, mix_column, mix_columns, sbox, shift_rows, sub_bytes,
};

/// Four bytes `[a0, a1, a2, a3]` (section 3.5): a column of the state, or a key schedule word.
pub type Word<D> = [Bv<D>; 4];

/// The state (section 3.4): the byte of row `r` and column `c` is at `r + 4c`, equation (3.6), which
/// is also the order of the bytes of a block.
pub type State<D> = [Bv<D>; 16];

/// Which of the three block ciphers (table 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeySize {
    /// AES-128
    Aes128,
    /// AES-192
    Aes192,
    /// AES-256
    Aes256,
}

impl KeySize {
    /// All three.
    pub const ALL: [KeySize; 3] = [KeySize::Aes128, KeySize::Aes192, KeySize::Aes256];

    /// Words of the key, *Nk* (table 3).
    pub const fn nk(self) -> usize {
        match self {
            KeySize::Aes128 => 4,
            KeySize::Aes192 => 6,
            KeySize::Aes256 => 8,
        }
    }

    /// Number of rounds, *Nr* (table 3).
    pub const fn nr(self) -> usize {
        match self {
            KeySize::Aes128 => 10,
            KeySize::Aes192 => 12,
            KeySize::Aes256 => 14,
        }
    }

    /// Bytes of the key.
    pub const fn key_bytes(self) -> usize {
        4 * self.nk()
    }

    /// Words of the key schedule: four for each of *Nr* + 1 uses of `AddRoundKey` (section 5.2).
    pub const fn schedule_words(self) -> usize {
        4 * (self.nr() + 1)
    }

    /// Bytes of the key schedule.
    pub const fn schedule_bytes(self) -> usize {
        4 * self.schedule_words()
    }
}

/// `Cipher(in, Nr, w)`, section 5.1, algorithm 1. `w` has [`KeySize::schedule_words`] words.
///
/// Differs from the text: *Nr* comes with the key size.
///
/// # Panics
/// When `w` has another length.
pub fn cipher<D: Domain>(size: KeySize, input: State<D>, w: &[Word<D>]) -> State<D> {
    let nr = checked_rounds(size, w);
    let mut state = input;
    state = named(add_round_key(state, round_key(w, 0)), 0);
    for round in 1..nr {
        state = sub_bytes(state);
        state = shift_rows(state);
        state = mix_columns(state);
        state = named(add_round_key(state, round_key(w, round)), round);
    }
    state = sub_bytes(state);
    state = shift_rows(state);
    add_round_key(state, round_key(w, nr))
}

/// `InvCipher(in, Nr, w)`, section 5.3, algorithm 3. `w` is the schedule of [`cipher`].
///
/// Differs from the text: *Nr* comes with the key size.
///
/// # Panics
/// When `w` has another length than [`KeySize::schedule_words`].
pub fn inv_cipher<D: Domain>(size: KeySize, input: State<D>, w: &[Word<D>]) -> State<D> {
    let nr = checked_rounds(size, w);
    let mut state = input;
    state = named(add_round_key(state, round_key(w, nr)), nr);
    for round in (1..nr).rev() {
        state = inv_shift_rows(state);
        state = inv_sub_bytes(state);
        state = add_round_key(state, round_key(w, round));
        state = named(inv_mix_columns(state), round);
    }
    state = inv_shift_rows(state);
    state = inv_sub_bytes(state);
    add_round_key(state, round_key(w, 0))
}

/// `EqInvCipher(in, Nr, dw)`, section 5.3.5, algorithm 4. `dw` is the schedule that
/// [`key_expansion_eic`] gives, in its order: this function reads it from the end.
///
/// Differs from the text: *Nr* comes with the key size.
///
/// # Panics
/// When `dw` has another length than [`KeySize::schedule_words`].
pub fn eq_inv_cipher<D: Domain>(size: KeySize, input: State<D>, dw: &[Word<D>]) -> State<D> {
    let nr = checked_rounds(size, dw);
    let mut state = input;
    state = named(add_round_key(state, round_key(dw, nr)), nr);
    for round in (1..nr).rev() {
        state = inv_sub_bytes(state);
        state = inv_shift_rows(state);
        state = inv_mix_columns(state);
        state = named(add_round_key(state, round_key(dw, round)), round);
    }
    state = inv_sub_bytes(state);
    state = inv_shift_rows(state);
    add_round_key(state, round_key(dw, 0))
}

/// `w[4*round .. 4*round + 3]`
pub fn round_key<D: Domain>(w: &[Word<D>], round: usize) -> [Word<D>; 4] {
    std::array::from_fn(|c| w[4 * round + c])
}

/// The state after the addition of a round key, for proofs to meet it.
fn named<D: Domain>(state: State<D>, round: usize) -> State<D> {
    state.map(|byte| byte.cut("state of round", round as u32))
}

#[track_caller]
fn checked_rounds<D: Domain>(size: KeySize, w: &[Word<D>]) -> usize {
    assert!(w.len() == size.schedule_words(), "{} words for {size:?}", w.len());
    size.nr()
}
