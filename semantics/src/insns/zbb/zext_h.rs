//! `zext.h`: zero-extend halfword (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "zext.h".
pub const SPEC: Spec = Spec {
    name: "zext.h",
    title: "Zero-extend halfword",
    extensions: &["Zbb", "Zbkb"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..20=0x080 14..12=4 6..2=0x0C 1..0=3").within(Insn::Pack),
        Enc::parse(RV64, "rd rs1 31..20=0x080 14..12=4 6..2=0x0E 1..0=3").within(Insn::Packw),
    ],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "zext.h x5, x6",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x100),
            source: "oracle: values_rv32_bk, zext.h",
        },
        Example {
            xlen: 64,
            asm: "zext.h x6, x6",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x2211),
            source: "oracle: values_rv64_bk, zext.h",
        },
    ],
    claims: &[
        Claim {
            id: "zext.h/zeros",
            says: "every bit above bit 15 is 0",
            reference: "unprivileged manual, \"zext.h\"",
            widths: &[32, 64],
            state: |g| {
                let a = g.reg("rs1");
                let zero = a.lit(0).bit(0);
                g.equal(
                    "rd",
                    g.rd(Insn::ZextH, a, a),
                    bitwise::map_bits(a, |k, bit| if k < 16 { bit } else { zero }),
                );
            },
        },
        Claim {
            id: "zext.h/is-pack",
            says: "what `pack` on RV32 and `packw` on RV64 do with rs2 = x0, whose words these are",
            reference: "unprivileged manual, \"Zbkb\"",
            widths: &[32, 64],
            state: |g| {
                let a = g.reg("rs1");
                let wider = if g.xlen() == 32 { Insn::Pack } else { Insn::Packw };
                g.equal("rd", g.rd(Insn::ZextH, a, a), g.rd(wider, a, a.lit(0)));
            },
        },
    ],
};

/// `X(rd) = EXTZ(X(rs1)[15..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).lo(16).zext(H::XLEN));
}
