//! `aes64ds`: half of the last AES decryption round (Zknd, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64ds".
pub const SPEC: Spec = Spec {
    name: "aes64ds",
    title: "AES final round decryption, half a state",
    extensions: &["Zknd"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0b0011101 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64ds x6, x6, x7",
            rs1: 0xae52_b4e0_305d_bfd4,
            rs2: 0xe598_271e_f111_41b8,
            also: &[],
            gives: Gives::X(6, 0x2be2_f4a0_bee3_3d19),
            source: "FIPS-197 Appendix B: round 1 backwards, columns 0 and 1",
        },
        Example {
            xlen: 64,
            asm: "aes64ds x5, x6, x7",
            rs1: 0xe598_271e_f111_41b8,
            rs2: 0xae52_b4e0_305d_bfd4,
            also: &[],
            gives: Gives::X(5, 0x848_f8e9_2a8d_c69a),
            source: "FIPS-197 Appendix B: round 1 backwards, columns 2 and 3, halves exchanged",
        },
    ],
    claims: &[],
};

/// `X(rd) = inv_sbox(inv_shift_rows(X(rs2) @ X(rs1))[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sr = gf256::aes_rv64_shiftrows_inv(h.x(i.rs2), h.x(i.rs1));
    h.set_x(i.rd, gf256::aes_subword_inv(sr));
}
