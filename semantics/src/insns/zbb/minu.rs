//! `minu`: unsigned minimum (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "minu".
pub const SPEC: Spec = Spec {
    name: "minu",
    title: "Unsigned minimum",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=5 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "minu x5, x6, x7",
            rs1: 0x3e2e_a5cc,
            rs2: 0x1661_8ee8,
            also: &[],
            gives: Gives::X(5, 0x1661_8ee8),
            source: "oracle: values_rv32_bk, minu",
        },
        Example {
            xlen: 64,
            asm: "minu x6, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0x8877_6655_4433_2211,
            also: &[],
            gives: Gives::X(6, 0x8877_6655_4433_2211),
            source: "oracle: values_rv64_bk, minu",
        },
    ],
    claims: &[Claim {
        id: "minu/borrow",
        says: "rs1 is less, as unsigned numbers, when subtracting says so; then the result is rs1, else rs2",
        reference: "unprivileged manual, \"minu\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let less = bitwise::less_unsigned(a, b);
            g.equal("rd", g.rd(Insn::Minu, a, b), less.select(a, b));
        },
    }],
};

/// `X(rd) = if X(rs1) <u X(rs2) then X(rs1) else X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    h.set_x(i.rd, rs1.ult(rs2).select(rs1, rs2));
}
