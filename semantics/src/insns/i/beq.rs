//! `beq`: branch if equal.
use crate::prelude::*;

/// See the unprivileged manual, "Conditional Branches".
pub const SPEC: Spec = Spec {
    name: "beq",
    title: "Branch if equal",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "bimm12hi rs1 rs2 bimm12lo 14..12=0 6..2=0x18 1..0=3")],
    syntax: "rs1, rs2, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "beq x6, x7, -8",
            rs1: 0x8000_0005,
            rs2: 0x8000_0005,
            also: &[],
            gives: Gives::Pc(0xff8),
            source: "unprivileged manual, 2.5.2: the offset is added to the address of the branch",
        },
        Example {
            xlen: 64,
            asm: "beq x6, x7, -8",
            rs1: 5,
            rs2: 0x1_0000_0005,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.5.2: not taken, all XLEN bits are compared",
        },
        Example {
            xlen: 32,
            asm: "beq x6, x6, 2",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::InstructionMisaligned),
            source: "unprivileged manual, 2.5: the target is not aligned to four bytes",
        },
    ],
    claims: &[Claim {
        id: "beq/target",
        says: "it goes to pc plus the offset when no bit of the registers differs, else on",
        reference: "unprivileged manual, \"Conditional Branches\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Beq));
            let after = g.run(Insn::Beq, a, b, With::imm(imm));
            let taken = bitwise::same(a, b);
            g.equal("next pc", after.next, bitwise::branch(g, taken, 12, 4));
        },
    }],
};

/// `if X(rs1) == X(rs2) then PC = PC + EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let taken = h.x(i.rs1).equals(h.x(i.rs2));
    h.jump_if(taken, h.pc() + h.imm(i));
}
