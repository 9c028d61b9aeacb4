//! `mulh`: high half of the signed product (M, Zmmul).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mulh",
    title: "Multiply high signed",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=1 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "mulh x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x4000_0000),
            source: "unprivileged manual, \"Multiplication Operations\": (-2^31)^2 = 2^62",
        },
        Example {
            xlen: 128,
            asm: "mulh x6, x6, x7",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            also: &[],
            gives: Gives::X(6, 0x4000_0000_0000_0000_0000_0000_0000_0000),
            source: "unprivileged manual, \"Multiplication Operations\": (-2^127)^2 = 2^254",
        },
    ],
    claims: &[
        Claim {
            id: "mulh/shift-and-add",
            says: "at XLEN 8, the high half of the unsigned product, less each factor whose partner is negative, for each high half of rs2",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[8],
            state: |g| {
                let a = g.reg("rs1");
                for high in 0..16 {
                    let b = g.lit(4, high).concat(g.var(4, "low"));
                    let unsigned = bitwise::multiply(a, b).hi(8);
                    let less_b = bitwise::sub(unsigned, a.bit(7).select(b, a.lit(0)));
                    let product = bitwise::sub(less_b, b.bit(7).select(a, a.lit(0)));
                    g.equal(format!("rs2 = {high:x}_"), g.rd(Insn::Mulh, a, b), product);
                }
            },
        },
        Claim {
            id: "mulh/corners",
            says: "times a power of two, 0, -1 and the most negative number, the exact product's high half",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let wide = bitwise::extend_sign(a, 2 * width);
                for k in 0..width - 1 {
                    let product = bitwise::times_power_of_two(wide, k).hi(width);
                    let rd = g.rd(Insn::Mulh, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, product);
                }
                let zero = g.lit(g.xlen(), 0);
                g.equal("rs2 = 0", g.rd(Insn::Mulh, a, zero), zero);
                let negated = wide.lit(0) - wide;
                g.equal("rs2 = -1", g.rd(Insn::Mulh, a, !zero), negated.hi(width));
                let lowest = g.lit(width, 1 << (width - 1));
                let product = bitwise::times_power_of_two(negated, width - 1).hi(width);
                g.equal("rs2 = -2^(XLEN-1)", g.rd(Insn::Mulh, a, lowest), product);
            },
        },
    ],
};

/// `X(rd) = (EXTS(X(rs1)) * EXTS(X(rs2)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).sext(2 * H::XLEN) * h.x(i.rs2).sext(2 * H::XLEN);
    h.set_x(i.rd, product.hi(H::XLEN));
}
