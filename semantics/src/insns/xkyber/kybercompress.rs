//! `kybercompress`: compression of a coefficient (XKyber, RV32).
use crate::prelude::*;

/// See Gewehr, PUCRS 2024, XKyber.
pub const SPEC: Spec = Spec {
    name: "kybercompress",
    title: "Compress a coefficient to d bits",
    extensions: &["XKyber"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=3 14..12=6 6..0=0x2b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "kybercompress x5, x6, x7",
            rs1: 0x680,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 1),
            source: "FIPS 203 4.2.1, (4.7): 1664 * 2 / 3329 = 0.9997",
        },
        Example {
            xlen: 32,
            asm: "kybercompress x5, x6, x7",
            rs1: 0xd00,
            rs2: 4,
            also: &[],
            gives: Gives::X(5, 0),
            source: "FIPS 203 4.2.1, (4.7): 3328 * 16 / 3329 = 15.995, which is 16",
        },
        Example {
            xlen: 32,
            asm: "kybercompress x6, x6, x7",
            rs1: 0x3e8,
            rs2: 0xffff_fff5,
            also: &[],
            gives: Gives::X(6, 0xa),
            source: "FIPS 203 4.2.1, (4.7): 1000 * 32 / 3329 = 9.61; only d = rs2[3..0] counts",
        },
        Example {
            xlen: 32,
            asm: "kybercompress x5, x6, x7",
            rs1: 0xabcd_0141,
            rs2: 0xa,
            also: &[],
            gives: Gives::X(5, 0x63),
            source: "FIPS 203 4.2.1, (4.7): 321 * 1024 / 3329 = 98.74; only the low half of rs1 counts",
        },
        Example {
            xlen: 32,
            asm: "kybercompress x5, x6, x7",
            rs1: 2,
            rs2: 0xb,
            also: &[],
            gives: Gives::X(5, 1),
            source: "FIPS 203 4.2.1, (4.7): 2 * 2048 / 3329 = 1.23",
        },
    ],
    claims: &[
        Claim {
            id: "kybercompress/nearest",
            says: "less than 2^d, and the y for which q y is nearest to 2^d x, where 0 also stands for y = 2^d",
            reference: "FIPS 203, section 4.2.1, (4.7)",
            widths: &[32],
            state: |g| {
                let x = kyber::coefficient(g, "x").zext(32);
                for d in kyber::DEPTHS {
                    let depth = x.lit(d.into());
                    if d == 1 {
                        Insn::Kybercompress.inputs().assume(g, x, depth);
                    }
                    let rd = g.rd(Insn::Kybercompress, x, depth);
                    let (q, twice) = (kyber::q(x), x << (d + 1));
                    let near = |y: Bv<_>| {
                        let multiple = y * (q << 1);
                        twice.ult(multiple + q) & multiple.ult(twice + q)
                    };
                    let around = bitwise::same(rd, rd.lit(0)) & near(rd.lit(1 << d));
                    g.holds(format!("d = {d}, nearest"), near(rd) | around);
                    g.holds(format!("d = {d}, size"), rd.ult(rd.lit(1 << d)));
                }
            },
        },
        Claim {
            id: "kybercompress/operands",
            says: "only the low half of rs1 and the low four bits of rs2 count",
            reference: "Gewehr, PUCRS 2024, XKyber",
            widths: &[32],
            state: |g| {
                let (rs1, rs2) = (g.reg("rs1"), g.reg("rs2"));
                Insn::Kybercompress.inputs().assume(g, rs1, rs2);
                let cut = |v: Bv<_>, n| g.lit(32 - n, 0).concat(v.lo(n));
                let alone = g.rd(Insn::Kybercompress, cut(rs1, 16), cut(rs2, 4));
                g.equal("rd", g.rd(Insn::Kybercompress, rs1, rs2), alone);
            },
        },
    ],
};

/// A canonical coefficient, and a depth that ML-KEM uses.
pub const INPUTS: Inputs = kyber::COMPRESSED;

/// `d = X(rs2)[3..0]; X(rd) = EXTZ(floor((2^d * X(rs1)[15..0] + (q - 1) / 2) / q) mod 2^d)`, which rounds to
/// the nearest integer: q is odd, so nothing is halfway
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let d = h.x(i.rs2).lo(4);
    let scaled = h.x(i.rs1).lo(16).zext(H::XLEN) << d;
    let rounded = (scaled + h.int(((kyber::Q - 1) / 2).into())).udiv(kyber::q(scaled));
    h.set_x(i.rd, rounded & ((h.int(1) << d) - h.int(1)));
}
