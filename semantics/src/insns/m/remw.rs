//! `remw`: signed remainder of the low words (M, RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "remw",
    title: "Remainder signed, word",
    extensions: &["M"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=1 14..12=6 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "remw x5, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_cafe_f00d),
            source: "oracle: values_rv64, remw",
        },
        Example {
            xlen: 64,
            asm: "remw x6, x6, x7",
            rs1: 0x1234_5678_ffff_fff9,
            rs2: 0x8765_4321_0000_0002,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Division Operations\": the sign of the low word of the dividend",
        },
    ],
    claims: &[
        Claim {
            id: "remw/by-zero",
            says: "by a zero low word, whatever is above it, it gives the low word of the dividend",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(bitwise::same(b.lo(32), g.lit(32, 0)));
                g.equal("rd", g.rd(Insn::Remw, a, b), bitwise::extend_sign(a.lo(32), g.xlen()));
            },
        },
        Claim {
            id: "remw/magnitude",
            says: "by other than zero, what REMUW gives for the magnitudes, with the sign of the dividend",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let (low_a, low_b) = (a.lo(32), b.lo(32));
                g.assume(!bitwise::same(low_b, g.lit(32, 0)));
                let magnitude = |v| bitwise::extend_zero(bitwise::magnitude(v), g.xlen());
                let unsigned = g.rd(Insn::Remuw, magnitude(low_a), magnitude(low_b)).lo(32);
                let signed = bitwise::with_sign(a.bit(31), unsigned);
                g.equal("rd", g.rd(Insn::Remw, a, b), bitwise::extend_sign(signed, g.xlen()));
            },
        },
        Claim {
            id: "remw/rv32",
            says: "what RV32 REM gives for the low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Rem, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Remw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[31..0] == 0 then X(rs1)[31..0] else X(rs1)[31..0] %s X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let remainder = h.x(i.rs1).lo(32).srem(h.x(i.rs2).lo(32));
    h.set_x(i.rd, remainder.sext(H::XLEN));
}
