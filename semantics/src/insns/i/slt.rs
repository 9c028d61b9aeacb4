//! `slt`: set if less than.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "slt",
    title: "Set if less than",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=2 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "slt x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 3,
            also: &[],
            gives: Gives::X(5, 1),
            source: "oracle: values_rv32, slt",
        },
        Example {
            xlen: 64,
            asm: "slt x6, x6, x7",
            rs1: 1,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 0),
            source: "unprivileged manual, 2.4.2: the comparison is signed",
        },
        Example {
            xlen: 32,
            asm: "slt x5, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32, slt",
        },
    ],
    claims: &[Claim {
        id: "slt/borrow",
        says: "signs decide, else the borrow of a ripple subtracter",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Slt, a, b),
                bitwise::number(bitwise::less_signed(a, b), g.xlen()),
            );
        },
    }],
};

/// `X(rd) = if X(rs1) <s X(rs2) then 1 else 0`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let less = h.x(i.rs1).slt(h.x(i.rs2));
    h.set_x(i.rd, less.bv().zext(H::XLEN));
}
