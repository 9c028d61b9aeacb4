//! `aes32dsi`: one byte of the last AES decryption round (Zknd, RV32).
use crate::prelude::*;

/// See the unprivileged manual, "aes32dsi".
pub const SPEC: Spec = Spec {
    name: "aes32dsi",
    title: "AES final round decryption, one byte",
    extensions: &["Zknd"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 bs 29..25=0b10101 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "aes32dsi x5, x6, x7, 0",
            rs1: 0,
            rs2: 237,
            also: &[],
            gives: Gives::X(5, 83),
            source: "FIPS-197 5.3.2: the inverse of S(53) = ed",
        },
        Example {
            xlen: 32,
            asm: "aes32dsi x6, x6, x7, 3",
            rs1: 0xffff_ffff,
            rs2: 0xed00_0000,
            also: &[],
            gives: Gives::X(6, 0xacff_ffff),
            source: "FIPS-197 5.3.2: the inverse of S(53) = ed, into byte 3",
        },
        Example {
            xlen: 32,
            asm: "aes32dsi x5, x6, x7, 0",
            rs1: 0x97aa_3de8,
            rs2: 0xcd4a_3990,
            also: &[],
            gives: Gives::X(5, 0x97aa_3d7e),
            source: "oracle: values_rv32, aes32dsi",
        },
    ],
    claims: &[],
};

/// `X(rd) = X(rs1) ^ (inv_sbox(X(rs2).byte(bs)) <<< 8*bs)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let si = h.x(i.rs2).byte(i.bs);
    let so = si.lookup(&gf256::INV_SBOX).zext(32);
    h.set_x(i.rd, h.x(i.rs1) ^ so.rotl(8 * i.bs));
}
