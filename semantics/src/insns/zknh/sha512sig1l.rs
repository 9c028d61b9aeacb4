//! `sha512sig1l`: SHA2-512 sigma1, low half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig1l".
pub const SPEC: Spec = Spec {
    name: "sha512sig1l",
    title: "SHA2-512 sigma1, low half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x2b 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sig1l x5, x6, x7",
            rs1: 0xff,
            rs2: 0x4433_2211,
            also: &[],
            gives: Gives::X(5, 0x2042_27f9),
            source: "oracle: values_rv32_bk, sha512sig1l",
        },
        Example {
            xlen: 32,
            asm: "sha512sig1l x6, x6, x7",
            rs1: 0x89ab_cdef,
            rs2: 0x5555_5555,
            also: &[],
            gives: Gives::X(6, 0xb1d2_7178),
            source: "oracle: values_rv32_bk, sha512sig1l",
        },
    ],
    claims: &[Claim {
        id: "sha512sig1l/low-word",
        says: "with rs1 the low and rs2 the high word of x, the low word of sigma1(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.13)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let standard = bitwise::sigma(high.concat(low), &[19, 61], Some(6));
            g.equal("low word", g.rd(Insn::Sha512sig1l, low, high), standard.lo(32));
        },
    }],
};

/// `X(rd) = (X(rs1) << 3) ^ (X(rs1) >> 6) ^ (X(rs1) >> 19) ^ (X(rs2) >> 29) ^ (X(rs2) << 26) ^ (X(rs2) << 13)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 << 3 ^ rs1 >> 6 ^ rs1 >> 19;
    let from_rs2 = rs2 >> 29 ^ rs2 << 26 ^ rs2 << 13;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
