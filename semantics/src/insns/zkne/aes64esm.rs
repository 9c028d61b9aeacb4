//! `aes64esm`: half of an AES middle round (Zkne, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64esm".
pub const SPEC: Spec = Spec {
    name: "aes64esm",
    title: "AES middle round encryption, half a state",
    extensions: &["Zkne"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0b0011011 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64esm x6, x6, x7",
            rs1: 0x2be2_f4a0_bee3_3d19,
            rs2: 0x848_f8e9_2a8d_c69a,
            also: &[],
            gives: Gives::X(6, 0x9a19_cbe0_e581_6604),
            source: "FIPS-197 Appendix B: round 1, columns 0 and 1 after MixColumns",
        },
        Example {
            xlen: 64,
            asm: "aes64esm x5, x6, x7",
            rs1: 0x848_f8e9_2a8d_c69a,
            rs2: 0x2be2_f4a0_bee3_3d19,
            also: &[],
            gives: Gives::X(5, 0x4c26_0628_7ad3_f848),
            source: "FIPS-197 Appendix B: round 1, columns 2 and 3, halves exchanged",
        },
        Example {
            xlen: 64,
            asm: "aes64esm x5, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0x6363_6363_6363_6363),
            source: "oracle: values_rv64, aes64esm",
        },
    ],
    claims: &[],
};

/// `X(rd) = mix_columns(sbox(shift_rows(X(rs2) @ X(rs1))[63..0]))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sr = gf256::aes_rv64_shiftrows_fwd(h.x(i.rs2), h.x(i.rs1));
    let sb = gf256::aes_subword_fwd(sr);
    let mixed = gf256::aes_mixcolumn_fwd(sb.hi(32)).concat(gf256::aes_mixcolumn_fwd(sb.lo(32)));
    h.set_x(i.rd, mixed);
}
