//! `sll`: shift left logical.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sll",
    title: "Shift left logical",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=1 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sll x5, x6, x7",
            rs1: 1,
            rs2: 0xffff_ffe4,
            also: &[],
            gives: Gives::X(5, 16),
            source: "unprivileged manual, 2.4.2: the amount is the low five bits of rs2",
        },
        Example {
            xlen: 64,
            asm: "sll x6, x6, x7",
            rs1: 1,
            rs2: 63,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0000),
            source: "unprivileged manual, 4.2.2: the amount is the low six bits of rs2",
        },
        Example {
            xlen: 32,
            asm: "sll x5, x6, x7",
            rs1: 0xaaaa_aaaa,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32, sll",
        },
    ],
    claims: &[Claim {
        id: "sll/barrel",
        says: "the result is that of a barrel shifter: higher bits of the amount do not count",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Sll, a, b), bitwise::shift(bitwise::Shift::Left, a, b));
        },
    }],
};

/// `X(rd) = X(rs1) << X(rs2)[log2(xlen)-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let by = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) << by);
}
