//! `maccl`: multiply and accumulate, low half (Xmont, of this project).
use crate::prelude::*;

/// See the book, "Xmont".
pub const SPEC: Spec = Spec {
    name: "maccl",
    title: "Multiply and accumulate (low half)",
    extensions: &["Xmont"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 rs3 26..25=2 14..12=0 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "maccl x5, x6, x7, x28",
            rs1: 0x8000_0001,
            rs2: 0x6,
            also: &[Given::X(28, 0xffff_ffff)],
            gives: Gives::X(5, 0x5),
            source: "by hand: (2^31 + 1) 6 + (2^32 - 1) = 3 2^32 + 6 + 2^32 - 1 = 4 2^32 + 5",
        },
        Example {
            xlen: 64,
            asm: "maccl x6, x6, x7, x28",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[Given::X(28, 0xffff_ffff_ffff_fffe)],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "by hand: with R = 2^64, (R - 1)^2 + (R - 2) = (R - 1) R + 1 - R + R - 2 = (R - 2) R + (R - 1)",
        },
        Example {
            xlen: 128,
            asm: "maccl x5, x6, x7, x28",
            rs1: 0x1_0000_0000_0000_0000,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0003,
            also: &[Given::X(28, 7)],
            gives: Gives::X(5, 0x3_0000_0000_0000_0007),
            source: "by hand: 2^64 (2^127 + 3) + 7 = 2^63 2^128 + 3 2^64 + 7",
        },
    ],
    claims: &[
        Claim {
            id: "maccl/shift-and-add",
            says: "at XLEN 8 and with rs3 = 0, the low half of the product, made of shifted copies",
            reference: "the book, \"Xmont\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let rd = g.run(Insn::Maccl, a, b, With::rs3(a.lit(0))).rd();
                g.equal("rd", rd, bitwise::multiply(a, b).lo(8));
            },
        },
        Claim {
            id: "maccl/accumulates",
            says: "rs3 is added to what it gives with rs3 = 0",
            reference: "the book, \"Xmont\"",
            widths: &[8, 32, 64],
            state: |g| {
                let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
                let [product, sum] =
                    [a.lit(0), c].map(|c| g.run(Insn::Maccl, a, b, With::rs3(c)).rd());
                g.equal("rd", sum, bitwise::add(product, c));
            },
        },
        Claim {
            id: "maccl/corners",
            says: "for rs2 a power of two, rs1 moved up and rs3 added; for 0, rs3; for -1, rs3 - rs1",
            reference: "the book, \"Xmont\"",
            widths: &[32, 64],
            state: |g| {
                let (a, c, width) = (g.reg("rs1"), g.reg("rs3"), g.xlen());
                for k in 0..width {
                    // What the sum of two words is, is the claim above.
                    let sum = bitwise::times_power_of_two(a, k) + c;
                    g.equal(format!("rs2 = 2^{k}"), times(g, g.lit(width, 1 << k)), sum);
                }
                g.equal("rs2 = 0", times(g, a.lit(0)), bitwise::add(a.lit(0), c));
                g.equal("rs2 = -1", times(g, !a.lit(0)), bitwise::sub(c, a));
            },
        },
    ],
};

/// The instruction on the variables rs1 and rs3.
fn times<'a>(g: &Goal<'a>, rs2: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    g.run(Insn::Maccl, g.reg("rs1"), rs2, With::rs3(g.reg("rs3"))).rd()
}

/// `X(rd) = (EXTZ(X(rs1)) * EXTZ(X(rs2)) + EXTZ(X(rs3)))[xlen-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) * h.x(i.rs2) + h.x(i.rs3));
}
