//! Sections 5.1.1 to 5.1.4 and 5.3.1 to 5.3.4: the transformations of the state.

use super::{
    State, Word,
    field::{INV_SBOX, SBOX, multiply_word},
};
use semantics::domain::{Bv, Domain};

/// `SBOX(b)`, section 5.1.1.
pub fn sbox<D: Domain>(b: Bv<D>) -> Bv<D> {
    b.lookup(&SBOX)
}

/// `INVSBOX(b)`, section 5.3.2.
pub fn inv_sbox<D: Domain>(b: Bv<D>) -> Bv<D> {
    b.lookup(&INV_SBOX)
}

/// `SubBytes(state)`, section 5.1.1.
pub fn sub_bytes<D: Domain>(state: State<D>) -> State<D> {
    state.map(sbox)
}

/// `InvSubBytes(state)`, section 5.3.2.
pub fn inv_sub_bytes<D: Domain>(state: State<D>) -> State<D> {
    state.map(inv_sbox)
}

/// [`inv_sub_bytes`] on one word; the standard names only its inverse, `SubWord`.
pub fn inv_sub_word<D: Domain>(word: Word<D>) -> Word<D> {
    word.map(inv_sbox)
}

/// `ShiftRows(state)`, section 5.1.2, equation (5.5): `s'[r,c] = s[r,(c + r) mod 4]`.
pub fn shift_rows<D: Domain>(state: State<D>) -> State<D> {
    by_row_and_column(|r, c| state[r + 4 * ((c + r) % 4)])
}

/// `InvShiftRows(state)`, section 5.3.1, equation (5.12): `s'[r,c] = s[r,(c - r) mod 4]`.
pub fn inv_shift_rows<D: Domain>(state: State<D>) -> State<D> {
    by_row_and_column(|r, c| state[r + 4 * ((c + 4 - r) % 4)])
}

/// One column of `MixColumns`, section 5.1.3, equations (5.6) and (5.7).
pub fn mix_column<D: Domain>(column: Word<D>) -> Word<D> {
    multiply_word([0x02, 0x01, 0x01, 0x03], column)
}

/// `MixColumns(state)`, section 5.1.3.
pub fn mix_columns<D: Domain>(state: State<D>) -> State<D> {
    by_column(|c| mix_column(column(state, c)))
}

/// One column of `InvMixColumns`, section 5.3.3, equations (5.13) and (5.14).
pub fn inv_mix_column<D: Domain>(column: Word<D>) -> Word<D> {
    multiply_word([0x0e, 0x09, 0x0d, 0x0b], column)
}

/// `InvMixColumns(state)`, section 5.3.3.
pub fn inv_mix_columns<D: Domain>(state: State<D>) -> State<D> {
    by_column(|c| inv_mix_column(column(state, c)))
}

/// `AddRoundKey(state, w[4*round .. 4*round + 3])`, section 5.1.4, equation (5.9). It is its own
/// inverse, section 5.3.4.
pub fn add_round_key<D: Domain>(state: State<D>, round_key: [Word<D>; 4]) -> State<D> {
    by_row_and_column(|r, c| state[r + 4 * c] ^ round_key[c][r])
}

/// Column `c` of the state, section 3.5.
pub fn column<D: Domain>(state: State<D>, c: usize) -> Word<D> {
    std::array::from_fn(|r| state[r + 4 * c])
}

fn by_row_and_column<D: Domain>(byte: impl Fn(usize, usize) -> Bv<D>) -> State<D> {
    std::array::from_fn(|k| byte(k % 4, k / 4))
}

fn by_column<D: Domain>(word: impl Fn(usize) -> Word<D>) -> State<D> {
    let columns: [Word<D>; 4] = std::array::from_fn(word);
    by_row_and_column(|r, c| columns[c][r])
}
