//! `sltiu`: set if less than immediate, unsigned.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "sltiu",
    title: "Set if less than immediate, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=3 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sltiu x5, x6, 1",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, 2.4.1: the immediate 1 tests for zero (SEQZ)",
        },
        Example {
            xlen: 64,
            asm: "sltiu x6, x6, -1",
            rs1: 0xffff_ffff_ffff_fffe,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 1),
            source: "unprivileged manual, 2.4.1: sign-extended first, then unsigned",
        },
        Example {
            xlen: 32,
            asm: "sltiu x5, x6, 1",
            rs1: 0x92eb_e154,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32, sltiu",
        },
    ],
    claims: &[Claim {
        id: "sltiu/borrow",
        says: "it is the borrow of a ripple subtracter",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Sltiu));
            let rd = g.run(Insn::Sltiu, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::number(bitwise::less_unsigned(a, extended), g.xlen()));
        },
    }],
};

/// `X(rd) = if X(rs1) <u EXTS(imm) then 1 else 0`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let less = h.x(i.rs1).ult(h.imm(i));
    h.set_x(i.rd, less.bv().zext(H::XLEN));
}
