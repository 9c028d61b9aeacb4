//! `c.beqz`: branch if zero.
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.beqz",
    title: "Branch if zero",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rs1_p c_bimm9lo c_bimm9hi 15..13=6 1..0=1")],
    syntax: "rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.beqz x8, -256",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0xf00),
            source: "unprivileged manual, \"Control Transfer Instructions\": the offset is sign-extended and added to the pc",
        },
        Example {
            xlen: 64,
            asm: "c.beqz x9, 254",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1002),
            source: "unprivileged manual, \"Control Transfer Instructions\": it is not taken when a bit is set",
        },
    ],
    claims: &[Claim {
        id: "c.beqz/target",
        says: "it goes to pc plus the offset when no bit of rs1 is set, else on",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CBeqz));
            let after = g.run(Insn::CBeqz, a, a, With::imm(imm));
            g.equal("next pc", after.next, bitwise::branch(g, !bitwise::any(a), 8, 2));
        },
    }],
};

/// `beq rs1, x0, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::beq::exec(h, &Operands { rs2: Reg(0), ..*i });
}
