//! `remuw`: unsigned remainder of the low words (M, RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "remuw",
    title: "Remainder unsigned, word",
    extensions: &["M"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=1 14..12=7 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "remuw x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(5, 0x7654_3210),
            source: "oracle: values_rv64, remuw",
        },
        Example {
            xlen: 64,
            asm: "remuw x6, x6, x7",
            rs1: 0x1234_5678_8000_0000,
            rs2: 0xffff_ffff_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, \"Division Operations\", table: by zero, the dividend, sign-extended from 32 bits",
        },
    ],
    claims: &[
        Claim {
            id: "remuw/extended",
            says: "the low word of what REMU gives for the zero-extended low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let extend = |v: Bv<_>| bitwise::extend_zero(v.lo(32), g.xlen());
                let wide = g.rd(Insn::Remu, extend(a), extend(b));
                g.equal("rd", g.rd(Insn::Remuw, a, b), bitwise::extend_sign(wide.lo(32), g.xlen()));
            },
        },
        Claim {
            id: "remuw/rv32",
            says: "what RV32 REMU gives for the low words, sign-extended",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Remu, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Remuw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[31..0] == 0 then X(rs1)[31..0] else X(rs1)[31..0] %u X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let remainder = h.x(i.rs1).lo(32).urem(h.x(i.rs2).lo(32));
    h.set_x(i.rd, remainder.sext(H::XLEN));
}
