//! `asconsigma2l`: linear layer of Ascon, low word of word 2 (Xascon, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, Xascon, and SP 800-232, section 3.4.
pub const SPEC: Spec = Spec {
    name: "asconsigma2l",
    title: "Ascon Sigma2, low word",
    extensions: &["Xascon"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..30=0 29..25=2 14..12=7 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "asconsigma2l x5, x6, x7",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 1),
            source: "SP 800-232 3.4, Sigma2: bit 0 goes to bits 0, 58, 63",
        },
        Example {
            xlen: 32,
            asm: "asconsigma2l x5, x6, x7",
            rs1: 0,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0),
            source: "SP 800-232 3.4, Sigma2: bit 63 goes to bits 57, 62, 63",
        },
        Example {
            xlen: 32,
            asm: "asconsigma2l x6, x6, x7",
            rs1: 0x123_4567,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x3db6_6ac1),
            source: "SP 800-232 3.4, Sigma2: 0x89abcdef01234567 with its rotations by 1 and 6, by hand",
        },
    ],
    claims: &[Claim {
        id: "asconsigma2l/low-word",
        says: "with rs1 the low and rs2 the high word of x, the low word of x + (x >>> 1) + (x >>> 6), \
               bit by bit modulo 2",
        reference: "SP 800-232 (2025), section 3.4, Sigma2",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let sum = bitwise::sigma(high.concat(low), &[0, 1, 6], None);
            g.equal("low word", g.rd(Insn::Asconsigma2l, low, high), sum.lo(32));
        },
    }],
};

/// `x = X(rs2) @ X(rs1); X(rd) = (x ^ (x >>> 1) ^ (x >>> 6))[31..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs2).concat(h.x(i.rs1));
    h.set_x(i.rd, (x ^ x.rotr(1) ^ x.rotr(6)).lo(32));
}
