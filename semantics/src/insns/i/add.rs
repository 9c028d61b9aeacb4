//! `add`: add.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "add",
    title: "Add",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=0 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "add x5, x6, x7",
            rs1: 0xffff_ffff,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, 2.4.2: overflows are ignored",
        },
        Example {
            xlen: 64,
            asm: "add x6, x6, x7",
            rs1: 0x7fff_ffff_ffff_ffff,
            rs2: 0x1_0000_0000,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_ffff_ffff),
            source: "oracle: values_rv64, add",
        },
    ],
    claims: &[Claim {
        id: "add/ripple",
        says: "the sum is that of a ripple-carry adder without its carry out",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Add, a, b), bitwise::add(a, b));
        },
    }],
};

/// `X(rd) = X(rs1) + X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) + h.x(i.rs2));
}
