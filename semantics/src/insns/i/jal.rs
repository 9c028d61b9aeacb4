//! `jal`: jump and link.
use crate::prelude::*;

/// See the unprivileged manual, "Unconditional Jumps".
pub const SPEC: Spec = Spec {
    name: "jal",
    title: "Jump and link",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd jimm20 6..2=0x1B 1..0=3")],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "jal x5, -8",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0xff8),
            source: "unprivileged manual, 2.5.1: the offset is added to the address of the jump",
        },
        Example {
            xlen: 64,
            asm: "jal x5, 1048572",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1004),
            source: "unprivileged manual, 2.5.1: the link is the address after the jump",
        },
        Example {
            xlen: 32,
            asm: "jal x5, 2",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::InstructionMisaligned),
            source: "unprivileged manual, 2.5: the target is not aligned to four bytes",
        },
    ],
    claims: &[Claim {
        id: "jal/target",
        says: "it goes to pc plus the offset and links to pc + 4",
        reference: "unprivileged manual, \"Unconditional Jumps\"",
        widths: &[32, 64, 128],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let after = g.run(Insn::Jal, zero, zero, With::imm(g.immediate(Insn::Jal)));
            let always = g.lit(1, 1).bit(0);
            g.equal("next pc", after.next, bitwise::branch(g, always, 20, 4));
            g.equal("rd", after.rd(), bitwise::add(g.reg("pc"), g.lit(g.xlen(), 4)));
        },
    }],
};

/// `t = next PC; PC = PC + EXTS(imm); X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let t = h.next_pc();
    h.jump(h.pc() + h.imm(i));
    h.set_x(i.rd, t);
}
