//! `andn`: AND with inverted operand (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "andn".
pub const SPEC: Spec = Spec {
    name: "andn",
    title: "AND with inverted operand",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x20 14..12=7 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "andn x5, x6, x7",
            rs1: 0x5bc7_127b,
            rs2: 0xa264_7a87,
            also: &[],
            gives: Gives::X(5, 0x5983_0078),
            source: "oracle: values_rv32_bk, andn",
        },
        Example {
            xlen: 64,
            asm: "andn x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(6, 0xaaaa_aaaa_aaaa_aa00),
            source: "oracle: values_rv64_bk, andn",
        },
    ],
    claims: &[Claim {
        id: "andn/truth-table",
        says: "bit by bit, rs1 where rs2 is 0, else 0",
        reference: "unprivileged manual, \"andn\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = bitwise::differ(a, bitwise::both(a, b));
            g.equal("rd", g.rd(Insn::Andn, a, b), rd);
        },
    }],
};

/// `X(rd) = X(rs1) & ~X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) & !h.x(i.rs2));
}
