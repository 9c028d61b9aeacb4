//! Bytes, values and vector files.

use reference_ciphers::aes::{KeySize, State, Word};
use semantics::domain::{Bv, Concrete, Domain};

pub(crate) type Plain = Concrete<2>;

pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digits: String = text.split_whitespace().collect();
    assert!(digits.len().is_multiple_of(2), "{text}");
    let byte = |k| u8::from_str_radix(&digits[k..k + 2], 16).expect("hexadecimal");
    (0..digits.len()).step_by(2).map(byte).collect()
}

pub(crate) fn values(bytes: &[u8]) -> Vec<Bv<Plain>> {
    bytes.iter().map(|&byte| Bv::new(Plain::default(), 8, byte.into())).collect()
}

pub(crate) fn state(bytes: &[u8]) -> State<Plain> {
    values(bytes).try_into().expect("16 bytes")
}

pub(crate) fn words<D: Domain>(values: &[Bv<D>]) -> Vec<Word<D>> {
    values.as_chunks().0.to_vec()
}

pub(crate) fn plain(values: &[Bv<Plain>]) -> Vec<u8> {
    values.iter().map(|v| v.raw().low() as u8).collect()
}

pub(crate) fn size_of(cipher: &str) -> KeySize {
    match cipher {
        "AES-128" => KeySize::Aes128,
        "AES-192" => KeySize::Aes192,
        "AES-256" => KeySize::Aes256,
        other => panic!("cipher {other}"),
    }
}

/// A file of `name value` lines, with `#` comments.
pub(crate) fn vectors(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split_once(' ').expect("name and value"))
}

/// Bytes that depend on the seed alone: the high bytes of a linear congruential sequence.
pub(crate) fn random(bytes: usize, seed: u64) -> Vec<u8> {
    let mut x = seed;
    std::iter::repeat_with(|| {
        x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (x >> 56) as u8
    })
    .take(bytes)
    .collect()
}
