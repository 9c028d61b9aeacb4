//! S-boxes as affine images of an inversion: `gf8inv` and `gf8mat` against the tables of the standards.
//!
//! A matrix is written by rows, row 0 in the lowest byte: bit `i` of the result is the parity of row
//! `i` and the byte.

use super::aes::fips197;
use reference_ciphers::aes;
use semantics::{
    claim::{Claim, Goal, With},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

/// FIPS 197, equation (5.3): row `i` has bits `i`, `i + 4` to `i + 7`, modulo 8.
const AES: u128 = rows(0b1111_0001);

/// Its inverse: row `i` has bits `i + 2`, `i + 5` and `i + 7`, modulo 8.
const AES_INVERSE: u128 = rows(0b1010_0100);

/// The constant of equation (5.3), and what the inverse of the matrix makes of it.
const CONSTANT: u128 = 0x63;
const CONSTANT_INVERSE: u128 = 0x05;

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "gf8inv/aes-sbox",
        says: "gf8inv, then gf8mat by the matrix of SubBytes, then the constant {63}: the AES S-box of \
               every byte of the register",
        reference: fips197!("section 5.1.1, equations (5.2) and (5.3), table 4"),
        widths: &[32, 64],
        state: |g| {
            for k in 0..g.xlen() / 8 {
                let (x, rs1) = alone(g, k);
                let inverse = g.rd(Insn::Gf8inv, rs1, rs1);
                let rd = times(g, inverse, AES) ^ every_byte(g, CONSTANT);
                g.equal(format!("byte {k}"), rd.byte(k), aes::sbox(x));
            }
        },
    },
    Claim {
        id: "gf8inv/aes-inverse-sbox",
        says: "gf8mat by the inverse matrix, the constant {05}, then gf8inv: the inverse AES S-box of \
               every byte of the register",
        reference: fips197!("section 5.3.2, table 6"),
        widths: &[32, 64],
        state: |g| {
            for k in 0..g.xlen() / 8 {
                let (x, rs1) = alone(g, k);
                let image = times(g, rs1, AES_INVERSE) ^ every_byte(g, CONSTANT_INVERSE);
                let rd = g.rd(Insn::Gf8inv, image, image);
                g.equal(format!("byte {k}"), rd.byte(k), aes::inv_sbox(x));
            }
        },
    },
];

/// A byte, and a register that has it as byte `k` and is 0 elsewhere. That no byte depends on another
/// one is claimed of each instruction by itself.
fn alone<'a>(g: &Goal<'a>, k: u32) -> (Bv<Dag<'a>>, Bv<Dag<'a>>) {
    let x = g.var(8, "x");
    (x, x.zext(g.xlen()) << (8 * k))
}

/// `gf8mat`: the matrix is in rs2, on RV32 in rs3 and rs2.
fn times<'a>(g: &Goal<'a>, rs1: Bv<Dag<'a>>, matrix: u128) -> Bv<Dag<'a>> {
    let rs2 = g.lit(g.xlen(), matrix);
    let with = match g.xlen() {
        32 => With::rs3(g.lit(32, matrix >> 32)),
        _ => With::default(),
    };
    g.run(Insn::Gf8mat, rs1, rs2, with).rd()
}

fn every_byte<'a>(g: &Goal<'a>, byte: u128) -> Bv<Dag<'a>> {
    g.lit(g.xlen(), byte * 0x0101_0101_0101_0101)
}

/// The circulant matrix with this row 0.
const fn rows(first: u8) -> u128 {
    let (mut matrix, mut i) = (0, 0);
    while i < 8 {
        matrix |= (first.rotate_left(i) as u128) << (8 * i);
        i += 1;
    }
    matrix
}
