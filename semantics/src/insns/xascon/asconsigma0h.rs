//! `asconsigma0h`: linear layer of Ascon, high word of word 0 (Xascon, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, Xascon, and SP 800-232, section 3.4.
pub const SPEC: Spec = Spec {
    name: "asconsigma0h",
    title: "Ascon Sigma0, high word",
    extensions: &["Xascon"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..30=1 29..25=0 14..12=7 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "asconsigma0h x5, x6, x7",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x2010),
            source: "SP 800-232 3.4, Sigma0: bit 0 goes to bits 0, 36, 45",
        },
        Example {
            xlen: 32,
            asm: "asconsigma0h x5, x6, x7",
            rs1: 0,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x8000_1008),
            source: "SP 800-232 3.4, Sigma0: bit 63 goes to bits 35, 44, 63",
        },
        Example {
            xlen: 32,
            asm: "asconsigma0h x6, x6, x7",
            rs1: 0x123_4567,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0xf333_6aa2),
            source: "SP 800-232 3.4, Sigma0: 0x89abcdef01234567 with its rotations by 19 and 28, by hand",
        },
    ],
    claims: &[Claim {
        id: "asconsigma0h/high-word",
        says: "with rs1 the low and rs2 the high word of x, the high word of x + (x >>> 19) + (x >>> 28), \
               bit by bit modulo 2",
        reference: "SP 800-232 (2025), section 3.4, Sigma0",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let sum = bitwise::sigma(high.concat(low), &[0, 19, 28], None);
            g.equal("high word", g.rd(Insn::Asconsigma0h, low, high), sum.hi(32));
        },
    }],
};

/// `x = X(rs2) @ X(rs1); X(rd) = (x ^ (x >>> 19) ^ (x >>> 28))[63..32]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs2).concat(h.x(i.rs1));
    h.set_x(i.rd, (x ^ x.rotr(19) ^ x.rotr(28)).hi(32));
}
