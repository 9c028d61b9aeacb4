//! `asconsigma4l`: linear layer of Ascon, low word of word 4 (Xascon, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, Xascon, and SP 800-232, section 3.4.
pub const SPEC: Spec = Spec {
    name: "asconsigma4l",
    title: "Ascon Sigma4, low word",
    extensions: &["Xascon"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..30=0 29..25=4 14..12=7 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "asconsigma4l x5, x6, x7",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x80_0001),
            source: "SP 800-232 3.4, Sigma4: bit 0 goes to bits 0, 23, 57",
        },
        Example {
            xlen: 32,
            asm: "asconsigma4l x5, x6, x7",
            rs1: 0,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x40_0000),
            source: "SP 800-232 3.4, Sigma4: bit 63 goes to bits 22, 56, 63",
        },
        Example {
            xlen: 32,
            asm: "asconsigma4l x6, x6, x7",
            rs1: 0x123_4567,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x6ce5_d60b),
            source: "SP 800-232 3.4, Sigma4: 0x89abcdef01234567 with its rotations by 7 and 41, by hand",
        },
    ],
    claims: &[Claim {
        id: "asconsigma4l/low-word",
        says: "with rs1 the low and rs2 the high word of x, the low word of x + (x >>> 7) + (x >>> 41), \
               bit by bit modulo 2",
        reference: "SP 800-232 (2025), section 3.4, Sigma4",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let sum = bitwise::sigma(high.concat(low), &[0, 7, 41], None);
            g.equal("low word", g.rd(Insn::Asconsigma4l, low, high), sum.lo(32));
        },
    }],
};

/// `x = X(rs2) @ X(rs1); X(rd) = (x ^ (x >>> 7) ^ (x >>> 41))[31..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs2).concat(h.x(i.rs1));
    h.set_x(i.rd, (x ^ x.rotr(7) ^ x.rotr(41)).lo(32));
}
