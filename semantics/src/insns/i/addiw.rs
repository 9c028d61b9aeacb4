//! `addiw`: add an immediate to the low word (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "addiw",
    title: "Add immediate, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 imm12 14..12=0 6..2=0x06 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "addiw x5, x6, 1",
            rs1: 0x7fff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, 4.2.1: overflow is ignored, 32 bits are sign-extended",
        },
        Example {
            xlen: 64,
            asm: "addiw x6, x6, 0",
            rs1: 0xa936_ba71_5315_367d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x5315_367d),
            source: "oracle: values_rv64, addiw",
        },
    ],
    claims: &[
        Claim {
            id: "addiw/ripple",
            says: "for every immediate, the low 32 bits of a ripple-carry sum, the top one copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Addiw));
                let rd = g.run(Insn::Addiw, a, a, With::imm(imm)).rd();
                let sum = bitwise::add(a, bitwise::extend_sign(g.var(12, "imm"), g.xlen()));
                g.equal("rd", rd, bitwise::extend_sign(sum.lo(32), g.xlen()));
            },
        },
        Claim {
            id: "addiw/rv32",
            says: "for every immediate, what RV32 ADDI gives for the low word, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Addiw));
                let rd = g.run(Insn::Addiw, a, a, With::imm(imm)).rd();
                let low = a.lo(32);
                let word = g.run_at(32, Insn::Addi, low, low, With::imm(imm.lo(32))).rd();
                g.equal("rd", rd, bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS((X(rs1) + EXTS(imm))[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sum = h.x(i.rs1) + h.imm(i);
    h.set_x(i.rd, sum.lo(32).sext(H::XLEN));
}
