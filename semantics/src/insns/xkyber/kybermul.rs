//! `kybermul`: product modulo q of two coefficients (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kybermul",
    title: "Product modulo 3329 of the low halves",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=2 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kybermul x5, x6, x7",
            rs1: 0x8000_0d00,
            rs2: 0xd00,
            also: &[],
            gives: Gives::X(5, 1),
            source: "FIPS 203 2.3, mod: (-1)(-1) = 1; the upper half of rs1 does not count",
        },
        Example {
            xlen: 32,
            asm: "kybermul x6, x6, x7",
            rs1: 0x11,
            rs2: 0x3e8,
            also: &[],
            gives: Gives::X(6, 0x163),
            source: "FIPS 203 2.3, mod: 17 * 1000 = 5 * 3329 + 355",
        },
        Example {
            xlen: 32,
            asm: "kybermul x5, x6, x7",
            rs1: 0x681,
            rs2: 0xffff_0002,
            also: &[],
            gives: Gives::X(5, 1),
            source: "FIPS 203 2.3, mod: 1665 * 2 = 3329 + 1; the upper half of rs2 does not count",
        },
    ],
    claims: &[Claim {
        id: "kybermul/remainder",
        says: "below q, and with a multiple of q it is the product of the low halves",
        reference: "FIPS 203, section 2.3, r mod m",
        widths: &[32],
        state: |g| {
            let register = |above, low| g.var(16, above).concat(kyber::coefficient(g, low));
            let (rs1, rs2) = (register("above a", "a"), register("above b", "b"));
            Insn::Kybermul.inputs().assume(g, rs1, rs2);
            let rd = g.rd(Insn::Kybermul, rs1, rs2);
            let product = rs1.lo(16).zext(32) * rs2.lo(16).zext(32);
            let multiple = product.udiv(kyber::q(product)) * kyber::q(product);
            g.equal("sum", rd + multiple, product);
            g.holds("below q", rd.ult(kyber::q(rd)));
        },
    }],
};

/// Canonical coefficients in the low halves.
pub const INPUTS: Inputs = kyber::LOW_LANES;

/// `X(rd) = EXTZ(X(rs1)[15..0] * X(rs2)[15..0] mod q)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (a, b) = (h.x(i.rs1).lo(16).zext(32), h.x(i.rs2).lo(16).zext(32));
    h.set_x(i.rd, (a * b).urem(kyber::q(a)));
}
