//! `mulhu`: high half of the unsigned product (M, Zmmul).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mulhu",
    title: "Multiply high unsigned",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=3 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "mulhu x5, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 202),
            source: "oracle: values_rv32, mulhu",
        },
        Example {
            xlen: 64,
            asm: "mulhu x6, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_fffe),
            source: "unprivileged manual, \"Multiplication Operations\": (2^64 - 1)^2 = 2^128 - 2^65 + 1",
        },
    ],
    claims: &[
        Claim {
            id: "mulhu/shift-and-add",
            says: "at XLEN 8, the high half of the sum of shifted copies, for each high half of rs2",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[8],
            state: |g| {
                let a = g.reg("rs1");
                for high in 0..16 {
                    let b = g.lit(4, high).concat(g.var(4, "low"));
                    let product = bitwise::multiply(a, b).hi(8);
                    g.equal(format!("rs2 = {high:x}_"), g.rd(Insn::Mulhu, a, b), product);
                }
            },
        },
        Claim {
            id: "mulhu/corners",
            says: "times a power of two and 0, the exact product's high half",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let wide = bitwise::extend_zero(a, 2 * width);
                for k in 0..width {
                    let product = bitwise::times_power_of_two(wide, k).hi(width);
                    let rd = g.rd(Insn::Mulhu, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, product);
                }
                let zero = g.lit(g.xlen(), 0);
                g.equal("rs2 = 0", g.rd(Insn::Mulhu, a, zero), zero);
            },
        },
    ],
};

/// `X(rd) = (EXTZ(X(rs1)) * EXTZ(X(rs2)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).zext(2 * H::XLEN) * h.x(i.rs2).zext(2 * H::XLEN);
    h.set_x(i.rd, product.hi(H::XLEN));
}
