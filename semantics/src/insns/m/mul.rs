//! `mul`: low half of the product (M, Zmmul).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mul",
    title: "Multiply",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=0 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "mul x5, x6, x7",
            rs1: 0x89ab_cdef,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(5, 0x90f2_a521),
            source: "oracle: values_rv32, mul",
        },
        Example {
            xlen: 64,
            asm: "mul x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 3,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Multiplication Operations\": the lower XLEN bits",
        },
    ],
    claims: &[
        Claim {
            id: "mul/shift-and-add",
            says: "at XLEN 8, the low half of the sum of shifted copies",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("rd", g.rd(Insn::Mul, a, b), bitwise::multiply(a, b).lo(8));
            },
        },
        Claim {
            id: "mul/corners",
            says: "times a power of two moves the bits, times 0 gives 0, times -1 negates",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let wide = bitwise::extend_zero(a, 2 * width);
                for k in 0..width {
                    let product = bitwise::times_power_of_two(wide, k).lo(width);
                    let rd = g.rd(Insn::Mul, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, product);
                }
                let zero = g.lit(g.xlen(), 0);
                g.equal("rs2 = 0", g.rd(Insn::Mul, a, zero), zero);
                let minus_one = !zero;
                g.equal("rs2 = -1", g.rd(Insn::Mul, a, minus_one), zero - a);
            },
        },
    ],
};

/// `X(rd) = (X(rs1) * X(rs2))[xlen-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) * h.x(i.rs2));
}
