//! Arithmetic of ML-KEM, on single coefficients and on polynomials: FIPS 203, August 13, 2024.
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

/// Coefficients of a polynomial, section 2.3.
pub const N: usize = 256;

/// The 7 bits of `i` in reverse order, section 4.3.
const fn bit_rev7(i: usize) -> u32 {
    (i as u8).reverse_bits() as u32 >> 1
}

/// `zeta^e mod q` for zeta = 17, a primitive 256-th root of unity modulo q, section 4.3.
pub const fn zeta(e: u32) -> u32 {
    let (mut power, mut k) = (1, 0);
    while k < e % 256 {
        power = power * 17 % Q;
        k += 1;
    }
    power
}

/// `zeta^BitRev7(i) mod q`, the first table of appendix A.
pub const ZETAS: [u32; 128] = {
    let (mut all, mut i) = ([0; 128], 0);
    while i < 128 {
        all[i] = zeta(bit_rev7(i));
        i += 1;
    }
    all
};

/// `zeta^(2 BitRev7(i) + 1) mod q`, the second table of appendix A: the i-th factor of X^256 + 1 is X^2
/// less this.
pub const GAMMAS: [u32; 128] = {
    let (mut all, mut i) = ([0; 128], 0);
    while i < 128 {
        all[i] = zeta(2 * bit_rev7(i) + 1);
        i += 1;
    }
    all
};

/// `NTT(f)`, section 4.3, algorithm 9.
///
/// # Panics
/// When there are not [`N`] coefficients.
pub fn ntt<D: Domain>(f: &[Bv<D>]) -> Vec<Bv<D>> {
    assert!(f.len() == N, "{} coefficients", f.len());
    let mut f = f.to_vec();
    let mut i = 1;
    for len in [128, 64, 32, 16, 8, 4, 2] {
        for start in (0..N).step_by(2 * len) {
            let zeta = f[0].lit(ZETAS[i].into());
            i += 1;
            for j in start..start + len {
                let t = multiply(zeta, f[j + len]);
                f[j + len] = sub(f[j], t);
                f[j] = add(f[j], t);
            }
        }
    }
    f
}

/// `NTT^-1(f)`, section 4.3, algorithm 10.
///
/// # Panics
/// As [`ntt`].
pub fn inverse_ntt<D: Domain>(f: &[Bv<D>]) -> Vec<Bv<D>> {
    assert!(f.len() == N, "{} coefficients", f.len());
    let mut f = f.to_vec();
    let mut i = 127;
    for len in [2, 4, 8, 16, 32, 64, 128] {
        for start in (0..N).step_by(2 * len) {
            let zeta = f[0].lit(ZETAS[i].into());
            i -= 1;
            for j in start..start + len {
                let t = f[j];
                f[j] = add(t, f[j + len]);
                f[j + len] = multiply(zeta, sub(f[j + len], t));
            }
        }
    }
    f.into_iter().map(|f| multiply(f, f.lit(3303))).collect()
}

/// `BaseCaseMultiply`, section 4.3.1, algorithm 12: the product of two polynomials of degree one modulo
/// X^2 less `gamma`.
pub fn base_case_multiply<D: Domain>(a: [Bv<D>; 2], b: [Bv<D>; 2], gamma: u32) -> [Bv<D>; 2] {
    let ([a0, a1], [b0, b1]) = (a, b);
    let high = multiply(multiply(a1, b1), a1.lit(gamma.into()));
    [add(multiply(a0, b0), high), add(multiply(a0, b1), multiply(a1, b0))]
}

/// `MultiplyNTTs(f, g)`, section 4.3.1, algorithm 11.
///
/// # Panics
/// As [`ntt`].
pub fn multiply_ntts<D: Domain>(f: &[Bv<D>], g: &[Bv<D>]) -> Vec<Bv<D>> {
    assert!(f.len() == N && g.len() == N, "{} and {} coefficients", f.len(), g.len());
    let pairs = f.chunks_exact(2).zip(g.chunks_exact(2)).zip(GAMMAS);
    pairs
        .flat_map(|((f, g), gamma)| base_case_multiply([f[0], f[1]], [g[0], g[1]], gamma))
        .collect()
}
