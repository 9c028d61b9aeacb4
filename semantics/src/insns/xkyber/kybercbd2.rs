//! `kybercbd2`: centered binomial samples, eta = 2 (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kybercbd2",
    title: "Two centered binomial samples, eta = 2",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 31..25=4 24..20=2 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kybercbd2 x5, x6",
            rs1: 0x8000_007c,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1_0cff),
            source: "FIPS 203 4.2.2, algorithm 8: low 0 - 2, high 2 - 1",
        },
        Example {
            xlen: 32,
            asm: "kybercbd2 x6, x6",
            rs1: 0xb7,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1_0001),
            source: "FIPS 203 4.2.2, algorithm 8: low 2 - 1, high 2 - 1",
        },
    ],
    claims: &[Claim {
        id: "kybercbd2/counting",
        says: "in each lane, counting up modulo q for each 1 among 2 bits and down for each among the next 2",
        reference: "FIPS 203, section 4.2.2, algorithm 8",
        widths: &[32],
        state: |g| {
            let rs1 = g.reg("rs1");
            let rd = g.rd(Insn::Kybercbd2, rs1, rs1);
            g.equal("low lane", rd.lo(16), kyber::counted(rs1, 2, 0));
            g.equal("high lane", rd.hi(16), kyber::counted(rs1, 2, 4));
        },
    }],
};

/// `b = X(rs1); X(rd) = ((b4 + b5) - (b6 + b7)) mod q @ ((b0 + b1) - (b2 + b3)) mod q`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let b = h.x(i.rs1);
    h.set_x(i.rd, kyber::sample(b, 2, 4).concat(kyber::sample(b, 2, 0)));
}
