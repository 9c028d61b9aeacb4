//! `macch`: multiply and accumulate, high half (Xmont, of this project).
use crate::prelude::*;

/// See the book, "Xmont".
pub const SPEC: Spec = Spec {
    name: "macch",
    title: "Multiply and accumulate (high half)",
    extensions: &["Xmont"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 rs3 26..25=3 14..12=0 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "macch x5, x6, x7, x28",
            rs1: 0x8000_0001,
            rs2: 0x6,
            also: &[Given::X(28, 0xffff_ffff)],
            gives: Gives::X(5, 0x4),
            source: "by hand: (2^31 + 1) 6 + (2^32 - 1) = 3 2^32 + 6 + 2^32 - 1 = 4 2^32 + 5",
        },
        Example {
            xlen: 64,
            asm: "macch x6, x6, x7, x28",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[Given::X(28, 0xffff_ffff_ffff_ffff)],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "by hand: with R = 2^64, (R - 1)^2 + (R - 1) = (R - 1) R",
        },
        Example {
            xlen: 128,
            asm: "macch x5, x6, x7, x28",
            rs1: 0x1_0000_0000_0000_0000,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0003,
            also: &[Given::X(28, 7)],
            gives: Gives::X(5, 0x8000_0000_0000_0000),
            source: "by hand: 2^64 (2^127 + 3) + 7 = 2^63 2^128 + 3 2^64 + 7",
        },
    ],
    claims: &[
        Claim {
            id: "macch/both-halves",
            says: "at XLEN 8 and with rs3 = 0, in front of maccl's result, the whole product, made of shifted copies",
            reference: "the book, \"Xmont\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("product", both_halves(g, a, b, a.lit(0)), bitwise::multiply(a, b));
            },
        },
        Claim {
            id: "macch/accumulates",
            says: "at XLEN 8, in front of maccl's result, rs3 is added to what they give with rs3 = 0",
            reference: "the book, \"Xmont\"",
            widths: &[8],
            state: |g| {
                let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
                let product = both_halves(g, a, b, a.lit(0));
                let sum = bitwise::add(product, bitwise::extend_zero(c, 2 * g.xlen()));
                g.equal("sum", both_halves(g, a, b, c), sum);
            },
        },
        Claim {
            id: "macch/corners",
            says: "for rs2 a power of two, the high half of rs1 moved up, with rs3 added; for 0, 0",
            reference: "the book, \"Xmont\"",
            widths: &[32],
            state: |g| {
                let (a, c, width) = (g.reg("rs1"), g.reg("rs3"), g.xlen());
                let [wide_a, wide_c] = [a, c].map(|v| bitwise::extend_zero(v, 2 * width));
                for k in 0..width {
                    // What a sum of words is, is a claim of maccl.
                    let sum = bitwise::times_power_of_two(wide_a, k) + wide_c;
                    g.equal(format!("rs2 = 2^{k}"), times(g, g.lit(width, 1 << k)), sum.hi(width));
                }
                g.equal("rs2 = 0", times(g, a.lit(0)), bitwise::both(a, a.lit(0)));
            },
        },
    ],
};

/// `macch @ maccl`
fn both_halves<'a>(g: &Goal<'a>, a: Bv<Dag<'a>>, b: Bv<Dag<'a>>, c: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    let [high, low] = [Insn::Macch, Insn::Maccl].map(|insn| g.run(insn, a, b, With::rs3(c)).rd());
    high.concat(low)
}

/// The instruction on the variables rs1 and rs3.
fn times<'a>(g: &Goal<'a>, rs2: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    g.run(Insn::Macch, g.reg("rs1"), rs2, With::rs3(g.reg("rs3"))).rd()
}

/// `X(rd) = (EXTZ(X(rs1)) * EXTZ(X(rs2)) + EXTZ(X(rs3)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let wide = |v: Bv<H::D>| v.zext(2 * H::XLEN);
    let sum = wide(h.x(i.rs1)) * wide(h.x(i.rs2)) + wide(h.x(i.rs3));
    h.set_x(i.rd, sum.hi(H::XLEN));
}
