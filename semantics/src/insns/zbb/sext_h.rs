//! `sext.h`: sign-extend halfword (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "sext.h".
pub const SPEC: Spec = Spec {
    name: "sext.h",
    title: "Sign-extend halfword",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x605 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "sext.h x5, x6",
            rs1: 0x4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x2211),
            source: "oracle: values_rv32_bk, sext.h",
        },
        Example {
            xlen: 64,
            asm: "sext.h x6, x6",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_aaaa),
            source: "oracle: values_rv64_bk, sext.h",
        },
    ],
    claims: &[Claim {
        id: "sext.h/copies",
        says: "bit 15 is copied into every bit above it",
        reference: "unprivileged manual, \"sext.h\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal(
                "rd",
                g.rd(Insn::SextH, a, a),
                bitwise::map_bits(a, |k, bit| if k < 16 { bit } else { a.bit(15) }),
            );
        },
    }],
};

/// `X(rd) = EXTS(X(rs1)[15..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).lo(16).sext(H::XLEN));
}
