//! `c.jr`: jump register.
use crate::prelude::*;

/// See the unprivileged manual, "Control Transfer Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.jr",
    title: "Jump register",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "c_rs1 15..12=8 6..2=0 1..0=2").within(Insn::CMv)],
    syntax: "rs1",
    reserved: |i| (i.rs1 == Reg(0)).then_some("rs1 = x0 is reserved"),
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.jr x5",
            rs1: 0x8000_2001,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x80002000),
            source: "unprivileged manual, \"Control Transfer Instructions\": it is `jalr`, which clears bit 0 of the target",
        },
        Example {
            xlen: 64,
            asm: "c.jr x6",
            rs1: 0x2002,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x2002),
            source: "unprivileged manual, \"Control Transfer Instructions\": targets are multiples of two bytes",
        },
    ],
    claims: &[Claim {
        id: "c.jr/target",
        says: "it goes to rs1 with bit 0 cleared",
        reference: "unprivileged manual, \"Control Transfer Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let after = g.run(Insn::CJr, a, a, With::default());
            g.equal("next pc", after.next, a.hi(g.xlen() - 1).concat(g.lit(1, 0)));
        },
    }],
};

/// `jalr x0, 0(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::jalr::exec(h, &Operands { rd: Reg(0), ..*i });
}
