//! `c.jal`: jump and link (RV32).
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.jal",
    title: "Jump and link",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV32, "rd_ra c_imm12 15..13=1 1..0=1")],
    syntax: "imm",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.jal -8",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0xff8),
            source: "unprivileged manual, \"Control Transfer Instructions\": the offset is added to the pc",
        },
        Example {
            xlen: 32,
            asm: "c.jal 2046",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(1, 0x1002),
            source: "unprivileged manual, \"Control Transfer Instructions\": the link is the address after it, pc + 2",
        },
        Example {
            xlen: 32,
            asm: "c.jal -2048",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x800),
            source: "unprivileged manual, \"Control Transfer Instructions\": a range of 2 KiB either way",
        },
    ],
    claims: &[Claim {
        id: "c.jal/target",
        says: "it goes to pc plus the offset and links to pc + 2",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let after = g.run(Insn::CJal, zero, zero, With::imm(g.immediate(Insn::CJal)));
            let always = g.lit(1, 1).bit(0);
            g.equal("next pc", after.next, bitwise::branch(g, always, 11, 2));
            g.equal("rd", after.rd(), bitwise::add(g.reg("pc"), g.lit(g.xlen(), 2)));
        },
    }],
};

/// `jal x1, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::jal::exec(h, i);
}
