//! `ecall`: environment call.
use crate::prelude::*;

/// See the unprivileged manual, "Environment Call and Breakpoints".
pub const SPEC: Spec = Spec {
    name: "ecall",
    title: "Environment call",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "31..7=0 6..2=0x1C 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "ecall",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::EcallFromM),
            source: "privileged manual, table of mcause: 11 in machine mode",
        },
        Example {
            xlen: 64,
            asm: "ecall",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Trap(Cause::EcallFromM),
            source: "privileged manual, table of mcause: 11 in machine mode",
        },
    ],
    claims: &[Claim {
        id: "ecall/traps",
        says: "in machine mode (level 3) it raises exception 8 + level with a zero trap value",
        reference: "privileged manual, table of mcause, table of privilege levels, \"mtval\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, level) = (g.reg("rs1"), g.reg("rs2"), g.var(32, "level"));
            g.assume(bitwise::same(level, g.lit(32, 3)));
            let after = g.run(Insn::Ecall, a, b, With::default());
            let code = bitwise::add(g.lit(32, 8), level);
            bitwise::exception(g, &after, code, g.lit(g.xlen(), 0));
        },
    }],
};

/// `raise(environment call)`
pub fn exec<H: Hart>(h: &mut H, _: &Operands) {
    h.raise(Cause::EcallFromM, h.int(0));
}
