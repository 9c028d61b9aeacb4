//! `bne`: branch if not equal.
use crate::prelude::*;

/// See the unprivileged manual, "Conditional Branches".
pub const SPEC: Spec = Spec {
    name: "bne",
    title: "Branch if not equal",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "bimm12hi rs1 rs2 bimm12lo 14..12=1 6..2=0x18 1..0=3")],
    syntax: "rs1, rs2, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "bne x6, x7, -8",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0xff8),
            source: "unprivileged manual, 2.5.2: the offset is added to the address of the branch",
        },
        Example {
            xlen: 64,
            asm: "bne x6, x7, 4094",
            rs1: 5,
            rs2: 0x1_0000_0005,
            also: &[],
            gives: Gives::Trap(Cause::InstructionMisaligned),
            source: "unprivileged manual, 2.5: taken, to a target not aligned to four bytes",
        },
        Example {
            xlen: 64,
            asm: "bne x6, x6, 2",
            rs1: 5,
            rs2: 5,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.5.2: not taken, so the target is not looked at",
        },
    ],
    claims: &[Claim {
        id: "bne/target",
        says: "it goes to pc plus the offset when some bit of the registers differs, else on",
        reference: "unprivileged manual, \"Conditional Branches\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Bne));
            let after = g.run(Insn::Bne, a, b, With::imm(imm));
            let taken = !bitwise::same(a, b);
            g.equal("next pc", after.next, bitwise::branch(g, taken, 12, 4));
        },
    }],
};

/// `if X(rs1) != X(rs2) then PC = PC + EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let taken = !h.x(i.rs1).equals(h.x(i.rs2));
    h.jump_if(taken, h.pc() + h.imm(i));
}
