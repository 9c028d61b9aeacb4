//! `sha256sig0`: SHA2-256 sigma0 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha256sig0".
pub const SPEC: Spec = Spec {
    name: "sha256sig0",
    title: "SHA2-256 sigma0",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x102 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha256sig0 x5, x6",
            rs1: 0x4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xe28a_530a),
            source: "oracle: values_rv32_bk, sha256sig0",
        },
        Example {
            xlen: 64,
            asm: "sha256sig0 x6, x6",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_bec9_515e),
            source: "oracle: values_rv64_bk, sha256sig0",
        },
    ],
    claims: &[Claim {
        id: "sha256sig0/standard",
        says: "sigma0 of SHA-256 on the low word, bit by bit, its top bit copied upwards",
        reference: "FIPS 180-4, section 4.1.2, function (4.6)",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = bitwise::sigma(a.lo(32), &[7, 18], Some(3));
            g.equal("rd", g.rd(Insn::Sha256sig0, a, a), bitwise::extend_sign(word, g.xlen()));
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS((x >>> 7) ^ (x >>> 18) ^ (x >> 3))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1).lo(32);
    let result = inb.rotr(7) ^ inb.rotr(18) ^ inb >> 3;
    h.set_x(i.rd, result.sext(H::XLEN));
}
