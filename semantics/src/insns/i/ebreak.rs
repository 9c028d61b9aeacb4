//! `ebreak`: breakpoint.
use crate::prelude::*;

/// See the unprivileged manual, "Environment Call and Breakpoints".
pub const SPEC: Spec = Spec {
    name: "ebreak",
    title: "Breakpoint",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "31..20=1 19..7=0 6..2=0x1C 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "ebreak",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::Breakpoint),
            source: "privileged manual, table of mcause: 3 is a breakpoint",
        },
        Example {
            xlen: 64,
            asm: "ebreak",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::Breakpoint),
            source: "privileged manual, table of mcause: 3 is a breakpoint",
        },
    ],
    claims: &[Claim {
        id: "ebreak/traps",
        says: "it raises exception 3 with its own address as the trap value",
        reference: "privileged manual, table of mcause, \"mtval\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::Ebreak, a, b, With::default());
            bitwise::exception(
                g,
                &after,
                g.lit(32, 3),
                bitwise::extend_zero(g.reg("pc"), g.xlen()),
            );
        },
    }],
};

/// `raise(breakpoint)`
pub fn exec<H: Hart>(h: &mut H, _: &Operands) {
    h.raise(Cause::Breakpoint, h.pc());
}
