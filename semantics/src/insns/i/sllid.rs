//! `sllid`: shift the low doubleword left logical by an immediate (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "sllid",
    title: "Shift left logical immediate, doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 31..26=0x0 shamtd 14..12=1 6..2=0x16 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "sllid x5, x6, 63",
            rs1: 3,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions sign-extend their results from 64 bits",
        },
        Example {
            xlen: 128,
            asm: "sllid x6, x6, 1",
            rs1: 0x8000_0000_0000_0000_4000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff_8000_0000_0000_0002),
            source: "unprivileged manual, chapter 5: *D instructions operate on the low 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "sllid/barrel",
            says: "for every amount, a barrel shifter on the low 64 bits, its top bit copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Sllid));
                let rd = g.run(Insn::Sllid, a, a, With::imm(imm)).rd();
                let double = bitwise::shift(bitwise::Shift::Left, a.lo(64), imm);
                g.equal("rd", rd, bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "sllid/rv64",
            says: "for every immediate, what RV64 SLLI gives for the low 64 bits, sign-extended",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Sllid));
                let rd = g.run(Insn::Sllid, a, a, With::imm(imm)).rd();
                let low = a.lo(64);
                let double = g.run_at(64, Insn::Slli, low, low, With::imm(imm.lo(64))).rd();
                g.equal("rd", rd, bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[63..0] << shamt)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let double = h.x(i.rs1).lo(64) << h.imm(i).lo(64);
    h.set_x(i.rd, double.sext(H::XLEN));
}
