//! `c.or`: or.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.or",
    title: "Or",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1_p rs2_p 15..13=4 12..12=0 11..10=3 6..5=2 1..0=1")],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.or x8, x9",
            rs1: 0xf000_0000,
            rs2: 15,
            also: &[],
            gives: Gives::X(8, 0xf000_000f),
            source: "unprivileged manual, \"Integer Register-Register Operations\": bitwise or",
        },
        Example {
            xlen: 64,
            asm: "c.or x9, x8",
            rs1: 0x8000_0000_0000_0000,
            rs2: 1,
            also: &[],
            gives: Gives::X(9, 0x8000_0000_0000_0001),
            source: "unprivileged manual, \"Integer Register-Register Operations\": bitwise or",
        },
    ],
    claims: &[Claim {
        id: "c.or/truth-table",
        says: "bit by bit, the truth table of or",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::COr, a, b), bitwise::either(a, b));
        },
    }],
};

/// `or rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::or::exec(h, i);
}
