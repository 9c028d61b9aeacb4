//! `or`: or.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "or",
    title: "Or",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=6 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "or x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x8000_0000),
            source: "oracle: values_rv32, or",
        },
        Example {
            xlen: 64,
            asm: "or x6, x6, x7",
            rs1: 0xff00_ff00_0000_0000,
            rs2: 0xff0_0ff0_0000_0001,
            also: &[],
            gives: Gives::X(6, 0xfff0_fff0_0000_0001),
            source: "unprivileged manual, 2.4.2: bit by bit",
        },
    ],
    claims: &[Claim {
        id: "or/truth-table",
        says: "each bit is 1 where rs2 has a 1, else it stays",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Or, a, b), bitwise::either(a, b));
        },
    }],
};

/// `X(rd) = X(rs1) | X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) | h.x(i.rs2));
}
