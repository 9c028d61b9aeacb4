//! `addw`: add the low words (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "addw",
    title: "Add word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=0 14..12=0 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "addw x5, x6, x7",
            rs1: 0x7fff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, 4.2.2: overflows are ignored, 32 bits are sign-extended",
        },
        Example {
            xlen: 64,
            asm: "addw x6, x6, x7",
            rs1: 0xffff_ffff_0000_0001,
            rs2: 0x1234_5678_0000_0001,
            also: &[],
            gives: Gives::X(6, 2),
            source: "unprivileged manual, 4.2.2: only the low 32 bits count",
        },
    ],
    claims: &[
        Claim {
            id: "addw/ripple",
            says: "the low 32 bits of a ripple-carry sum of the registers, the top one copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = bitwise::add(a, b).lo(32);
                g.equal("rd", g.rd(Insn::Addw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "addw/rv32",
            says: "what RV32 ADD gives for the low words, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Add, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Addw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] + X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sum = h.x(i.rs1).lo(32) + h.x(i.rs2).lo(32);
    h.set_x(i.rd, sum.sext(H::XLEN));
}
