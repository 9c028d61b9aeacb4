//! Sections 5.2 and 5.3.5: the key schedules.

use super::{KeySize, Word, steps};
use semantics::domain::Domain;

/// `Rcon[j]`, section 5.2, table 5: `[x^(j-1), 0, 0, 0]`, by repeated `XTIMES`, equation (4.5).
///
/// # Panics
/// When `j` is not one of 1 to 10.
pub fn rcon(j: usize) -> [u8; 4] {
    assert!((1..=10).contains(&j), "Rcon[{j}]");
    let mut power = 1u8;
    for _ in 1..j {
        power = if power >> 7 == 0 { power << 1 } else { power << 1 ^ 0b0001_1011 };
    }
    [power, 0, 0, 0]
}

/// `RotWord([a0, a1, a2, a3]) = [a1, a2, a3, a0]`, equation (5.10).
pub fn rot_word<D: Domain>([a0, a1, a2, a3]: Word<D>) -> Word<D> {
    [a1, a2, a3, a0]
}

/// `SubWord`, equation (5.11): `SBOX` on each byte.
pub fn sub_word<D: Domain>(word: Word<D>) -> Word<D> {
    word.map(steps::sbox)
}

/// The sum of two words, section 5.1.4.
pub fn add_words<D: Domain>(a: Word<D>, b: Word<D>) -> Word<D> {
    std::array::from_fn(|k| a[k] ^ b[k])
}

/// `KeyExpansion(key)`, section 5.2, algorithm 2: `w`, [`KeySize::schedule_words`] words. `key` has
/// *Nk* words.
///
/// # Panics
/// When `key` has another length.
pub fn key_expansion<D: Domain>(size: KeySize, key: &[Word<D>]) -> Vec<Word<D>> {
    assert!(key.len() == size.nk(), "{} words of key for {size:?}", key.len());
    let mut w = key.to_vec();
    for i in size.nk()..size.schedule_words() {
        let word = next_word(size, i, w[i - 1], w[i - size.nk()]);
        w.push(word.map(|byte| byte.cut("key schedule word", i as u32)));
    }
    w
}

/// `w[i]` from `w[i-1]` and `w[i-Nk]`: lines 8 to 14 of algorithm 2. `i` is *Nk* or more.
///
/// # Panics
/// When `i` is a multiple of *Nk* without a constant `Rcon[i/Nk]`.
pub fn next_word<D: Domain>(
    size: KeySize,
    i: usize,
    previous: Word<D>,
    nk_before: Word<D>,
) -> Word<D> {
    let nk = size.nk();
    let mut temp = previous;
    if i.is_multiple_of(nk) {
        let constant = rcon(i / nk).map(|byte| temp[0].lit(byte.into()));
        temp = add_words(sub_word(rot_word(temp)), constant);
    } else if nk > 6 && i % nk == 4 {
        temp = sub_word(temp);
    }
    add_words(nk_before, temp)
}

/// `KeyExpansionEIC(key)`, section 5.3.5, algorithm 5: `dw`, which is `w` with `InvMixColumns`
/// applied to all round keys but the first and the last, in the order of `w`.
///
/// Differs from the text: lines 1 to 18, which repeat `KeyExpansion`, call it.
///
/// # Panics
/// When `key` does not have *Nk* words.
pub fn key_expansion_eic<D: Domain>(size: KeySize, key: &[Word<D>]) -> Vec<Word<D>> {
    let mut dw = key_expansion(size, key);
    for word in &mut dw[4..4 * size.nr()] {
        *word = steps::inv_mix_column(*word);
    }
    dw
}
