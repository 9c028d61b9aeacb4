//! `sha256sig1`: SHA2-256 sigma1 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha256sig1".
pub const SPEC: Spec = Spec {
    name: "sha256sig1",
    title: "SHA2-256 sigma1",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x103 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha256sig1 x5, x6",
            rs1: 0xff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x60_6000),
            source: "oracle: values_rv32_bk, sha256sig1",
        },
        Example {
            xlen: 64,
            asm: "sha256sig1 x6, x6",
            rs1: 0xe3a4_2b68_21cf_fc72,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1bf_2721),
            source: "oracle: values_rv64_bk, sha256sig1",
        },
    ],
    claims: &[Claim {
        id: "sha256sig1/standard",
        says: "sigma1 of SHA-256 on the low word, bit by bit, its top bit copied upwards",
        reference: "FIPS 180-4, section 4.1.2, function (4.7)",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = bitwise::sigma(a.lo(32), &[17, 19], Some(10));
            g.equal("rd", g.rd(Insn::Sha256sig1, a, a), bitwise::extend_sign(word, g.xlen()));
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS((x >>> 17) ^ (x >>> 19) ^ (x >> 10))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1).lo(32);
    let result = inb.rotr(17) ^ inb.rotr(19) ^ inb >> 10;
    h.set_x(i.rd, result.sext(H::XLEN));
}
