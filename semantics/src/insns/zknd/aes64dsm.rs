//! `aes64dsm`: half of an AES middle decryption round (Zknd, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64dsm".
pub const SPEC: Spec = Spec {
    name: "aes64dsm",
    title: "AES middle round decryption, half a state",
    extensions: &["Zknd"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0b0011111 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64dsm x6, x6, x7",
            rs1: 0x6363_6363_6363_637c,
            rs2: 0x6363_6363_6363_6363,
            also: &[],
            gives: Gives::X(6, 0xb0d_090e),
            source: "FIPS-197 5.3.3: the first column of the matrix; S(01) = 7c, S(00) = 63",
        },
        Example {
            xlen: 64,
            asm: "aes64dsm x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xb0ee_9fc1_c1b0_ee9f),
            source: "oracle: values_rv64, aes64dsm",
        },
    ],
    claims: &[],
};

/// `X(rd) = inv_mix_columns(inv_sbox(inv_shift_rows(X(rs2) @ X(rs1))[63..0]))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sr = gf256::aes_rv64_shiftrows_inv(h.x(i.rs2), h.x(i.rs1));
    let sb = gf256::aes_subword_inv(sr);
    let mixed = gf256::aes_mixcolumn_inv(sb.hi(32)).concat(gf256::aes_mixcolumn_inv(sb.lo(32)));
    h.set_x(i.rd, mixed);
}
