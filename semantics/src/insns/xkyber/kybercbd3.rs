//! `kybercbd3`: centered binomial samples, eta = 3 (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kybercbd3",
    title: "Two centered binomial samples, eta = 3",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 31..25=4 24..20=3 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kybercbd3 x5, x6",
            rs1: 0x8000_0fbc,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xd00_0cff),
            source: "FIPS 203 4.2.2, algorithm 8: low 1 - 3, high 2 - 3",
        },
        Example {
            xlen: 32,
            asm: "kybercbd3 x6, x6",
            rs1: 0x1e9,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x3_0d00),
            source: "FIPS 203 4.2.2, algorithm 8: low 1 - 2, high 3 - 0",
        },
    ],
    claims: &[Claim {
        id: "kybercbd3/counting",
        says: "in each lane, counting up modulo q for each 1 among 3 bits and down for each among the next 3",
        reference: "FIPS 203, section 4.2.2, algorithm 8",
        widths: &[32],
        state: |g| {
            let rs1 = g.reg("rs1");
            let rd = g.rd(Insn::Kybercbd3, rs1, rs1);
            g.equal("low lane", rd.lo(16), kyber::counted(rs1, 3, 0));
            g.equal("high lane", rd.hi(16), kyber::counted(rs1, 3, 6));
        },
    }],
};

/// `b = X(rs1); X(rd) = ((b6 + b7 + b8) - (b9 + b10 + b11)) mod q @ ((b0 + b1 + b2) - (b3 + b4 + b5)) mod q`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let b = h.x(i.rs1);
    h.set_x(i.rd, kyber::sample(b, 3, 6).concat(kyber::sample(b, 3, 0)));
}
