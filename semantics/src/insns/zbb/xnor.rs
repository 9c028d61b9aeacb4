//! `xnor`: exclusive NOR (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "xnor".
pub const SPEC: Spec = Spec {
    name: "xnor",
    title: "Exclusive NOR",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x20 14..12=4 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "xnor x5, x6, x7",
            rs1: 0x6691_9cce,
            rs2: 0xde7b_fb3e,
            also: &[],
            gives: Gives::X(5, 0x4715_980f),
            source: "oracle: values_rv32_bk, xnor",
        },
        Example {
            xlen: 64,
            asm: "xnor x6, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x2071_0477_bcaa_c21d),
            source: "oracle: values_rv64_bk, xnor",
        },
    ],
    claims: &[Claim {
        id: "xnor/truth-table",
        says: "bit by bit, 1 where rs1 and rs2 are the same, else 0",
        reference: "unprivileged manual, \"xnor\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = bitwise::differ(bitwise::differ(a, b), a.lit(u128::MAX));
            g.equal("rd", g.rd(Insn::Xnor, a, b), rd);
        },
    }],
};

/// `X(rd) = ~(X(rs1) ^ X(rs2))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, !(h.x(i.rs1) ^ h.x(i.rs2)));
}
