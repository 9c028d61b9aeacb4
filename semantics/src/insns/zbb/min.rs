//! `min`: minimum (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "min".
pub const SPEC: Spec = Spec {
    name: "min",
    title: "Minimum",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=4 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "min x5, x6, x7",
            rs1: 0x30b0_da4f,
            rs2: 0xe03_b256,
            also: &[],
            gives: Gives::X(5, 0xe03_b256),
            source: "oracle: values_rv32_bk, min",
        },
        Example {
            xlen: 64,
            asm: "min x6, x6, x7",
            rs1: 0xf52d_643d_1708_a97f,
            rs2: 0x1dc3_86ff_f99e_a8d9,
            also: &[],
            gives: Gives::X(6, 0xf52d_643d_1708_a97f),
            source: "oracle: values_rv64_bk, min",
        },
    ],
    claims: &[Claim {
        id: "min/borrow",
        says: "rs1 is less, as signed numbers, when subtracting says so; then the result is rs1, else rs2",
        reference: "unprivileged manual, \"min\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let less = bitwise::less_signed(a, b);
            g.equal("rd", g.rd(Insn::Min, a, b), less.select(a, b));
        },
    }],
};

/// `X(rd) = if X(rs1) <s X(rs2) then X(rs1) else X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    h.set_x(i.rd, rs1.slt(rs2).select(rs1, rs2));
}
