//! `c.nop`: no operation.
use crate::prelude::*;

/// See the unprivileged manual, "NOP Instruction" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.nop",
    title: "No operation",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "c_hint6 15..13=0 11..7=0 1..0=1")
        .within(Insn::CAddi)
        .hints(|i| (i.ignored != 0).then_some("its immediate has no use"))],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.nop",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1002),
            source: "unprivileged manual, \"NOP Instruction\": only the pc advances",
        },
        Example {
            xlen: 64,
            asm: "c.nop",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::Pc(0x1002),
            source: "unprivileged manual, \"NOP Instruction\": only the pc advances",
        },
    ],
    claims: &[Claim {
        id: "c.nop/nothing",
        says: "it goes on two bytes after itself",
        reference: "unprivileged manual, \"NOP Instruction\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::CNop, a, b, With::default());
            g.equal("next pc", after.next, bitwise::add(g.reg("pc"), g.lit(g.xlen(), 2)));
        },
    }],
};

/// `addi x0, x0, 0`
pub fn exec<H: Hart>(h: &mut H, _: &Operands) {
    base::addi::exec(h, &Operands::default());
}
