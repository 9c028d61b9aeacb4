//! `aes64im`: AES inverse MixColumns, for decryption keys (Zknd, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64im".
pub const SPEC: Spec = Spec {
    name: "aes64im",
    title: "AES inverse MixColumns",
    extensions: &["Zknd"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x300 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64im x6, x6",
            rs1: 0x9a19_cbe0_e581_6604,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xae52_b4e0_305d_bfd4),
            source: "FIPS-197 Appendix B: round 1, MixColumns backwards",
        },
        Example {
            xlen: 64,
            asm: "aes64im x5, x6",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xe71_2a77_6cac_dfd6),
            source: "oracle: values_rv64, aes64im",
        },
    ],
    claims: &[],
};

/// `X(rd) = aes_mixcolumn_inv(X(rs1)[63..32]) @ aes_mixcolumn_inv(X(rs1)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let w0 = gf256::aes_mixcolumn_inv(h.x(i.rs1).lo(32));
    let w1 = gf256::aes_mixcolumn_inv(h.x(i.rs1).hi(32));
    h.set_x(i.rd, w1.concat(w0));
}
