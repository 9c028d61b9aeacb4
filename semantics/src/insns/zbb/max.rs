//! `max`: maximum (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "max".
pub const SPEC: Spec = Spec {
    name: "max",
    title: "Maximum",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=6 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "max x5, x6, x7",
            rs1: 0x2363_5f72,
            rs2: 0x4a31_5424,
            also: &[],
            gives: Gives::X(5, 0x4a31_5424),
            source: "oracle: values_rv32_bk, max",
        },
        Example {
            xlen: 64,
            asm: "max x6, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x123_4567_89ab_cdef),
            source: "oracle: values_rv64_bk, max",
        },
    ],
    claims: &[Claim {
        id: "max/borrow",
        says: "rs1 is less, as signed numbers, when subtracting says so; then the result is rs2, else rs1",
        reference: "unprivileged manual, \"max\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let less = bitwise::less_signed(a, b);
            g.equal("rd", g.rd(Insn::Max, a, b), less.select(b, a));
        },
    }],
};

/// `X(rd) = if X(rs1) <s X(rs2) then X(rs2) else X(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    h.set_x(i.rd, rs1.slt(rs2).select(rs2, rs1));
}
