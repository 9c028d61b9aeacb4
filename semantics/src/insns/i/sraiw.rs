//! `sraiw`: shift the low word right arithmetic by an immediate (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "sraiw",
    title: "Shift right arithmetic immediate, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 31..25=0x20 shamtw 14..12=5 6..2=0x06 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sraiw x5, x6, 1",
            rs1: 0xe9a4_f306_f0b7_39f8,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_f85b_9cfc),
            source: "oracle: values_rv64, sraiw",
        },
        Example {
            xlen: 64,
            asm: "sraiw x6, x6, 4",
            rs1: 0xffff_ffff_7000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x700_0000),
            source: "unprivileged manual, 4.2.1: bit 31 is the sign, the upper half is ignored",
        },
    ],
    claims: &[
        Claim {
            id: "sraiw/barrel",
            says: "for every amount, a barrel shifter on the low word, its top bit copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Sraiw));
                let rd = g.run(Insn::Sraiw, a, a, With::imm(shamt)).rd();
                let word = bitwise::shift(bitwise::Shift::RightArithmetic, a.lo(32), shamt);
                g.equal("rd", rd, bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "sraiw/rv32",
            says: "for every immediate, what RV32 SRAI gives for the low word, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Immediate Instructions\"",
            widths: &[64, 128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Sraiw));
                let rd = g.run(Insn::Sraiw, a, a, With::imm(imm)).rd();
                let low = a.lo(32);
                let word = g.run_at(32, Insn::Srai, low, low, With::imm(imm.lo(32))).rd();
                g.equal("rd", rd, bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >>s shamt)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32).sra(h.imm(i).lo(32));
    h.set_x(i.rd, word.sext(H::XLEN));
}
