//! `fence.i`: make stores visible to instruction fetch (Zifencei).
use crate::prelude::*;

/// See the unprivileged manual, "Zifencei".
pub const SPEC: Spec = Spec {
    name: "fence.i",
    title: "Make stores visible to instruction fetch",
    extensions: &["Zifencei"],
    enc: &[Enc::parse(ALL, "fence 14..12=1 6..2=0x03 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "fence.i",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, \"Zifencei\": unused fields are ignored; fetches here see every store anyway",
        },
        Example {
            xlen: 64,
            asm: "fence.i",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, \"Zifencei\": unused fields are ignored; fetches here see every store anyway",
        },
    ],
    claims: &[Claim {
        id: "fence.i/nothing",
        says: "one hart without an instruction cache sees no effect: it goes on to the next instruction",
        reference: "unprivileged manual, \"Zifencei\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::FenceI, a, b, With::default());
            g.equal("next pc", after.next, bitwise::add(g.reg("pc"), g.lit(g.xlen(), 4)));
        },
    }],
};

/// Nothing: fetches of this hart see its stores at once.
pub fn exec<H: Hart>(_: &mut H, _: &Operands) {}
