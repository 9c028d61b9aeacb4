//! `blt`: branch if less than.
use crate::prelude::*;

/// See the unprivileged manual, "Conditional Branches".
pub const SPEC: Spec = Spec {
    name: "blt",
    title: "Branch if less than",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "bimm12hi rs1 rs2 bimm12lo 14..12=4 6..2=0x18 1..0=3")],
    syntax: "rs1, rs2, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "blt x6, x7, 16",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1010),
            source: "unprivileged manual, 2.5.2: the comparison is signed",
        },
        Example {
            xlen: 64,
            asm: "blt x6, x7, 16",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.5.2: all XLEN bits are compared",
        },
    ],
    claims: &[Claim {
        id: "blt/target",
        says: "it goes to pc plus the offset when rs1 is less by sign or borrow, else on",
        reference: "unprivileged manual, \"Conditional Branches\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Blt));
            let after = g.run(Insn::Blt, a, b, With::imm(imm));
            let taken = bitwise::less_signed(a, b);
            g.equal("next pc", after.next, bitwise::branch(g, taken, 12, 4));
        },
    }],
};

/// `if X(rs1) <s X(rs2) then PC = PC + EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let taken = h.x(i.rs1).slt(h.x(i.rs2));
    h.jump_if(taken, h.pc() + h.imm(i));
}
