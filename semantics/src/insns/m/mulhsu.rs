//! `mulhsu`: high half of the product of signed rs1 and unsigned rs2 (M, Zmmul).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mulhsu",
    title: "Multiply high signed-unsigned",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=2 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "mulhsu x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "oracle: values_rv32, mulhsu",
        },
        Example {
            xlen: 64,
            asm: "mulhsu x6, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Multiplication Operations\": -1 * (2^64 - 1), only rs1 is signed",
        },
        Example {
            xlen: 32,
            asm: "mulhsu x5, x6, x7",
            rs1: 1,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(5, 0),
            source: "unprivileged manual, \"Multiplication Operations\": 1 * (2^32 - 1), rs2 is unsigned",
        },
    ],
    claims: &[
        Claim {
            id: "mulhsu/shift-and-add",
            says: "at XLEN 8, the high half of the unsigned product, less rs2 when rs1 is negative, for each high half of rs2",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[8],
            state: |g| {
                let a = g.reg("rs1");
                for high in 0..16 {
                    let b = g.lit(4, high).concat(g.var(4, "low"));
                    let unsigned = bitwise::multiply(a, b).hi(8);
                    let product = bitwise::sub(unsigned, a.bit(7).select(b, a.lit(0)));
                    g.equal(format!("rs2 = {high:x}_"), g.rd(Insn::Mulhsu, a, b), product);
                }
            },
        },
        Claim {
            id: "mulhsu/corners",
            says: "times a power of two (the largest too is positive) and 0, the exact product's high half",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let wide = bitwise::extend_sign(a, 2 * width);
                for k in 0..width {
                    let product = bitwise::times_power_of_two(wide, k).hi(width);
                    let rd = g.rd(Insn::Mulhsu, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, product);
                }
                let zero = g.lit(g.xlen(), 0);
                g.equal("rs2 = 0", g.rd(Insn::Mulhsu, a, zero), zero);
            },
        },
    ],
};

/// `X(rd) = (EXTS(X(rs1)) * EXTZ(X(rs2)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).sext(2 * H::XLEN) * h.x(i.rs2).zext(2 * H::XLEN);
    h.set_x(i.rd, product.hi(H::XLEN));
}
