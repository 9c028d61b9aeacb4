//! `c.addw`: add words (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.addw",
    title: "Add words",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rd_rs1_p rs2_p 15..13=4 12..12=1 11..10=3 6..5=1 1..0=1")],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.addw x8, x9",
            rs1: 0x7fff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, \"Integer Register-Register Operations\": the 32-bit result is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.addw x9, x8",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(9, 0),
            source: "unprivileged manual, \"Integer Register-Register Operations\": the 32-bit result is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "c.addw/ripple",
        says: "the low 32 bits of the sum, the top one copied upwards",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::CAddw, a, b),
                bitwise::extend_sign(bitwise::add(a, b).lo(32), 64),
            );
        },
    }],
};

/// `addw rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addw::exec(h, i);
}
