//! `addi`: add immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "addi",
    title: "Add immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=0 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "addi x5, x6, -1",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, 2.4.1: the immediate is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "addi x6, x6, 2047",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 2046),
            source: "unprivileged manual, 2.4.1: overflow is ignored",
        },
    ],
    claims: &[Claim {
        id: "addi/ripple",
        says: "for every immediate, the sum is that of a ripple-carry adder",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Addi));
            let sum = g.run(Insn::Addi, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", sum, bitwise::add(a, extended));
        },
    }],
};

/// `X(rd) = X(rs1) + EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) + h.imm(i));
}
