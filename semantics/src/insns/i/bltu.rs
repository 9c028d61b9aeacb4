//! `bltu`: branch if less than, unsigned.
use crate::prelude::*;

/// See the unprivileged manual, "Conditional Branches".
pub const SPEC: Spec = Spec {
    name: "bltu",
    title: "Branch if less than, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "bimm12hi rs1 rs2 bimm12lo 14..12=6 6..2=0x18 1..0=3")],
    syntax: "rs1, rs2, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "bltu x6, x7, 16",
            rs1: 0,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::Pc(0x1010),
            source: "unprivileged manual, 2.5.2: the comparison is unsigned",
        },
        Example {
            xlen: 64,
            asm: "bltu x6, x7, 16",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.5.2: all XLEN bits are compared",
        },
    ],
    claims: &[Claim {
        id: "bltu/target",
        says: "it goes to pc plus the offset when subtracting borrows, else on",
        reference: "unprivileged manual, \"Conditional Branches\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Bltu));
            let after = g.run(Insn::Bltu, a, b, With::imm(imm));
            let taken = bitwise::less_unsigned(a, b);
            g.equal("next pc", after.next, bitwise::branch(g, taken, 12, 4));
        },
    }],
};

/// `if X(rs1) <u X(rs2) then PC = PC + EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let taken = h.x(i.rs1).ult(h.x(i.rs2));
    h.jump_if(taken, h.pc() + h.imm(i));
}
