//! `sha512sum0r`: SHA2-512 Sum0, either half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sum0r".
pub const SPEC: Spec = Spec {
    name: "sha512sum0r",
    title: "SHA2-512 Sum0, either half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x28 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sum0r x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(5, 0xdbc5_7a14),
            source: "oracle: values_rv32_bk, sha512sum0r",
        },
        Example {
            xlen: 32,
            asm: "sha512sum0r x6, x6, x7",
            rs1: 0xe657_395a,
            rs2: 0xb6af_7007,
            also: &[],
            gives: Gives::X(6, 0x7231_829f),
            source: "oracle: values_rv32_bk, sha512sum0r",
        },
    ],
    claims: &[Claim {
        id: "sha512sum0r/pair",
        says: "once with the high word of x first and once with the low word first, the two words of Sum0(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.10)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let pair =
                g.rd(Insn::Sha512sum0r, high, low).concat(g.rd(Insn::Sha512sum0r, low, high));
            g.equal("both words", pair, bitwise::sigma(high.concat(low), &[28, 34, 39], None));
        },
    }],
};

/// `X(rd) = (X(rs1) << 25) ^ (X(rs1) << 30) ^ (X(rs1) >> 28) ^ (X(rs2) >> 7) ^ (X(rs2) >> 2) ^ (X(rs2) << 4)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 << 25 ^ rs1 << 30 ^ rs1 >> 28;
    let from_rs2 = rs2 >> 7 ^ rs2 >> 2 ^ rs2 << 4;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
