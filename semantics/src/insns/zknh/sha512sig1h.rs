//! `sha512sig1h`: SHA2-512 sigma1, high half (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig1h".
pub const SPEC: Spec = Spec {
    name: "sha512sig1h",
    title: "SHA2-512 sigma1, high half",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 31..25=0x2f 14..12=0 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha512sig1h x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0x75dc_9483),
            source: "oracle: values_rv32_bk, sha512sig1h",
        },
        Example {
            xlen: 32,
            asm: "sha512sig1h x6, x6, x7",
            rs1: 0x83d1_18f2,
            rs2: 0xa583_48ad,
            also: &[],
            gives: Gives::X(6, 0x7592_338c),
            source: "oracle: values_rv32_bk, sha512sig1h",
        },
    ],
    claims: &[Claim {
        id: "sha512sig1h/pair",
        says: "beside sha512sig1l with the words exchanged, the whole of sigma1(x) of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.13)",
        widths: &[32],
        state: |g| {
            let (high, low) = (g.reg("high"), g.reg("low"));
            let pair =
                g.rd(Insn::Sha512sig1h, high, low).concat(g.rd(Insn::Sha512sig1l, low, high));
            g.equal("both words", pair, bitwise::sigma(high.concat(low), &[19, 61], Some(6)));
        },
    }],
};

/// `X(rd) = (X(rs1) << 3) ^ (X(rs1) >> 6) ^ (X(rs1) >> 19) ^ (X(rs2) >> 29) ^ (X(rs2) << 13)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, rs2) = (h.x(i.rs1), h.x(i.rs2));
    let from_rs1 = rs1 << 3 ^ rs1 >> 6 ^ rs1 >> 19;
    let from_rs2 = rs2 >> 29 ^ rs2 << 13;
    h.set_x(i.rd, from_rs1 ^ from_rs2);
}
