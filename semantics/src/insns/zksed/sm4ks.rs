//! `sm4ks`: SM4 key schedule, one byte (Zksed).
use crate::prelude::*;

/// See the unprivileged manual, "sm4ks".
pub const SPEC: Spec = Spec {
    name: "sm4ks",
    title: "SM4 key schedule, one byte",
    extensions: &["Zksed"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 bs 29..25=0b11010 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sm4ks x5, x6, x7, 1",
            rs1: 0x4daf_fd26,
            rs2: 0xb564_6ed0,
            also: &[],
            gives: Gives::X(5, 0x4293_8526),
            source: "oracle: values_rv32_bk, sm4ks",
        },
        Example {
            xlen: 64,
            asm: "sm4ks x6, x6, x7, 1",
            rs1: 0xe7a5_7d91_cef2_df3e,
            rs2: 0x9478_164b_8ff0_c790,
            also: &[],
            gives: Gives::X(6, 0x41cd_a0de),
            source: "oracle: values_rv64_bk, sm4ks",
        },
    ],
    claims: &[Claim {
        id: "sm4ks/standard",
        says: "adds to rs1 what L' gives for the substituted byte bs of the big-endian word in rs2; four of them, bs = 0 to 3, add L'(tau(word))",
        reference: "GB/T 32907-2016, section 7.3",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let mut chained = a;
            for bs in 0..4 {
                let alone = sm4::linear_key(sm4::substituted(b, bs));
                let one = bitwise::differ(a.lo(32), sm4::little_endian(alone));
                let rd = g.run(Insn::Sm4ks, a, b, With::bs(bs)).rd();
                g.equal(format!("bs = {bs}"), rd, bitwise::extend_sign(one, g.xlen()));
                chained = g.run(Insn::Sm4ks, chained, b, With::bs(bs)).rd();
            }
            let word = sm4::tau(sm4::little_endian(b.lo(32)));
            let round = sm4::little_endian(sm4::linear_key(word));
            let four = bitwise::differ(a.lo(32), round);
            g.equal("four of them", chained, bitwise::extend_sign(four, g.xlen()));
        },
    }],
};

/// `x = EXTZ(sm4_sbox(X(rs2)[31..0].byte(bs)));`
/// `y = x ^ ((x & 0x07) << 29) ^ ((x & 0xFE) << 7) ^ ((x & 0x01) << 23) ^ ((x & 0xF8) << 13);`
/// `X(rd) = EXTS(X(rs1)[31..0] ^ (y <<< 8*bs))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs2).byte(i.bs).lookup(&sm4::SBOX).zext(32);
    let linear = x
        ^ ((x & x.lit(0x07)) << 29)
        ^ ((x & x.lit(0xFE)) << 7)
        ^ ((x & x.lit(0x01)) << 23)
        ^ ((x & x.lit(0xF8)) << 13);
    let result = h.x(i.rs1).lo(32) ^ linear.rotl(8 * i.bs);
    h.set_x(i.rd, result.sext(H::XLEN));
}
