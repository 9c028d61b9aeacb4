//! `sha256sum1`: SHA2-256 Sum1 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha256sum1".
pub const SPEC: Spec = Spec {
    name: "sha256sum1",
    title: "SHA2-256 Sum1",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x101 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha256sum1 x5, x6",
            rs1: 0x378_b1dc,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xf7d5_63d0),
            source: "oracle: values_rv32_bk, sha256sum1",
        },
        Example {
            xlen: 64,
            asm: "sha256sum1 x6, x6",
            rs1: 0xc077_e250_b155_561f,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1798_702a),
            source: "oracle: values_rv64_bk, sha256sum1",
        },
    ],
    claims: &[Claim {
        id: "sha256sum1/standard",
        says: "Sum1 of SHA-256 on the low word, bit by bit, its top bit copied upwards",
        reference: "FIPS 180-4, section 4.1.2, function (4.5)",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = bitwise::sigma(a.lo(32), &[6, 11, 25], None);
            g.equal("rd", g.rd(Insn::Sha256sum1, a, a), bitwise::extend_sign(word, g.xlen()));
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS((x >>> 6) ^ (x >>> 11) ^ (x >>> 25))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1).lo(32);
    let result = inb.rotr(6) ^ inb.rotr(11) ^ inb.rotr(25);
    h.set_x(i.rd, result.sext(H::XLEN));
}
