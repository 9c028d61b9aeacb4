//! `aes64es`: half of the last AES round (Zkne, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64es".
pub const SPEC: Spec = Spec {
    name: "aes64es",
    title: "AES final round encryption, half a state",
    extensions: &["Zkne"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0b0011001 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64es x6, x6, x7",
            rs1: 0x8438_2e59_1ef2_40eb,
            rs2: 0xd242_c31b_e713_a18b,
            also: &[],
            gives: Gives::X(6, 0x722c_32cb_b57d_31e9),
            source: "FIPS-197 Appendix B: round 10, columns 0 and 1 after ShiftRows",
        },
        Example {
            xlen: 64,
            asm: "aes64es x5, x6, x7",
            rs1: 0xd242_c31b_e713_a18b,
            rs2: 0x8438_2e59_1ef2_40eb,
            also: &[],
            gives: Gives::X(5, 0x9407_09af_5f89_2e3d),
            source: "FIPS-197 Appendix B: round 10, columns 2 and 3, halves exchanged",
        },
        Example {
            xlen: 64,
            asm: "aes64es x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0x80,
            also: &[],
            gives: Gives::X(5, 0x1663_6316_6363_1616),
            source: "oracle: values_rv64, aes64es",
        },
    ],
    claims: &[],
};

/// `X(rd) = sbox(shift_rows(X(rs2) @ X(rs1))[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sr = gf256::aes_rv64_shiftrows_fwd(h.x(i.rs2), h.x(i.rs1));
    h.set_x(i.rd, gf256::aes_subword_fwd(sr));
}
