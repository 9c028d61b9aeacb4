//! `sm3p1`: SM3 P1 transformation (Zksh).
use crate::prelude::*;

/// See the unprivileged manual, "sm3p1".
pub const SPEC: Spec = Spec {
    name: "sm3p1",
    title: "SM3 P1 transformation",
    extensions: &["Zksh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x109 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sm3p1 x5, x6",
            rs1: 0x33b3_b4aa,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xbcff_74a9),
            source: "oracle: values_rv32_bk, sm3p1",
        },
        Example {
            xlen: 64,
            asm: "sm3p1 x6, x6",
            rs1: 0xe84e_2868_962b_8f4c,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_f7c6_d19e),
            source: "oracle: values_rv64_bk, sm3p1",
        },
    ],
    claims: &[Claim {
        id: "sm3p1/standard",
        says: "P1 of SM3 on the low word, bit by bit, its top bit copied upwards",
        reference: "GB/T 32905-2016, section 4.4",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = a.lo(32);
            let rotated = |n| bitwise::permute(word, |k| (k + 32 - n) % 32);
            g.equal(
                "rd",
                g.rd(Insn::Sm3p1, a, a),
                bitwise::extend_sign(word ^ rotated(15) ^ rotated(23), g.xlen()),
            );
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS(x ^ (x <<< 15) ^ (x <<< 23))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let r1 = h.x(i.rs1).lo(32);
    let result = r1 ^ r1.rotl(15) ^ r1.rotl(23);
    h.set_x(i.rd, result.sext(H::XLEN));
}
