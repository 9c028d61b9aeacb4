//! `sha512sig1`: SHA2-512 sigma1 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig1".
pub const SPEC: Spec = Spec {
    name: "sha512sig1",
    title: "SHA2-512 sigma1",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x107 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sha512sig1 x5, x6",
            rs1: 0x706_0504_0302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x780c_30d4_c8bc_8064),
            source: "oracle: values_rv64_bk, sha512sig1",
        },
        Example {
            xlen: 64,
            asm: "sha512sig1 x6, x6",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x25d8_de3d_9843_7482),
            source: "oracle: values_rv64_bk, sha512sig1",
        },
    ],
    claims: &[Claim {
        id: "sha512sig1/standard",
        says: "sigma1 of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.13)",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Sha512sig1, a, a), bitwise::sigma(a, &[19, 61], Some(6)));
        },
    }],
};

/// `x = X(rs1); X(rd) = (x >>> 19) ^ (x >>> 61) ^ (x >> 6)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1);
    h.set_x(i.rd, inb.rotr(19) ^ inb.rotr(61) ^ inb >> 6);
}
