//! `sext.b`: sign-extend byte (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "sext.b".
pub const SPEC: Spec = Spec {
    name: "sext.b",
    title: "Sign-extend byte",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x604 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "sext.b x5, x6",
            rs1: 0xff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "oracle: values_rv32_bk, sext.b",
        },
        Example {
            xlen: 64,
            asm: "sext.b x6, x6",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x11),
            source: "oracle: values_rv64_bk, sext.b",
        },
    ],
    claims: &[Claim {
        id: "sext.b/copies",
        says: "bit 7 is copied into every bit above it",
        reference: "unprivileged manual, \"sext.b\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal(
                "rd",
                g.rd(Insn::SextB, a, a),
                bitwise::map_bits(a, |k, bit| if k < 8 { bit } else { a.bit(7) }),
            );
        },
    }],
};

/// `X(rd) = EXTS(X(rs1)[7..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).lo(8).sext(H::XLEN));
}
