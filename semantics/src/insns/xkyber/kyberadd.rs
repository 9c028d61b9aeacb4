//! `kyberadd`: sums modulo q of two coefficients (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kyberadd",
    title: "Sums modulo 3329 in two lanes",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kyberadd x5, x6, x7",
            rs1: 0xd00_0001,
            rs2: 0xd00_0d00,
            also: &[],
            gives: Gives::X(5, 0xcff_0000),
            source: "FIPS 203 2.3, mod: 3328 + 3328 = 3329 + 3327 and 1 + 3328 = 3329",
        },
        Example {
            xlen: 32,
            asm: "kyberadd x6, x6, x7",
            rs1: 0x3e8_0680,
            rs2: 0x7d0_0681,
            also: &[],
            gives: Gives::X(6, 0xbb8_0000),
            source: "FIPS 203 2.3, mod: 1000 + 2000 and 1664 + 1665 = 3329",
        },
    ],
    claims: &[Claim {
        id: "kyberadd/conditional-subtraction",
        says: "in each lane the sum of single bits, less q when it is not below q",
        reference: "FIPS 203, section 2.3, r mod m",
        widths: &[32],
        state: |g| {
            let pair = |high, low| kyber::coefficient(g, high).concat(kyber::coefficient(g, low));
            let (a, b) = (pair("a1", "a0"), pair("b1", "b0"));
            Insn::Kyberadd.inputs().assume(g, a, b);
            let rd = g.rd(Insn::Kyberadd, a, b);
            for (part, lo) in [("low lane", 0), ("high lane", 16)] {
                let sum = bitwise::add(a.bits(lo + 15, lo), b.bits(lo + 15, lo));
                let q = kyber::q(sum);
                let below = bitwise::less_unsigned(sum, q);
                g.equal(part, rd.bits(lo + 15, lo), below.select(sum, bitwise::sub(sum, q)));
            }
        },
    }],
};

/// Canonical coefficients.
pub const INPUTS: Inputs = kyber::LANES;

/// `X(rd) = ((X(rs1)[31..16] + X(rs2)[31..16]) mod q) @ ((X(rs1)[15..0] + X(rs2)[15..0]) mod q)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (a, b) = (h.x(i.rs1), h.x(i.rs2));
    let sum = |lo| kyber::lane(a.bits(lo + 15, lo).zext(17) + b.bits(lo + 15, lo).zext(17));
    h.set_x(i.rd, sum(16).concat(sum(0)));
}
