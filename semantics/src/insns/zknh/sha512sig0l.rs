//! `sha512sig0l`: SHA2-512 sigma0, low half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig0l".
pub const SPEC: Spec = Spec {
    name: "sha512sig0l",
    title: "SHA2-512 sigma0, low half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x2a 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sig0l x5, x6, x7",
            rs1: 0x5555_5555,
            rs2: 0xcafe_f00d,
            also: &[],
            gives: Gives::X(5, 0xbd55_5555),
            source: "oracle: values_rv32_bk, sha512sig0l",
        },
        Example {
            xlen: 32,
            asm: "sha512sig0l x6, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0xd520_7b16),
            source: "oracle: values_rv32_bk, sha512sig0l",
        },
    ],
    claims: &[Claim {
        id: "sha512sig0l/low-word",
        says: "with rs1 the low and rs2 the high word of x, the low word of sigma0(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.12)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let standard = bitwise::sigma(high.concat(low), &[1, 8], Some(7));
            g.equal("low word", g.rd(Insn::Sha512sig0l, low, high), standard.lo(32));
        },
    }],
};

/// `X(rd) = (X(rs1) >> 1) ^ (X(rs1) >> 7) ^ (X(rs1) >> 8) ^ (X(rs2) << 31) ^ (X(rs2) << 25) ^ (X(rs2) << 24)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 >> 1 ^ rs1 >> 7 ^ rs1 >> 8;
    let from_rs2 = rs2 << 31 ^ rs2 << 25 ^ rs2 << 24;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
