//! `maxu`: unsigned maximum (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "maxu".
pub const SPEC: Spec = Spec {
    name: "maxu",
    title: "Unsigned maximum",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=7 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "maxu x5, x6, x7",
            rs1: 0x2cfe_53b5,
            rs2: 0xdefe_875b,
            also: &[],
            gives: Gives::X(5, 0xdefe_875b),
            source: "oracle: values_rv32_bk, maxu",
        },
        Example {
            xlen: 64,
            asm: "maxu x6, x6, x7",
            rs1: 0xc112_c28f_2f27_9c4c,
            rs2: 0xf7fc_4dec_a507_e280,
            also: &[],
            gives: Gives::X(6, 0xf7fc_4dec_a507_e280),
            source: "oracle: values_rv64_bk, maxu",
        },
    ],
    claims: &[Claim {
        id: "maxu/borrow",
        says: "rs1 is less, as unsigned numbers, when subtracting says so; then the result is rs2, else rs1",
        reference: "unprivileged manual, \"maxu\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let less = bitwise::less_unsigned(a, b);
            g.equal("rd", g.rd(Insn::Maxu, a, b), less.select(b, a));
        },
    }],
};

/// `X(rd) = if X(rs1) <u X(rs2) then X(rs2) else X(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    h.set_x(i.rd, rs1.ult(rs2).select(rs2, rs1));
}
