//! `c.ebreak`: breakpoint.
use crate::prelude::*;

/// See the unprivileged manual, "Breakpoint Instruction" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.ebreak",
    title: "Breakpoint",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "15..12=9 11..2=0 1..0=2").within(Insn::CJalr)],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.ebreak",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::Breakpoint),
            source: "unprivileged manual, \"Breakpoint Instruction\": it is `ebreak`",
        },
        Example {
            xlen: 64,
            asm: "c.ebreak",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::Breakpoint),
            source: "unprivileged manual, \"Breakpoint Instruction\": it is `ebreak`",
        },
    ],
    claims: &[Claim {
        id: "c.ebreak/traps",
        says: "it raises exception 3 with its own address as the trap value",
        reference: "unprivileged manual, \"Breakpoint Instruction\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::CEbreak, a, b, With::default());
            let pc = bitwise::extend_zero(g.reg("pc"), g.xlen());
            bitwise::exception(g, &after, g.lit(32, 3), pc);
        },
    }],
};

/// `ebreak`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::ebreak::exec(h, i);
}
