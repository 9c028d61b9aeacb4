//! `kybersub`: differences modulo q of two coefficients (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kybersub",
    title: "Differences modulo 3329 in two lanes",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=1 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kybersub x5, x6, x7",
            rs1: 5,
            rs2: 0xd00_0005,
            also: &[],
            gives: Gives::X(5, 0x1_0000),
            source: "FIPS 203 2.3, mod: 0 - 3328 = 1 - 3329 and 5 - 5",
        },
        Example {
            xlen: 32,
            asm: "kybersub x6, x6, x7",
            rs1: 0xbb8_0001,
            rs2: 0x1_0002,
            also: &[],
            gives: Gives::X(6, 0xbb7_0d00),
            source: "FIPS 203 2.3, mod: 3000 - 1 and 1 - 2 = 3328 - 3329",
        },
    ],
    claims: &[Claim {
        id: "kybersub/conditional-addition",
        says: "in each lane the difference of single bits, and q more when it is negative",
        reference: "FIPS 203, section 2.3, r mod m",
        widths: &[32],
        state: |g| {
            let pair = |high, low| kyber::coefficient(g, high).concat(kyber::coefficient(g, low));
            let (a, b) = (pair("a1", "a0"), pair("b1", "b0"));
            Insn::Kybersub.inputs().assume(g, a, b);
            let rd = g.rd(Insn::Kybersub, a, b);
            for (part, lo) in [("low lane", 0), ("high lane", 16)] {
                let (a, b) = (a.bits(lo + 15, lo), b.bits(lo + 15, lo));
                let difference = bitwise::sub(a, b);
                let negative = bitwise::less_unsigned(a, b);
                let more = bitwise::add(difference, kyber::q(a));
                g.equal(part, rd.bits(lo + 15, lo), negative.select(more, difference));
            }
        },
    }],
};

/// Canonical coefficients.
pub const INPUTS: Inputs = kyber::LANES;

/// `X(rd) = ((X(rs1)[31..16] - X(rs2)[31..16]) mod q) @ ((X(rs1)[15..0] - X(rs2)[15..0]) mod q)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (a, b) = (h.x(i.rs1), h.x(i.rs2));
    // Canonical lanes are below q, so the sum with q is not negative.
    let difference =
        |lo| kyber::lane(a.bits(lo + 15, lo) + h.lit(16, kyber::Q.into()) - b.bits(lo + 15, lo));
    h.set_x(i.rd, difference(16).concat(difference(0)));
}
