//! `c.andi`: and immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.andi",
    title: "And immediate",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1_p c_imm6hi c_imm6lo 15..13=4 11..10=2 1..0=1")],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.andi x8, -2",
            rs1: 0xffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xffff_fffe),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the immediate is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.andi x9, 15",
            rs1: 0x8000_0000_0000_00ff,
            rs2: 0,
            also: &[],
            gives: Gives::X(9, 15),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": a 6-bit immediate",
        },
    ],
    claims: &[Claim {
        id: "c.andi/truth-table",
        says: "bit by bit, for every immediate, the truth table of and",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CAndi));
            let rd = g.run(Insn::CAndi, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(6, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::both(a, extended));
        },
    }],
};

/// `andi rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::andi::exec(h, i);
}
