//! `jalr`: jump and link register.
use crate::prelude::*;

/// See the unprivileged manual, "Unconditional Jumps".
pub const SPEC: Spec = Spec {
    name: "jalr",
    title: "Jump and link register",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=0 6..2=0x19 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "jalr x5, 5(x6)",
            rs1: 0x8000_2000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x8000_2004),
            source: "unprivileged manual, 2.5.1: bit 0 of the target is cleared",
        },
        Example {
            xlen: 64,
            asm: "jalr x6, 4(x6)",
            rs1: 0x2000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1004),
            source: "unprivileged manual, 2.5.1: the link is pc + 4, also when rd is rs1",
        },
    ],
    claims: &[Claim {
        id: "jalr/target",
        says: "it goes to rs1 plus the offset with bit 0 cleared, and links to pc + 4",
        reference: "unprivileged manual, \"Unconditional Jumps\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Jalr));
            let after = g.run(Insn::Jalr, a, a, With::imm(imm));
            let sum = bitwise::add(a, bitwise::extend_sign(g.var(12, "imm"), g.xlen()));
            let target = sum.hi(g.xlen() - 1).concat(g.lit(1, 0));
            g.equal("next pc", after.next, target);
            g.equal("rd", after.rd(), bitwise::add(g.reg("pc"), g.lit(g.xlen(), 4)));
        },
    }],
};

/// `t = next PC; PC = (X(rs1) + EXTS(imm)) & ~1; X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let t = h.next_pc();
    h.jump((h.x(i.rs1) + h.imm(i)) & h.int(!1));
    h.set_x(i.rd, t);
}
