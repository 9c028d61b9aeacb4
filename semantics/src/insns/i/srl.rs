//! `srl`: shift right logical.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "srl",
    title: "Shift right logical",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=5 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "srl x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0x2000_0000),
            source: "oracle: values_rv32, srl",
        },
        Example {
            xlen: 64,
            asm: "srl x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 1),
            source: "unprivileged manual, 4.2.2: the amount is the low six bits of rs2",
        },
    ],
    claims: &[Claim {
        id: "srl/barrel",
        says: "the result is that of a barrel shifter: higher bits of the amount do not count",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Srl, a, b),
                bitwise::shift(bitwise::Shift::RightLogical, a, b),
            );
        },
    }],
};

/// `X(rd) = X(rs1) >> X(rs2)[log2(xlen)-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let by = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) >> by);
}
