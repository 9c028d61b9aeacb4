//! `c.mv`: move register.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.mv",
    title: "Move register",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd c_rs2 15..12=8 1..0=2")
        .hints(|i| (i.rd == Reg(0)).then_some("it would write x0"))],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.mv x5, x7",
            rs1: 0,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, \"Integer Register-Register Operations\": rs2 is copied into rd",
        },
        Example {
            xlen: 64,
            asm: "c.mv x6, x7",
            rs1: 0,
            rs2: 0x8000_0000_0000_0001,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0001),
            source: "unprivileged manual, \"Integer Register-Register Operations\": rs2 is copied into rd",
        },
    ],
    claims: &[Claim {
        id: "c.mv/copy",
        says: "no bit of rd differs from rs2",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = g.rd(Insn::CMv, a, b);
            g.equal("differences", bitwise::differ(rd, b), a.lit(0));
        },
    }],
};

/// `add rd, x0, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::add::exec(h, &Operands { rs1: Reg(0), ..*i });
}
