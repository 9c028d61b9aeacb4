//! `packw`: pack low 16 bits of registers (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "packw".
pub const SPEC: Spec = Spec {
    name: "packw",
    title: "Pack low 16 bits of registers",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x4 14..12=4 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "packw x5, x6, x7",
            rs1: 0x706_0504_0302_0100,
            rs2: 0x5555_5555_5555_5555,
            also: &[],
            gives: Gives::X(5, 0x5555_0100),
            source: "oracle: values_rv64_bk, packw",
        },
        Example {
            xlen: 64,
            asm: "packw x6, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_f00d),
            source: "oracle: values_rv64_bk, packw",
        },
    ],
    claims: &[Claim {
        id: "packw/positions",
        says: "bits 15 to 0 are those of rs1, bit 16 + k is bit k of rs2, and bit 15 of rs2 again above bit 31",
        reference: "unprivileged manual, \"packw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Packw, a, b),
                bitwise::map_bits(a, |k, bit| if k < 16 { bit } else { b.bit(k.min(31) - 16) }),
            );
        },
    }],
};

/// `X(rd) = EXTS(X(rs2)[15..0] @ X(rs1)[15..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2).lo(16).concat(h.x(i.rs1).lo(16)).sext(H::XLEN));
}
