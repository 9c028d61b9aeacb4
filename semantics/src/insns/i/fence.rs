//! `fence`: order memory accesses.
use crate::prelude::*;

/// See the unprivileged manual, "Memory Ordering Instructions".
pub const SPEC: Spec = Spec {
    name: "fence",
    title: "Order memory accesses",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "fence 14..12=0 6..2=0x03 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "fence",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.7: unused fields are ignored; one hart sees no effect",
        },
        Example {
            xlen: 64,
            asm: "fence",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1004),
            source: "unprivileged manual, 2.7: unused fields are ignored; one hart sees no effect",
        },
    ],
    claims: &[Claim {
        id: "fence/nothing",
        says: "one hart sees no effect: it goes on to the next instruction",
        reference: "unprivileged manual, \"Memory Ordering Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::Fence, a, b, With::default());
            g.equal("next pc", after.next, bitwise::add(g.reg("pc"), g.lit(g.xlen(), 4)));
        },
    }],
};

/// Nothing: this hart does its accesses in program order.
pub fn exec<H: Hart>(_: &mut H, _: &Operands) {}
