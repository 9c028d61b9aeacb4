//! `c.add`: add.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.add",
    title: "Add",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1 c_rs2 15..12=9 1..0=2")
        .hints(|i| (i.rd == Reg(0)).then_some("it would write x0"))],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.add x5, x7",
            rs1: 0xffff_ffff,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, \"Integer Register-Register Operations\": it is `add`, which ignores overflow",
        },
        Example {
            xlen: 64,
            asm: "c.add x6, x7",
            rs1: 0x7fff_ffff_ffff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Integer Register-Register Operations\": it is `add`, which ignores overflow",
        },
    ],
    claims: &[Claim {
        id: "c.add/ripple",
        says: "the sum is that of a ripple-carry adder without its carry out",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::CAdd, a, b), bitwise::add(a, b));
        },
    }],
};

/// `add rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::add::exec(h, i);
}
