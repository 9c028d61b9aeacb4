//! `sha512sum0`: SHA2-512 Sum0 (Zknh).
use crate::prelude::*;

/// See the unprivileged manual, "sha512sum0".
pub const SPEC: Spec = Spec {
    name: "sha512sum0",
    title: "SHA2-512 Sum0",
    extensions: &["Zknh"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x104 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sha512sum0 x5, x6",
            rs1: 0x706_0504_0302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x38e6_9442_71af_dd0b),
            source: "oracle: values_rv64_bk, sha512sum0",
        },
        Example {
            xlen: 64,
            asm: "sha512sum0 x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x3e00_000f_c1ff_fff0),
            source: "oracle: values_rv64_bk, sha512sum0",
        },
    ],
    claims: &[Claim {
        id: "sha512sum0/standard",
        says: "Sum0 of SHA-512, bit by bit",
        reference: "FIPS 180-4, section 4.1.3, function (4.10)",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Sha512sum0, a, a), bitwise::sigma(a, &[28, 34, 39], None));
        },
    }],
};

/// `x = X(rs1); X(rd) = (x >>> 28) ^ (x >>> 34) ^ (x >>> 39)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let inb = h.x(i.rs1);
    h.set_x(i.rd, inb.rotr(28) ^ inb.rotr(34) ^ inb.rotr(39));
}
