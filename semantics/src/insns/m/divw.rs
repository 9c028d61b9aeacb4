//! `divw`: signed quotient of the low words (M, RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "divw",
    title: "Divide signed, word",
    extensions: &["M"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=1 14..12=4 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "divw x5, x6, x7",
            rs1: 0xffff_ffff_8000_0000,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, \"Division Operations\", table: overflow gives the dividend",
        },
        Example {
            xlen: 64,
            asm: "divw x6, x6, x7",
            rs1: 0x1234_5678_0000_0007,
            rs2: 0xffff_ffff_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Division Operations\", table: by zero (in the low word), -1",
        },
    ],
    claims: &[
        Claim {
            id: "divw/by-zero",
            says: "by a zero low word, whatever is above it, it gives -1",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(bitwise::same(b.lo(32), g.lit(32, 0)));
                g.equal("rd", g.rd(Insn::Divw, a, b), !g.lit(g.xlen(), 0));
            },
        },
        Claim {
            id: "divw/magnitude",
            says: "by other than zero, what DIVUW gives for the magnitudes, negated when the signs differ",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let (low_a, low_b) = (a.lo(32), b.lo(32));
                g.assume(!bitwise::same(low_b, g.lit(32, 0)));
                let magnitude = |v| bitwise::extend_zero(bitwise::magnitude(v), g.xlen());
                let unsigned = g.rd(Insn::Divuw, magnitude(low_a), magnitude(low_b)).lo(32);
                let signed = bitwise::with_sign(a.bit(31) ^ b.bit(31), unsigned);
                g.equal("rd", g.rd(Insn::Divw, a, b), bitwise::extend_sign(signed, g.xlen()));
            },
        },
        Claim {
            id: "divw/rv32",
            says: "what RV32 DIV gives for the low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Div, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Divw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[31..0] == 0 then -1 else X(rs1)[31..0] /s X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (dividend, divisor) = (h.x(i.rs1).lo(32), h.x(i.rs2).lo(32));
    let by_zero = divisor.equals(divisor.lit(0));
    let quotient = by_zero.select(!divisor.lit(0), dividend.sdiv(divisor));
    h.set_x(i.rd, quotient.sext(H::XLEN));
}
