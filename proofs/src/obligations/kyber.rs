//! The instructions of XKyber against FIPS 203, on the inputs on which they are defined.

use reference_ciphers::kyber::{self, Q};
use semantics::{
    claim::{Claim, Goal},
    dag::Dag,
    domain::Bv,
    insns::Insn,
};

const RV32: &[u32] = &[32];

/// The claims of this file.
pub(super) const ALL: &[Claim] = &[
    Claim {
        id: "kyberadd/ring-sum",
        says: "in each lane the sum in Z_q of coefficients",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| lanes(g, Insn::Kyberadd, kyber::add),
    },
    Claim {
        id: "kybersub/ring-difference",
        says: "in each lane the difference in Z_q of coefficients",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| lanes(g, Insn::Kybersub, kyber::sub),
    },
    Claim {
        id: "kybermul/ring-product",
        says: "the product in Z_q of coefficients",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| {
            let [a, b] = ["a", "b"].map(|name| g.var(12, name));
            let (rs1, rs2) = (a.zext(32), b.zext(32));
            Insn::Kybermul.inputs().assume(g, rs1, rs2);
            g.equal("rd", g.rd(Insn::Kybermul, rs1, rs2), kyber::multiply(a, b).zext(32));
        },
    },
    Claim {
        id: "kybercompress/compress",
        says: "Compress_d of a coefficient, for every d of ML-KEM",
        reference: "FIPS 203, section 4.2.1, equation (4.7)",
        widths: RV32,
        state: |g| {
            let x = g.var(12, "x");
            let rs1 = x.zext(32);
            for d in semantics::kyber::DEPTHS {
                let rs2 = g.lit(32, d.into());
                if d == semantics::kyber::DEPTHS[0] {
                    Insn::Kybercompress.inputs().assume(g, rs1, rs2);
                }
                let rd = g.rd(Insn::Kybercompress, rs1, rs2);
                g.equal(format!("d = {d}"), rd, kyber::compress(d, x).zext(32));
            }
        },
    },
    Claim {
        id: "kybercbd2/sample",
        says: "two coefficients of SamplePolyCBD_2, of the low eight bits",
        reference: "FIPS 203, section 4.2.2, algorithm 8",
        widths: RV32,
        state: |g| samples(g, Insn::Kybercbd2, 2),
    },
    Claim {
        id: "kybercbd3/sample",
        says: "two coefficients of SamplePolyCBD_3, of the low twelve bits",
        reference: "FIPS 203, section 4.2.2, algorithm 8",
        widths: RV32,
        state: |g| samples(g, Insn::Kybercbd3, 3),
    },
    Claim {
        id: "kyberadd/outside",
        says: "where coefficients are q and q, the sum is 0, and with one subtraction of q it would be q",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| {
            let (rs1, rs2) = (lanes_above(g, "a", Q), lanes_above(g, "b", Q));
            let sum = rs1.lo(16) + rs2.lo(16);
            let q = sum.lit(Q.into());
            g.equal("rd", g.rd(Insn::Kyberadd, rs1, rs2).lo(16), sum.lit(0));
            g.equal("once", sum.ult(q).select(sum, sum - q), q);
        },
    },
    Claim {
        id: "kybersub/outside",
        says: "where coefficients are 0 and 2 q, which are the same modulo q, the lane wraps: the result is 2^16 - q \
               mod q, which is 2285, and with one addition of q it would be -q",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| {
            let (rs1, rs2) = (lanes_above(g, "a", 0), lanes_above(g, "b", 2 * Q));
            let (a, b) = (rs1.lo(16), rs2.lo(16));
            let q = a.lit(Q.into());
            let difference = a - b;
            g.equal("rd", g.rd(Insn::Kybersub, rs1, rs2).lo(16), a.lit(2285));
            g.equal("once", a.ult(b).select(difference + q, difference), a.lit(0) - q);
        },
    },
    Claim {
        id: "kybermul/outside",
        says: "where coefficients are 2^16 - 1, the product is 113, and a quotient by the reciprocal of q \
               in 24 bits, which is at most one too small for coefficients below q, is 184 too small",
        reference: "FIPS 203, section 2.3",
        widths: RV32,
        state: |g| {
            let (rs1, rs2) = (lanes_above(g, "a", 0xffff), lanes_above(g, "b", 0xffff));
            let product = rs1.lo(16).zext(64) * rs2.lo(16).zext(64);
            let q = product.lit(Q.into());
            let estimate = (product * product.lit((1 << 24) / u128::from(Q))) >> 24;
            let rd = g.rd(Insn::Kybermul, rs1, rs2);
            g.equal("rd", rd, rd.lit(113));
            let rest = product - estimate * q;
            g.equal("estimated", rest, product.lit(184) * q + rd.zext(64));
        },
    },
    Claim {
        id: "kybercompress/outside",
        says: "where the coefficient is 2 q and d = 4, the result is 0, and the nearest integer to 2 q 2^d / q is 32",
        reference: "FIPS 203, section 4.2.1, equation (4.7)",
        widths: RV32,
        state: |g| {
            let (rs1, rs2) = (lanes_above(g, "a", 2 * Q), lanes_above(g, "b", 4));
            let rd = g.rd(Insn::Kybercompress, rs1, rs2);
            g.equal("rd", rd, rd.lit(0));
            let scaled = rs1.lo(16).zext(32) << 4;
            g.equal("scaled", scaled, scaled.lit(32 * u128::from(Q)));
        },
    },
];

/// A register with this low half, and anything above.
fn lanes_above<'a>(g: &Goal<'a>, name: &str, low: u32) -> Bv<Dag<'a>> {
    g.var(16, name).concat(g.lit(16, low.into()))
}

/// Canonical coefficients in both lanes of both registers.
fn lanes<'a>(g: &mut Goal<'a>, insn: Insn, expected: fn(Bv<Dag<'a>>, Bv<Dag<'a>>) -> Bv<Dag<'a>>) {
    let [a1, a0, b1, b0] = ["a1", "a0", "b1", "b0"].map(|name| g.var(12, name));
    let pair = |high: Bv<Dag<'a>>, low: Bv<Dag<'a>>| high.zext(16).concat(low.zext(16));
    let (rs1, rs2) = (pair(a1, a0), pair(b1, b0));
    insn.inputs().assume(g, rs1, rs2);
    let rd = g.rd(insn, rs1, rs2);
    g.equal("low lane", rd.lo(16), expected(a0, b0).zext(16));
    g.equal("high lane", rd.hi(16), expected(a1, b1).zext(16));
}

fn samples(g: &mut Goal<'_>, insn: Insn, eta: u32) {
    let rs1 = g.reg("rs1");
    let rd = g.rd(insn, rs1, rs1);
    for (part, lane, bits) in [
        ("low lane", rd.lo(16), rs1.lo(2 * eta)),
        ("high lane", rd.hi(16), rs1.bits(4 * eta - 1, 2 * eta)),
    ] {
        g.equal(part, lane, kyber::sample_cbd(eta, bits).zext(16));
    }
}
