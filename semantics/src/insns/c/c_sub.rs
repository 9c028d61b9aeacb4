//! `c.sub`: subtract.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sub",
    title: "Subtract",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1_p rs2_p 15..13=4 12..12=0 11..10=3 6..5=0 1..0=1")],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.sub x8, x9",
            rs1: 0,
            rs2: 1,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff),
            source: "unprivileged manual, \"Integer Register-Register Operations\": it is `sub`, which ignores overflow",
        },
        Example {
            xlen: 64,
            asm: "c.sub x9, x8",
            rs1: 0x8000_0000_0000_0000,
            rs2: 1,
            also: &[],
            gives: Gives::X(9, 0x7fff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Integer Register-Register Operations\": it is `sub`, which ignores overflow",
        },
    ],
    claims: &[Claim {
        id: "c.sub/ripple",
        says: "the difference is that of a ripple-carry adder fed the complement and a carry",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::CSub, a, b), bitwise::sub(a, b));
        },
    }],
};

/// `sub rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sub::exec(h, i);
}
