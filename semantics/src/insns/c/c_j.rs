//! `c.j`: jump.
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.j",
    title: "Jump",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "c_imm12 15..13=5 1..0=1")],
    syntax: "imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.j -2048",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x800),
            source: "unprivileged manual, \"Control Transfer Instructions\": a range of 2 KiB either way",
        },
        Example {
            xlen: 64,
            asm: "c.j 2",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1002),
            source: "unprivileged manual, \"Control Transfer Instructions\": targets are multiples of two bytes",
        },
    ],
    claims: &[Claim {
        id: "c.j/target",
        says: "it goes to pc plus the offset",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let after = g.run(Insn::CJ, zero, zero, With::imm(g.immediate(Insn::CJ)));
            let always = g.lit(1, 1).bit(0);
            g.equal("next pc", after.next, bitwise::branch(g, always, 11, 2));
        },
    }],
};

/// `jal x0, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::jal::exec(h, &Operands { rd: Reg(0), ..*i });
}
