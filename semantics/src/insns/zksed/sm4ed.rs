//! `sm4ed`: SM4 encrypt/decrypt, one byte (Zksed).
use crate::prelude::*;

/// See the unprivileged manual, "sm4ed".
pub const SPEC: Spec = Spec {
    name: "sm4ed",
    title: "SM4 encrypt/decrypt, one byte",
    extensions: &["Zksed"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 bs 29..25=0b11000 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sm4ed x5, x6, x7, 1",
            rs1: 0x2cd7_ae0c,
            rs2: 0xa456_7ce9,
            also: &[],
            gives: Gives::X(5, 0xae75_8e8e),
            source: "oracle: values_rv32_bk, sm4ed",
        },
        Example {
            xlen: 64,
            asm: "sm4ed x6, x6, x7, 1",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0xdead_beef_cafe_f00d,
            also: &[],
            gives: Gives::X(6, 0x6018_7860),
            source: "oracle: values_rv64_bk, sm4ed",
        },
    ],
    claims: &[Claim {
        id: "sm4ed/standard",
        says: "adds to rs1 what L gives for the substituted byte bs of the big-endian word in rs2; four of them, bs = 0 to 3, add L(tau(word))",
        reference: "GB/T 32907-2016, section 6.2.1",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let mut chained = a;
            for bs in 0..4 {
                let alone = sm4::linear(sm4::substituted(b, bs));
                let one = bitwise::differ(a.lo(32), sm4::little_endian(alone));
                let rd = g.run(Insn::Sm4ed, a, b, With::bs(bs)).rd();
                g.equal(format!("bs = {bs}"), rd, bitwise::extend_sign(one, g.xlen()));
                chained = g.run(Insn::Sm4ed, chained, b, With::bs(bs)).rd();
            }
            let word = sm4::tau(sm4::little_endian(b.lo(32)));
            let round = sm4::little_endian(sm4::linear(word));
            let four = bitwise::differ(a.lo(32), round);
            g.equal("four of them", chained, bitwise::extend_sign(four, g.xlen()));
        },
    }],
};

/// `x = EXTZ(sm4_sbox(X(rs2)[31..0].byte(bs)));`
/// `y = x ^ (x << 8) ^ (x << 2) ^ (x << 18) ^ ((x & 0x3F) << 26) ^ ((x & 0xC0) << 10);`
/// `X(rd) = EXTS(X(rs1)[31..0] ^ (y <<< 8*bs))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs2).byte(i.bs).lookup(&sm4::SBOX).zext(32);
    let linear =
        x ^ (x << 8) ^ (x << 2) ^ (x << 18) ^ ((x & x.lit(0x3F)) << 26) ^ ((x & x.lit(0xC0)) << 10);
    let result = h.x(i.rs1).lo(32) ^ linear.rotl(8 * i.bs);
    h.set_x(i.rd, result.sext(H::XLEN));
}
