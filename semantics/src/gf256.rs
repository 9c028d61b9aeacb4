//! The AES S-boxes and the functions that the manual's AES pseudo-code calls, with its names.

use crate::{
    bits::Table,
    domain::{Bit, Bv, Domain},
};

/// The AES S-box, from logarithms to base 3.
pub static SBOX: Table = Table { name: "aes_sbox", data: sbox() };

/// Its inverse.
pub static INV_SBOX: Table = Table { name: "aes_inv_sbox", data: inverse(sbox()) };

/// The inverse in the field, and 0 for 0.
pub static INVERSE: Table = Table { name: "aes_field_inverse", data: inverses() };

/// The sum of the bits of a byte.
#[inline(always)]
pub fn parity<D: Domain>(x: Bv<D>) -> Bit<D> {
    let x = x ^ x >> 4;
    let x = x ^ x >> 2;
    (x ^ x >> 1).bit(0)
}

/// Multiplication by `{02}`.
#[inline(always)]
pub fn xt2<D: Domain>(x: Bv<D>) -> Bv<D> {
    x << 1 ^ x.bit(7).select(x.lit(0x1b), x.lit(0))
}

/// Multiplication by `{03}`.
#[inline(always)]
pub fn xt3<D: Domain>(x: Bv<D>) -> Bv<D> {
    xt2(x) ^ x
}

/// The S-box on each byte.
#[inline(always)]
pub fn aes_subword_fwd<D: Domain>(x: Bv<D>) -> Bv<D> {
    x.map_bytes(|byte| byte.lookup(&SBOX))
}

/// The inverse S-box on each byte.
#[inline(always)]
pub fn aes_subword_inv<D: Domain>(x: Bv<D>) -> Bv<D> {
    x.map_bytes(|byte| byte.lookup(&INV_SBOX))
}

/// `xt3(so) @ so @ so @ xt2(so)`
#[inline(always)]
pub fn aes_mixcolumn_byte_fwd<D: Domain>(so: Bv<D>) -> Bv<D> {
    Bv::join([xt3(so), so, so, xt2(so)])
}

/// `gfmul(so, 0xb) @ gfmul(so, 0xd) @ gfmul(so, 0x9) @ gfmul(so, 0xe)`
#[inline(always)]
pub fn aes_mixcolumn_byte_inv<D: Domain>(so: Bv<D>) -> Bv<D> {
    let x2 = xt2(so);
    let x4 = xt2(x2);
    let x8 = xt2(x4);
    Bv::join([x8 ^ x2 ^ so, x8 ^ x4 ^ so, x8 ^ so, x8 ^ x4 ^ x2])
}

/// One column of MixColumns, 32 bits.
#[inline(always)]
pub fn aes_mixcolumn_fwd<D: Domain>(x: Bv<D>) -> Bv<D> {
    mixcolumn(x, aes_mixcolumn_byte_fwd)
}

/// One column of InvMixColumns, 32 bits.
#[inline(always)]
pub fn aes_mixcolumn_inv<D: Domain>(x: Bv<D>) -> Bv<D> {
    mixcolumn(x, aes_mixcolumn_byte_inv)
}

/// The matrix is circulant: byte `k` contributes what byte 0 would, rotated by `k` bytes.
///
/// The manual writes the sixteen products out; this has fewer operations to inline.
#[inline(always)]
fn mixcolumn<D: Domain>(x: Bv<D>, byte: impl Fn(Bv<D>) -> Bv<D>) -> Bv<D> {
    let mut sum = x.lit(0);
    for k in 0..4 {
        sum = sum ^ byte(x.byte(k)).rotl(8 * k);
    }
    sum
}

/// Columns 0 and 1 of ShiftRows on the state `rs2 @ rs1`.
#[inline(always)]
pub fn aes_rv64_shiftrows_fwd<D: Domain>(rs2: Bv<D>, rs1: Bv<D>) -> Bv<D> {
    let column_1 = [rs1.byte(3), rs2.byte(6), rs2.byte(1), rs1.byte(4)];
    let column_0 = [rs2.byte(7), rs2.byte(2), rs1.byte(5), rs1.byte(0)];
    Bv::join(column_1.into_iter().chain(column_0))
}

/// Columns 0 and 1 of InvShiftRows on the state `rs2 @ rs1`.
#[inline(always)]
pub fn aes_rv64_shiftrows_inv<D: Domain>(rs2: Bv<D>, rs1: Bv<D>) -> Bv<D> {
    let column_1 = [rs2.byte(3), rs2.byte(6), rs1.byte(1), rs1.byte(4)];
    let column_0 = [rs1.byte(7), rs2.byte(2), rs2.byte(5), rs1.byte(0)];
    Bv::join(column_1.into_iter().chain(column_0))
}

/// `1 / x = 3^(255 - log x)`.
const fn inverses() -> [u8; 256] {
    let (mut pow, mut log, mut x, mut i) = ([0u8; 256], [0u8; 256], 1u8, 0);
    while i < 255 {
        pow[i] = x;
        log[x as usize] = i as u8;
        x ^= (x << 1) ^ ((x >> 7) * 0x1b);
        i += 1;
    }
    let (mut inverses, mut i) = ([0; 256], 1);
    while i < 256 {
        inverses[i] = pow[(255 - log[i] as usize) % 255];
        i += 1;
    }
    inverses
}

const fn sbox() -> [u8; 256] {
    let (b, mut s, mut i) = (inverses(), [0u8; 256], 0);
    while i < 256 {
        let b = b[i];
        let (b1, b2, b3, b4) =
            (b.rotate_left(1), b.rotate_left(2), b.rotate_left(3), b.rotate_left(4));
        s[i] = b ^ b1 ^ b2 ^ b3 ^ b4 ^ 0x63;
        i += 1;
    }
    s
}

const fn inverse(s: [u8; 256]) -> [u8; 256] {
    let (mut inv, mut i) = ([0u8; 256], 0);
    while i < 256 {
        inv[s[i] as usize] = i as u8;
        i += 1;
    }
    inv
}
