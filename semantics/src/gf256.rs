//! The AES S-box and the functions that the manual's AES pseudo-code calls.

use crate::{
    bits::Table,
    domain::{Bv, Domain},
};

/// The AES S-box, from logarithms to base 3.
pub static SBOX: Table = Table { name: "aes_sbox", data: sbox() };

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

/// `xt3(so) @ so @ so @ xt2(so)`
#[inline(always)]
pub fn aes_mixcolumn_byte_fwd<D: Domain>(so: Bv<D>) -> Bv<D> {
    Bv::join([xt3(so), so, so, xt2(so)])
}

const fn sbox() -> [u8; 256] {
    let (mut pow, mut log, mut x, mut i) = ([0u8; 256], [0u8; 256], 1u8, 0);
    while i < 255 {
        pow[i] = x;
        log[x as usize] = i as u8;
        x ^= (x << 1) ^ ((x >> 7) * 0x1b);
        i += 1;
    }
    let (mut s, mut i) = ([0u8; 256], 0);
    while i < 256 {
        let b = if i == 0 { 0 } else { pow[(255 - log[i] as usize) % 255] };
        let (b1, b2, b3, b4) =
            (b.rotate_left(1), b.rotate_left(2), b.rotate_left(3), b.rotate_left(4));
        s[i] = b ^ b1 ^ b2 ^ b3 ^ b4 ^ 0x63;
        i += 1;
    }
    s
}
