//! `sha512sig0`: SHA2-512 sigma0 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sig0".
pub const SPEC: Spec = Spec {
    name: "sha512sig0",
    title: "SHA2-512 sigma0",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x106 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sha512sig0 x5, x6",
            rs1: 0x7fff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x7f00_0000_3f7f_ffff),
            source: "oracle: values_rv64_bk, sha512sig0",
        },
        Example {
            xlen: 64,
            asm: "sha512sig0 x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x7eff_ffff_8100_0000),
            source: "oracle: values_rv64_bk, sha512sig0",
        },
    ],
    claims: &[Claim {
        id: "sha512sig0/standard",
        says: "sigma0 of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.12)",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Sha512sig0, a, a), bitwise::sigma(a, &[1, 8], Some(7)));
        },
    }],
};

/// `x = X(rs1); X(rd) = (x >>> 1) ^ (x >>> 8) ^ (x >> 7)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1);
    h.set_x(i.rd, inb.rotr(1) ^ inb.rotr(8) ^ inb >> 7);
}
