//! `wfi`: wait for an interrupt (machine mode).
use crate::prelude::*;

/// See the privileged manual, "Wait for Interrupt".
pub const SPEC: Spec = Spec {
    name: "wfi",
    title: "Wait for an interrupt",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "31..20=0x105 19..7=0 6..2=0x1C 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "wfi",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "privileged manual, \"Wait for Interrupt\": a legal implementation is to do nothing",
        },
        Example {
            xlen: 64,
            asm: "wfi",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "privileged manual, \"Wait for Interrupt\": a legal implementation is to do nothing",
        },
    ],
    claims: &[Claim {
        id: "wfi/nothing",
        says: "it goes on to the next instruction: no interrupt ever comes",
        reference: "privileged manual, \"Wait for Interrupt\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::Wfi, a, b, With::default());
            g.equal("next pc", after.next, bitwise::add(g.reg("pc"), g.lit(g.xlen(), 4)));
        },
    }],
};

/// Nothing: no interrupt can come, and to do nothing is allowed.
pub fn exec<H: Hart>(_: &mut H, _: &Operands) {}
