//! `and`: and.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "and",
    title: "And",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=7 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "and x5, x6, x7",
            rs1: 0xffff_ffff,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0xaaaa_aaaa),
            source: "oracle: values_rv32, and",
        },
        Example {
            xlen: 64,
            asm: "and x6, x6, x7",
            rs1: 0xff00_ff00_0000_0001,
            rs2: 0xff0_0ff0_0000_0001,
            also: &[],
            gives: Gives::X(6, 0xf00_0f00_0000_0001),
            source: "unprivileged manual, 2.4.2: bit by bit",
        },
    ],
    claims: &[Claim {
        id: "and/truth-table",
        says: "each bit is 0 where rs2 has a 0, else it stays",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::And, a, b), bitwise::both(a, b));
        },
    }],
};

/// `X(rd) = X(rs1) & X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) & h.x(i.rs2));
}
