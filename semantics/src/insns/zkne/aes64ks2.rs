//! `aes64ks2`: AES key schedule, exclusive or of the words (Zkne or Zknd, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64ks2".
pub const SPEC: Spec = Spec {
    name: "aes64ks2",
    title: "AES key schedule, step 2",
    extensions: &["Zkne", "Zknd"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0b0111111 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64ks2 x6, x6, x7",
            rs1: 0x1eb_848b_01eb_848b,
            rs2: 0xa6d2_ae28_1615_7e2b,
            also: &[],
            gives: Gives::X(6, 0xb12c_5488_17fe_faa0),
            source: "FIPS-197 A.1: w4 and w5 from w0, w1 and the word for i = 4",
        },
        Example {
            xlen: 64,
            asm: "aes64ks2 x5, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 0x8000_00ff_8000_00ff),
            source: "oracle: values_rv64, aes64ks2",
        },
    ],
    claims: &[],
};

/// `w0 = X(rs1)[63..32] ^ X(rs2)[31..0]; w1 = w0 ^ X(rs2)[63..32]; X(rd) = w1 @ w0`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let w0 = h.x(i.rs1).bits(63, 32) ^ h.x(i.rs2).bits(31, 0);
    let w1 = w0 ^ h.x(i.rs2).bits(63, 32);
    h.set_x(i.rd, w1.concat(w0));
}
