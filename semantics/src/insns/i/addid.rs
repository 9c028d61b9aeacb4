//! `addid`: add an immediate to the low doubleword (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "addid",
    title: "Add immediate, doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 imm12 14..12=0 6..2=0x16 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "addid x5, x6, 1",
            rs1: 0x7fff_ffff_ffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions sign-extend their results from 64 bits",
        },
        Example {
            xlen: 128,
            asm: "addid x6, x6, -1",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0),
            source: "unprivileged manual, chapter 5: *D instructions operate on the low 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "addid/ripple",
            says: "for every immediate, the low 64 bits of a ripple-carry sum, the top one copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Addid));
                let rd = g.run(Insn::Addid, a, a, With::imm(imm)).rd();
                let sum = bitwise::add(a, bitwise::extend_sign(g.var(12, "imm"), 128));
                let double = sum.lo(64);
                g.equal("rd", rd, bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "addid/rv64",
            says: "for every immediate, what RV64 ADDI gives for the low 64 bits, sign-extended",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Addid));
                let rd = g.run(Insn::Addid, a, a, With::imm(imm)).rd();
                let low = a.lo(64);
                let double = g.run_at(64, Insn::Addi, low, low, With::imm(imm.lo(64))).rd();
                g.equal("rd", rd, bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS((X(rs1) + EXTS(imm))[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sum = h.x(i.rs1) + h.imm(i);
    h.set_x(i.rd, sum.lo(64).sext(H::XLEN));
}
