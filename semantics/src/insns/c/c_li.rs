//! `c.li`: load immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Constant-Generation Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.li",
    title: "Load immediate",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd c_imm6lo c_imm6hi 15..13=2 1..0=1")
        .hints(|i| (i.rd == Reg(0)).then_some("it would write x0"))],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.li x5, -32",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffe0),
            source: "unprivileged manual, \"Integer Constant-Generation Instructions\": the immediate is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.li x5, 31",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 31),
            source: "unprivileged manual, \"Integer Constant-Generation Instructions\": a 6-bit immediate",
        },
    ],
    claims: &[Claim {
        id: "c.li/sign",
        says: "the immediate with copies of its top bit in front",
        reference: "unprivileged manual, \"Integer Constant-Generation Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let rd = g.run(Insn::CLi, zero, zero, With::imm(g.immediate(Insn::CLi))).rd();
            g.equal("rd", rd, bitwise::extend_sign(g.var(6, "imm"), g.xlen()));
        },
    }],
};

/// `addi rd, x0, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addi::exec(h, &Operands { rs1: Reg(0), ..*i });
}
