//! `sm3p0`: SM3 P0 transformation (Zksh).
use crate::prelude::*;

/// See the unprivileged manual, "sm3p0".
pub const SPEC: Spec = Spec {
    name: "sm3p0",
    title: "SM3 P0 transformation",
    extensions: &["Zksh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x108 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sm3p0 x5, x6",
            rs1: 0xff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1ff_feff),
            source: "oracle: values_rv32_bk, sm3p0",
        },
        Example {
            xlen: 64,
            asm: "sm3p0 x6, x6",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_aaaa_aaaa),
            source: "oracle: values_rv64_bk, sm3p0",
        },
    ],
    claims: &[Claim {
        id: "sm3p0/standard",
        says: "P0 of SM3 on the low word, bit by bit, its top bit copied upwards",
        reference: "GB/T 32905-2016, section 4.4",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = a.lo(32);
            let rotated = |n| bitwise::permute(word, |k| (k + 32 - n) % 32);
            g.equal(
                "rd",
                g.rd(Insn::Sm3p0, a, a),
                bitwise::extend_sign(word ^ rotated(9) ^ rotated(17), g.xlen()),
            );
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS(x ^ (x <<< 9) ^ (x <<< 17))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let r1 = h.x(i.rs1).lo(32);
    let result = r1 ^ r1.rotl(9) ^ r1.rotl(17);
    h.set_x(i.rd, result.sext(H::XLEN));
}
