//! Arithmetic of ML-KEM on single coefficients: FIPS 203, August 13, 2024.
//!
//! A coefficient, an element of Z_q, is a value of 12 bits below q.

use semantics::domain::{Bv, Domain};

/// The modulus, section 2.3.
pub const Q: u32 = 3329;

/// `r mod q`, section 2.3: the only number from 0 to q - 1 that differs from r by a multiple of q.
///
/// Differs from the text: multiples of q by powers of two are taken away, the largest first.
pub fn modulo<D: Domain>(r: Bv<D>) -> Bv<D> {
    let most = r.width().saturating_sub(Q.ilog2());
    let rest = (0..most).rev().fold(r, |r, k| {
        let multiple = r.lit(u128::from(Q) << k);
        r.ult(multiple).select(r, r - multiple)
    });
    rest.lo(12)
}

/// The sum in Z_q.
pub fn add<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    modulo(a.zext(13) + b.zext(13))
}

/// The difference in Z_q.
pub fn sub<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    let a = a.zext(13);
    modulo(a + a.lit(Q.into()) - b.zext(13))
}

/// The product in Z_q: the remainder of the product of the numbers.
pub fn multiply<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    let product = a.zext(32) * b.zext(32);
    product.urem(product.lit(Q.into())).lo(12)
}

/// `Compress_d(x)`, section 4.2.1, equation (4.7): `round((2^d / q) x) mod 2^d`, where section 2.3 rounds a
/// number in the middle up. The result has `d` bits, fewer than 12.
pub fn compress<D: Domain>(d: u32, x: Bv<D>) -> Bv<D> {
    // round(y) is the integer part of y + 1/2 = (2^(d+1) x + q) / 2q.
    let x = x.zext(32);
    let (twice, q) = (x << (d + 1), x.lit(Q.into()));
    (twice + q).udiv(q << 1).lo(d)
}

/// `Decompress_d(y)`, section 4.2.1, equation (4.8): `round((q / 2^d) y)`, of a value of `d` bits.
pub fn decompress<D: Domain>(d: u32, y: Bv<D>) -> Bv<D> {
    let y = y.zext(32);
    let (q, half) = (y.lit(Q.into()), y.lit(1 << (d - 1)));
    ((y * q + half) >> d).lo(12)
}

/// One coefficient of `SamplePolyCBD_eta(B)`, section 4.2.2, algorithm 8, lines 3 to 5, from its `2 eta`
/// bits, the first one lowest.
pub fn sample_cbd<D: Domain>(eta: u32, bits: Bv<D>) -> Bv<D> {
    let sum =
        |from| (from..from + eta).fold(bits.lit(0).zext(12), |s, j| s + bits.bits(j, j).zext(12));
    sub(sum(0), sum(eta))
}
