//! `aes32dsmi`: one byte of an AES middle decryption round (Zknd, RV32).
use crate::prelude::*;

/// See the unprivileged manual, "aes32dsmi".
pub const SPEC: Spec = Spec {
    name: "aes32dsmi",
    title: "AES middle round decryption, one byte",
    extensions: &["Zknd"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 bs 29..25=0b10111 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "aes32dsmi x5, x6, x7, 0",
            rs1: 0,
            rs2: 124,
            also: &[],
            gives: Gives::X(5, 0xb0d_090e),
            source: "FIPS-197 5.3.3: the first column of the matrix, as S(01) = 7c",
        },
        Example {
            xlen: 32,
            asm: "aes32dsmi x6, x6, x7, 1",
            rs1: 0x8000_0000,
            rs2: 0x7c00,
            also: &[],
            gives: Gives::X(6, 0x8d09_0e0b),
            source: "FIPS-197 5.3.3: the second column of the matrix",
        },
        Example {
            xlen: 32,
            asm: "aes32dsmi x5, x6, x7, 0",
            rs1: 0x8000_0000,
            rs2: 0x302_0100,
            also: &[],
            gives: Gives::X(5, 0xd0a7_f451),
            source: "oracle: values_rv32, aes32dsmi",
        },
    ],
    claims: &[],
};

/// `X(rd) = X(rs1) ^ (aes_mixcolumn_byte_inv(inv_sbox(X(rs2).byte(bs))) <<< 8*bs)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let si = h.x(i.rs2).byte(i.bs);
    let so = si.lookup(&gf256::INV_SBOX);
    let mixed = gf256::aes_mixcolumn_byte_inv(so);
    h.set_x(i.rd, h.x(i.rs1) ^ mixed.rotl(8 * i.bs));
}
