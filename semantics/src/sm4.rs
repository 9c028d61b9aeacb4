//! The SM4 S-box, and the functions of GB/T 32907 that claims about SM4 instructions are stated with.

use crate::{
    bits::Table,
    bitwise::{permute, sigma},
    domain::{Bv, Domain},
};

/// The SM4 S-box.
pub static SBOX: Table = Table { name: "sm4_sbox", data: sbox() };

/// Between the byte order of the instructions and that of the standard: byte 3 of a 32-bit word is
/// the first one of the standard.
pub fn little_endian<D: Domain>(v: Bv<D>) -> Bv<D> {
    permute(v, |k| 24 - k / 8 * 8 + k % 8)
}

/// The S-box on each byte of a word.
pub fn tau<D: Domain>(v: Bv<D>) -> Bv<D> {
    Bv::join((0..4).rev().map(|k| v.byte(k).lookup(&SBOX)))
}

/// Byte `bs` of a little-endian register, substituted and in its place among zeros in a word of the
/// standard.
pub fn substituted<D: Domain>(v: Bv<D>, bs: u32) -> Bv<D> {
    let byte = v.byte(bs);
    let at = |k| if k == 3 - bs { byte.lookup(&SBOX) } else { byte.lit(0) };
    Bv::join((0..4).rev().map(at))
}

/// `L(B) = B ^ (B <<< 2) ^ (B <<< 10) ^ (B <<< 18) ^ (B <<< 24)`
pub fn linear<D: Domain>(v: Bv<D>) -> Bv<D> {
    sigma(v, &[0, 32 - 2, 32 - 10, 32 - 18, 32 - 24], None)
}

/// `L'(B) = B ^ (B <<< 13) ^ (B <<< 23)`, of the key schedule.
pub fn linear_key<D: Domain>(v: Bv<D>) -> Bv<D> {
    sigma(v, &[0, 32 - 13, 32 - 23], None)
}

/// `S(x) = A(1 / A(x))`, with an affine map `A` and inversion in the field of 256 elements that
/// `x^8 + x^7 + x^6 + x^5 + x^4 + x^2 + 1` defines.
const fn sbox() -> [u8; 256] {
    let (mut s, mut x) = ([0; 256], 0);
    while x < 256 {
        s[x] = affine(inverse(affine(x as u8)));
        x += 1;
    }
    s
}

const fn affine(x: u8) -> u8 {
    let rotated = x.rotate_left(1) ^ x.rotate_left(3) ^ x.rotate_left(6) ^ x.rotate_left(7);
    x ^ rotated ^ 0xd3
}

/// `x^254`: the inverse, and 0 for 0.
const fn inverse(x: u8) -> u8 {
    let (mut power, mut k) = (1, 0);
    while k < 254 {
        power = multiply(power, x);
        k += 1;
    }
    power
}

const fn multiply(a: u8, b: u8) -> u8 {
    let (mut product, mut multiple, mut k) = (0, a, 0);
    while k < 8 {
        product ^= (b >> k & 1) * multiple;
        multiple = (multiple << 1) ^ ((multiple >> 7) * 0xf5);
        k += 1;
    }
    product
}
