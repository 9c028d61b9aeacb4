//! `sha512sig0h`: SHA2-512 sigma0, high half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig0h".
pub const SPEC: Spec = Spec {
    name: "sha512sig0h",
    title: "SHA2-512 sigma0, high half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x2e 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sig0h x5, x6, x7",
            rs1: 0x6c7b_2ead,
            rs2: 0x82ed_6bd5,
            also: &[],
            gives: Gives::X(5, 0x6389_1a25),
            source: "oracle: values_rv32_bk, sha512sig0h",
        },
        Example {
            xlen: 32,
            asm: "sha512sig0h x6, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 0x302_0100,
            also: &[],
            gives: Gives::X(6, 0x6420_7b16),
            source: "oracle: values_rv32_bk, sha512sig0h",
        },
    ],
    claims: &[Claim {
        id: "sha512sig0h/pair",
        says: "beside sha512sig0l with the words exchanged, the whole of sigma0(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.12)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let pair =
                g.rd(Insn::Sha512sig0h, high, low).concat(g.rd(Insn::Sha512sig0l, low, high));
            g.equal("both words", pair, bitwise::sigma(high.concat(low), &[1, 8], Some(7)));
        },
    }],
};

/// `X(rd) = (X(rs1) >> 1) ^ (X(rs1) >> 7) ^ (X(rs1) >> 8) ^ (X(rs2) << 31) ^ (X(rs2) << 24)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 >> 1 ^ rs1 >> 7 ^ rs1 >> 8;
    let from_rs2 = rs2 << 31 ^ rs2 << 24;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
