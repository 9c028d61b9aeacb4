//! `sltu`: set if less than, unsigned.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sltu",
    title: "Set if less than, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=3 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sltu x5, x0, x7",
            rs1: 0,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, 2.4.2: with rs1 = x0 it tests rs2 for non-zero (SNEZ)",
        },
        Example {
            xlen: 64,
            asm: "sltu x6, x6, x7",
            rs1: 1,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 1),
            source: "unprivileged manual, 2.4.2: the comparison is unsigned",
        },
        Example {
            xlen: 64,
            asm: "sltu x5, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0x1_0000_0000,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv64, sltu",
        },
    ],
    claims: &[Claim {
        id: "sltu/borrow",
        says: "it is the borrow of a ripple subtracter",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Sltu, a, b),
                bitwise::number(bitwise::less_unsigned(a, b), g.xlen()),
            );
        },
    }],
};

/// `X(rd) = if X(rs1) <u X(rs2) then 1 else 0`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let less = h.x(i.rs1).ult(h.x(i.rs2));
    h.set_x(i.rd, less.bv().zext(H::XLEN));
}
