//! `c.bnez`: branch if not zero.
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.bnez",
    title: "Branch if not zero",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rs1_p c_bimm9lo c_bimm9hi 15..13=7 1..0=1")],
    syntax: "rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.bnez x8, 254",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x10fe),
            source: "unprivileged manual, \"Control Transfer Instructions\": the offset is added to the pc",
        },
        Example {
            xlen: 64,
            asm: "c.bnez x9, -256",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1002),
            source: "unprivileged manual, \"Control Transfer Instructions\": it is not taken when no bit is set",
        },
    ],
    claims: &[Claim {
        id: "c.bnez/target",
        says: "it goes to pc plus the offset when a bit of rs1 is set, else on",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CBnez));
            let after = g.run(Insn::CBnez, a, a, With::imm(imm));
            g.equal("next pc", after.next, bitwise::branch(g, bitwise::any(a), 8, 2));
        },
    }],
};

/// `bne rs1, x0, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::bne::exec(h, &Operands { rs2: Reg(0), ..*i });
}
