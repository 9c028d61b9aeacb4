//! `srliw`: shift the low word right logical by an immediate (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "srliw",
    title: "Shift right logical immediate, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 31..25=0x0 shamtw 14..12=5 6..2=0x06 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "srliw x5, x6, 1",
            rs1: 0xbca9_7f79_0881_b85f,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x440_dc2f),
            source: "oracle: values_rv64, srliw",
        },
        Example {
            xlen: 64,
            asm: "srliw x6, x6, 0",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, 4.2.1: the 32-bit result is sign-extended",
        },
    ],
    claims: &[
        Claim {
            id: "srliw/barrel",
            says: "for every amount, a barrel shifter on the low word, its top bit copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Srliw));
                let rd = g.run(Insn::Srliw, a, a, With::imm(shamt)).rd();
                let word = bitwise::shift(bitwise::Shift::RightLogical, a.lo(32), shamt);
                g.equal("rd", rd, bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "srliw/rv32",
            says: "for every immediate, what RV32 SRLI gives for the low word, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Srliw));
                let rd = g.run(Insn::Srliw, a, a, With::imm(imm)).rd();
                let low = a.lo(32);
                let word = g.run_at(32, Insn::Srli, low, low, With::imm(imm.lo(32))).rd();
                g.equal("rd", rd, bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >> shamt)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32) >> h.imm(i).lo(32);
    h.set_x(i.rd, word.sext(H::XLEN));
}
