//! S-boxes as affine images of an inversion: `gf8inv` and `gf8mat` against the tables of the standards.
//!
//! A matrix is written by rows, row 0 in the lowest byte: bit `i` of the result is the parity of row
//! `i` and the byte.

use super::aes::fips197;
use reference_ciphers::{aes, camellia, seed, sm4};
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

/// What makes an S-box of the inversion: a matrix and a constant before it, and both again after it.
struct Image {
    before: u128,
    into: u128,
    after: u128,
    out_of: u128,
}

/// The S-box of SM4. It inverts modulo another polynomial, as SEED does, and Camellia in a tower of fields; but
/// there is one field of 256 elements, so a linear map takes each to the one of AES. The images here were
/// found by a search: the value at which the inversion is to see 0 tells the constants, and the images of
/// two bits under a linear map tell all the others. They are not the only ones: squarings and multiplications
/// by a constant pass through an inversion.
const SM4: Image =
    Image { before: 0xc898_baa0_8c64_4c95, into: 0xdd, after: 0x7893_622c_6713_66ae, out_of: 0xd3 };

/// The first S-box of Camellia.
const CAMELLIA_1: Image =
    Image { before: 0xbcc0_5ca6_8a10_38ff, into: 0x08, after: 0xb7b1_d333_1e24_36eb, out_of: 0x6e };

/// The second and the third one rotate its result: bits of a byte are rows of the matrix.
const CAMELLIA_2: Image = rotated_after(1);
const CAMELLIA_3: Image = rotated_after(7);

/// The fourth one rotates its argument: the bits of each row.
const CAMELLIA_4: Image = {
    let (mut before, mut i) = (0, 0);
    while i < 8 {
        let row = (CAMELLIA_1.before >> (8 * i)) as u8;
        before |= (row.rotate_right(1) as u128) << (8 * i);
        i += 1;
    }
    Image { before, ..CAMELLIA_1 }
};

/// Both S-boxes of SEED are powers that differ from the inversion by squarings.
const SEED_1: Image =
    Image { before: 0x703c_1816_2eb0_cc0b, into: 0, after: 0xe8ac_dfda_9371_5c9a, out_of: 0xa9 };
const SEED_2: Image = Image { after: 0x8fd7_d20b_c0da_466c, out_of: 0x38, ..SEED_1 };

const fn rotated_after(by: u32) -> Image {
    let after = (CAMELLIA_1.after as u64).rotate_left(8 * by) as u128;
    let out_of = (CAMELLIA_1.out_of as u8).rotate_left(by) as u128;
    Image { after, out_of, ..CAMELLIA_1 }
}

const CAMELLIA: &str = "RFC 3713, section 2.4.1";

/// An S-box claim: id, what the S-box is called, reference, the image and the table of the standard.
macro_rules! images {
    ($($id:literal: $what:literal, $reference:expr, $image:expr, $table:expr;)*) => {
        /// The claims of this file.
        pub(super) const ALL: &[Claim] = &[
            AES_SBOX,
            AES_INVERSE_SBOX,
            $(Claim {
                id: concat!("gf8inv/", $id),
                says: concat!("gf8mat and a constant, gf8inv, gf8mat and a constant: ", $what, " of every byte"),
                reference: $reference,
                widths: &[32, 64],
                state: |g| every_byte_of_it(g, &$image, $table),
            },)*
        ];
    };
}
images! {
    "sm4-sbox": "the S-box of SM4", "GB/T 32907-2016, section 6.2.1", SM4, |x| x.lookup(&sm4::SBOX);
    "camellia-sbox1": "SBOX1 of Camellia", CAMELLIA, CAMELLIA_1, |x| x.lookup(&camellia::SBOX1);
    "camellia-sbox2": "SBOX2 of Camellia", CAMELLIA, CAMELLIA_2, |x| x.lookup(&camellia::SBOX1).rotl(1);
    "camellia-sbox3": "SBOX3 of Camellia", CAMELLIA, CAMELLIA_3, |x| x.lookup(&camellia::SBOX1).rotl(7);
    "camellia-sbox4": "SBOX4 of Camellia", CAMELLIA, CAMELLIA_4, |x| x.rotl(1).lookup(&camellia::SBOX1);
    "seed-s1": "the S-box S1 of SEED", "RFC 4269, section 2.2", SEED_1, |x| x.lookup(&seed::S1);
    "seed-s2": "the S-box S2 of SEED", "RFC 4269, section 2.2", SEED_2, |x| x.lookup(&seed::S2);
}

const AES_SBOX: Claim = Claim {
    id: "gf8inv/aes-sbox",
    says: "gf8inv, then gf8mat by the matrix of SubBytes, then the constant {63}: the AES S-box of \
           every byte of the register",
    reference: fips197!("section 5.1.1, equations (5.2) and (5.3), table 4"),
    widths: &[32, 64],
    state: |g| {
        let rs1 = g.reg("rs1");
        let inverse = g.rd(Insn::Gf8inv, rs1, rs1);
        let rd = times(g, inverse, AES) ^ every_byte(g, CONSTANT);
        bytes(g, rd, rs1, aes::sbox);
    },
};

const AES_INVERSE_SBOX: Claim = Claim {
    id: "gf8inv/aes-inverse-sbox",
    says: "gf8mat by the inverse matrix, the constant {05}, then gf8inv: the inverse AES S-box of \
           every byte of the register",
    reference: fips197!("section 5.3.2, table 6"),
    widths: &[32, 64],
    state: |g| {
        let rs1 = g.reg("rs1");
        let image = times(g, rs1, AES_INVERSE) ^ every_byte(g, CONSTANT_INVERSE);
        let rd = g.rd(Insn::Gf8inv, image, image);
        bytes(g, rd, rs1, aes::inv_sbox);
    },
};

type Value<'a> = Bv<Dag<'a>>;

fn every_byte_of_it<'a>(g: &mut Goal<'a>, image: &Image, table: fn(Value<'a>) -> Value<'a>) {
    let rs1 = g.reg("rs1");
    let into = times(g, rs1, image.before) ^ every_byte(g, image.into);
    let inverse = g.rd(Insn::Gf8inv, into, into);
    let rd = times(g, inverse, image.after) ^ every_byte(g, image.out_of);
    bytes(g, rd, rs1, table);
}

fn bytes<'a>(g: &mut Goal<'a>, rd: Value<'a>, rs1: Value<'a>, table: fn(Value<'a>) -> Value<'a>) {
    for k in 0..g.xlen() / 8 {
        g.equal(format!("byte {k}"), rd.byte(k), table(rs1.byte(k)));
    }
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
