//! `c.addi4spn`: add a multiple of 4 to the stack pointer.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.addi4spn",
    title: "Add a multiple of 4 to the stack pointer",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_p rs1_sp c_nzuimm10 15..13=0 1..0=0")],
    syntax: "rd, rs1, imm",
    reserved: |i| {
        (i.imm == 0).then_some(
            "an immediate of 0 is reserved; with rd = x8 it is 0000, which is illegal for ever",
        )
    },
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.addi4spn x8, x2, 16",
            rs1: 0xffff_fff8,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 8),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": overflow is ignored",
        },
        Example {
            xlen: 64,
            asm: "c.addi4spn x15, x2, 1020",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(15, 0x8000_0000_0000_03fc),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the immediate is zero-extended and scaled by 4",
        },
    ],
    claims: &[Claim {
        id: "c.addi4spn/ripple",
        says: "the sum of the stack pointer and a multiple of 4, by a ripple-carry adder",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CAddi4spn));
            let sum = g.run(Insn::CAddi4spn, a, a, With::imm(imm)).rd();
            g.equal("rd", sum, bitwise::add(a, bitwise::scaled(g, 8, 2)));
        },
    }],
};

/// `addi rd, x2, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addi::exec(h, i);
}
