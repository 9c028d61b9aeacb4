//! `sub`: subtract.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sub",
    title: "Subtract",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0x20 14..12=0 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sub x5, x6, x7",
            rs1: 0,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, 2.4.2: overflows are ignored",
        },
        Example {
            xlen: 64,
            asm: "sub x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 1,
            also: &[],
            gives: Gives::X(6, 0x7fff_ffff_ffff_ffff),
            source: "unprivileged manual, 2.4.2: overflows are ignored",
        },
        Example {
            xlen: 32,
            asm: "sub x5, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 0xcafe_f00d,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32, sub",
        },
    ],
    claims: &[Claim {
        id: "sub/ripple",
        says: "the difference is that of a ripple-carry adder fed the complement and a carry",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Sub, a, b), bitwise::sub(a, b));
        },
    }],
};

/// `X(rd) = X(rs1) - X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) - h.x(i.rs2));
}
