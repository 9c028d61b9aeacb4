//! `c.jalr`: jump and link register.
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.jalr",
    title: "Jump and link register",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_ra c_rs1 15..12=9 6..2=0 1..0=2").within(Insn::CAdd)],
    syntax: "rs1",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.jalr x5",
            rs1: 0x8000_2001,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x80002000),
            source: "unprivileged manual, \"Control Transfer Instructions\": it is `jalr`, which clears bit 0 of the target",
        },
        Example {
            xlen: 64,
            asm: "c.jalr x1",
            rs1: 0x2000,
            rs2: 0,
            also: &[],
            gives: Gives::X(1, 0x1002),
            source: "unprivileged manual, \"Control Transfer Instructions\": the link is the address after it, pc + 2",
        },
        Example {
            xlen: 64,
            asm: "c.jalr x1",
            rs1: 0x2002,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x2002),
            source: "unprivileged manual, \"Control Transfer Instructions\": targets are multiples of two bytes",
        },
    ],
    claims: &[Claim {
        id: "c.jalr/target",
        says: "it goes to rs1 with bit 0 cleared, and links to pc + 2",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let after = g.run(Insn::CJalr, a, a, With::default());
            g.equal("next pc", after.next, a.hi(g.xlen() - 1).concat(g.lit(1, 0)));
            g.equal("rd", after.rd(), bitwise::add(g.reg("pc"), g.lit(g.xlen(), 2)));
        },
    }],
};

/// `jalr x1, 0(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::jalr::exec(h, i);
}
