//! `sha512sum1r`: SHA2-512 Sum1, either half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sum1r".
pub const SPEC: Spec = Spec {
    name: "sha512sum1r",
    title: "SHA2-512 Sum1, either half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x29 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sum1r x5, x6, x7",
            rs1: 0x302_0100,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(5, 0x4483_192e),
            source: "oracle: values_rv32_bk, sha512sum1r",
        },
        Example {
            xlen: 32,
            asm: "sha512sum1r x6, x6, x7",
            rs1: 0xe64e_bed9,
            rs2: 0xed9_9dbf,
            also: &[],
            gives: Gives::X(6, 0x7d17_0c67),
            source: "oracle: values_rv32_bk, sha512sum1r",
        },
    ],
    claims: &[Claim {
        id: "sha512sum1r/pair",
        says: "once with the high word of x first and once with the low word first, the two words of Sum1(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.11)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let pair =
                g.rd(Insn::Sha512sum1r, high, low).concat(g.rd(Insn::Sha512sum1r, low, high));
            g.equal("both words", pair, bitwise::sigma(high.concat(low), &[14, 18, 41], None));
        },
    }],
};

/// `X(rd) = (X(rs1) << 23) ^ (X(rs1) >> 14) ^ (X(rs1) >> 18) ^ (X(rs2) >> 9) ^ (X(rs2) << 18) ^ (X(rs2) << 14)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 << 23 ^ rs1 >> 14 ^ rs1 >> 18;
    let from_rs2 = rs2 >> 9 ^ rs2 << 18 ^ rs2 << 14;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
