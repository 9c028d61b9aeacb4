//! `sha512sum1`: SHA2-512 Sum1 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sum1".
pub const SPEC: Spec = Spec {
    name: "sha512sum1",
    title: "SHA2-512 Sum1",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x105 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sha512sum1 x5, x6",
            rs1: 0x123_4567_89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x7703_1123_3347_5567),
            source: "oracle: values_rv64_bk, sha512sum1",
        },
        Example {
            xlen: 64,
            asm: "sha512sum1 x6, x6",
            rs1: 0xf86a_f24b_20d3_02ae,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xef80_3630_22c2_7e01),
            source: "oracle: values_rv64_bk, sha512sum1",
        },
    ],
    claims: &[Claim {
        id: "sha512sum1/standard",
        says: "Sum1 of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.11)",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Sha512sum1, a, a), bitwise::sigma(a, &[14, 18, 41], None));
        },
    }],
};

/// `x = X(rs1); X(rd) = (x >>> 14) ^ (x >>> 18) ^ (x >>> 41)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1);
    h.set_x(i.rd, inb.rotr(14) ^ inb.rotr(18) ^ inb.rotr(41));
}
