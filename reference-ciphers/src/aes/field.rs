//! Section 4: arithmetic in GF(2^8), and the S-box that section 5.1.1 builds from it.
//!
//! Addition (section 4.1) is `^`.

use super::Word;
use semantics::{
    bits::Table,
    domain::{Bv, Domain},
};

/// m(x) = x^8 + x^4 + x^3 + x + 1, equation (4.3).
const M: u16 = 0x11b;

/// `b • c` with a constant `c`, section 4.2, equation (4.4): the product of the polynomials, then
/// its remainder modulo `M`.
///
/// Differs from the text: only the terms that `c` has are added, and the reduction starts at the
/// highest degree that the product can have. `XTIMES`, equation (4.5), is `c` = 2.
pub fn multiply<D: Domain>(b: Bv<D>, c: u8) -> Bv<D> {
    let b = b.zext(16);
    let degrees = 0..8;
    let mut product = degrees
        .filter(|degree| c >> degree & 1 == 1)
        .fold(b.lit(0), |sum, degree| sum ^ (b << degree));
    let highest = 7 + c.checked_ilog2().unwrap_or(0);
    for degree in (8..=highest).rev() {
        // As a mask, not as a choice: solvers then see sums only.
        let coefficient = product.bit(degree).bv().sext(16);
        product = product ^ (coefficient & product.lit(u128::from(M) << (degree - 8)));
    }
    product.lo(8)
}

/// The product of the word `b` and the matrix that `a` specifies, section 4.3, equation (4.8).
pub fn multiply_word<D: Domain>(a: [u8; 4], b: Word<D>) -> Word<D> {
    std::array::from_fn(|row| {
        let term = |k: usize| multiply(b[k], a[(row + 4 - k) % 4]);
        term(0) ^ term(1) ^ term(2) ^ term(3)
    })
}

/// `SBOX()`, section 5.1.1. Published as table 4; here it is made from its definition.
pub static SBOX: Table = Table { name: "fips197_sbox", data: sbox() };

/// `INVSBOX()`, section 5.3.2: `SBOX()` with inputs and outputs exchanged. Published as table 6.
pub static INV_SBOX: Table = Table { name: "fips197_inv_sbox", data: inv_sbox() };

const fn sbox() -> [u8; 256] {
    let mut table = [0; 256];
    let mut b = 0;
    while b < 256 {
        table[b] = affine(inverse(b as u8));
        b += 1;
    }
    table
}

const fn inv_sbox() -> [u8; 256] {
    let (forward, mut table) = (sbox(), [0; 256]);
    let mut b = 0;
    while b < 256 {
        table[forward[b] as usize] = b as u8;
        b += 1;
    }
    table
}

/// Equation (5.2): the multiplicative inverse as `b^254`, equation (4.11); `{00}` gives `{00}`.
const fn inverse(b: u8) -> u8 {
    // 254 = 2 + 4 + 8 + ... + 128
    let (mut power, mut square, mut k) = (1, b, 1);
    while k < 8 {
        square = product(square, square);
        power = product(power, square);
        k += 1;
    }
    power
}

/// Equation (5.3), bit by bit.
const fn affine(b: u8) -> u8 {
    let c = 0b0110_0011;
    let (mut out, mut i) = (0, 0);
    while i < 8 {
        let bit = b >> i
            ^ b >> ((i + 4) % 8)
            ^ b >> ((i + 5) % 8)
            ^ b >> ((i + 6) % 8)
            ^ b >> ((i + 7) % 8)
            ^ c >> i;
        out |= (bit & 1) << i;
        i += 1;
    }
    out
}

/// [`multiply`] of two numbers, for the tables.
const fn product(b: u8, c: u8) -> u8 {
    let (mut product, mut degree) = (0u16, 0);
    while degree < 8 {
        if c >> degree & 1 == 1 {
            product ^= (b as u16) << degree;
        }
        degree += 1;
    }
    let mut degree = 14;
    while degree >= 8 {
        if product >> degree & 1 == 1 {
            product ^= M << (degree - 8);
        }
        degree -= 1;
    }
    product as u8
}
