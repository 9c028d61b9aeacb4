//! `sha256sum0`: SHA2-256 Sum0 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha256sum0".
pub const SPEC: Spec = Spec {
    name: "sha256sum0",
    title: "SHA2-256 Sum0",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x100 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sha256sum0 x5, x6",
            rs1: 0x4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8d0e_ac0d),
            source: "oracle: values_rv32_bk, sha256sum0",
        },
        Example {
            xlen: 64,
            asm: "sha256sum0 x6, x6",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x911_dcdf),
            source: "oracle: values_rv64_bk, sha256sum0",
        },
    ],
    claims: &[Claim {
        id: "sha256sum0/standard",
        says: "Sum0 of SHA-256 on the low word, bit by bit, its top bit copied upwards",
        reference: "FIPS 180-4, section 4.1.2, function (4.4)",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let word = bitwise::sigma(a.lo(32), &[2, 13, 22], None);
            g.equal("rd", g.rd(Insn::Sha256sum0, a, a), bitwise::extend_sign(word, g.xlen()));
        },
    }],
};

/// `x = X(rs1)[31..0]; X(rd) = EXTS((x >>> 2) ^ (x >>> 13) ^ (x >>> 22))`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1).lo(32);
    let result = inb.rotr(2) ^ inb.rotr(13) ^ inb.rotr(22);
    h.set_x(i.rd, result.sext(H::XLEN));
}
