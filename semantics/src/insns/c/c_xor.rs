//! `c.xor`: exclusive or.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.xor",
    title: "Exclusive or",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1_p rs2_p 15..13=4 12..12=0 11..10=3 6..5=1 1..0=1")],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.xor x8, x9",
            rs1: 0xffff_0000,
            rs2: 0xff0_0ff0,
            also: &[],
            gives: Gives::X(8, 0xf00f_0ff0),
            source: "unprivileged manual, \"Integer Register-Register Operations\": bitwise exclusive or",
        },
        Example {
            xlen: 64,
            asm: "c.xor x9, x8",
            rs1: 0x8000_0000_0000_0001,
            rs2: 1,
            also: &[],
            gives: Gives::X(9, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Integer Register-Register Operations\": bitwise exclusive or",
        },
    ],
    claims: &[Claim {
        id: "c.xor/truth-table",
        says: "bit by bit, the truth table of exclusive or",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::CXor, a, b), bitwise::differ(a, b));
        },
    }],
};

/// `xor rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::xor::exec(h, i);
}
