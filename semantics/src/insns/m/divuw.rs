//! `divuw`: unsigned quotient of the low words (M, RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "divuw",
    title: "Divide unsigned, word",
    extensions: &["M"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=1 14..12=5 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "divuw x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_0000_0001,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Division Operations\": the 32-bit quotient is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "divuw x6, x6, x7",
            rs1: 0x9e54_6aa0_75c6_208f,
            rs2: 0x9d57_a45b_5c7b_3eba,
            also: &[],
            gives: Gives::X(6, 1),
            source: "oracle: values_rv64, divuw",
        },
    ],
    claims: &[
        Claim {
            id: "divuw/extended",
            says: "the low word of what DIVU gives for the zero-extended low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let extend = |v: Bv<_>| bitwise::extend_zero(v.lo(32), g.xlen());
                let wide = g.rd(Insn::Divu, extend(a), extend(b));
                g.equal("rd", g.rd(Insn::Divuw, a, b), bitwise::extend_sign(wide.lo(32), g.xlen()));
            },
        },
        Claim {
            id: "divuw/rv32",
            says: "what RV32 DIVU gives for the low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Divu, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Divuw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[31..0] == 0 then 2^32-1 else X(rs1)[31..0] /u X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let quotient = h.x(i.rs1).lo(32).udiv(h.x(i.rs2).lo(32));
    h.set_x(i.rd, quotient.sext(H::XLEN));
}
