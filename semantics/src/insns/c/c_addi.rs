//! `c.addi`: add immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.addi",
    title: "Add immediate",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1 c_imm6lo c_imm6hi 15..13=0 1..0=1")
        .hints(|i| (i.imm == 0).then_some("it would add 0"))],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.addi x5, -1",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the immediate is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.addi x6, 31",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 30),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": overflow is ignored",
        },
    ],
    claims: &[Claim {
        id: "c.addi/ripple",
        says: "for every immediate, the sum is that of a ripple-carry adder",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CAddi));
            let sum = g.run(Insn::CAddi, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(6, "imm"), g.xlen());
            g.equal("rd", sum, bitwise::add(a, extended));
        },
    }],
};

/// `addi rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addi::exec(h, i);
}
