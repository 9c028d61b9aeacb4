//! `xor`: exclusive or.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "xor",
    title: "Exclusive or",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=4 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "xor x5, x6, x7",
            rs1: 0xffff_ffff,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x7fff_ffff),
            source: "oracle: values_rv32, xor",
        },
        Example {
            xlen: 64,
            asm: "xor x6, x6, x7",
            rs1: 0xff00_ff00_0000_0000,
            rs2: 0xff0_0ff0_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xf0f0_f0f0_0000_0000),
            source: "unprivileged manual, 2.4.2: bit by bit",
        },
    ],
    claims: &[Claim {
        id: "xor/truth-table",
        says: "each bit is inverted where rs2 has a 1",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Xor, a, b), bitwise::differ(a, b));
        },
    }],
};

/// `X(rd) = X(rs1) ^ X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) ^ h.x(i.rs2));
}
