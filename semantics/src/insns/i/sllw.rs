//! `sllw`: shift the low word left logical (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sllw",
    title: "Shift left logical, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=0 14..12=1 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sllw x5, x6, x7",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0xdead_beef_cafe_f00d,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_de01_a000),
            source: "oracle: values_rv64, sllw",
        },
        Example {
            xlen: 64,
            asm: "sllw x6, x6, x7",
            rs1: 1,
            rs2: 63,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, 4.2.2: the amount is the low five bits of rs2",
        },
    ],
    claims: &[
        Claim {
            id: "sllw/barrel",
            says: "a barrel shifter on the low word by five bits of rs2, its top bit copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = bitwise::shift(bitwise::Shift::Left, a.lo(32), b);
                g.equal("rd", g.rd(Insn::Sllw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "sllw/rv32",
            says: "what RV32 SLL gives for the low words, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Sll, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Sllw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] << X(rs2)[4..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32) << h.x(i.rs2).lo(5);
    h.set_x(i.rd, word.sext(H::XLEN));
}
