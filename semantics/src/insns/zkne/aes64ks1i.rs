//! `aes64ks1i`: AES key schedule, S-box and round constant (Zkne or Zknd, RV64).
use crate::prelude::*;

/// See the unprivileged manual, "aes64ks1i".
pub const SPEC: Spec = Spec {
    name: "aes64ks1i",
    title: "AES key schedule, step 1",
    extensions: &["Zkne", "Zknd"],
    enc: &[Enc::parse(RV64, "rd rs1 31..24=0b00110001 rnum 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, rnum",
    reserved: |i| (i.rnum > 0xA).then_some("round numbers 0xB to 0xF are reserved"),
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "aes64ks1i x6, x6, 0",
            rs1: 0x3c4f_cf09_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1eb_848b_01eb_848b),
            source: "FIPS-197 A.1: i = 4, after the exclusive or with Rcon",
        },
        Example {
            xlen: 64,
            asm: "aes64ks1i x5, x6, 10",
            rs1: 0xdefc_6720_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1db0_85b7_1db0_85b7),
            source: "FIPS-197 A.3: i = 12, after SubWord, no rotation",
        },
        Example {
            xlen: 64,
            asm: "aes64ks1i x5, x6, 1",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xfcc4_f531_fcc4_f531),
            source: "oracle: values_rv64, aes64ks1i",
        },
    ],
    claims: &[],
};

/// `t = X(rs1)[63..32]; t = sbox(if rnum == 0xA then t else t >>> 8) ^ rc(rnum); X(rd) = t @ t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let tmp1 = h.x(i.rs1).bits(63, 32);
    let tmp2 = if i.rnum == 0xA { tmp1 } else { tmp1.rotr(8) };
    let tmp3 = gf256::aes_subword_fwd(tmp2) ^ h.lit(32, RC[i.rnum as usize]);
    h.set_x(i.rd, tmp3.concat(tmp3));
}

/// The round constants of FIPS-197, and none in the last step of AES-256.
const RC: [u128; 11] = [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1b, 0x36, 0x00];
