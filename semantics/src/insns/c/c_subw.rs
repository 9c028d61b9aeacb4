//! `c.subw`: subtract words (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.subw",
    title: "Subtract words",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rd_rs1_p rs2_p 15..13=4 12..12=1 11..10=3 6..5=0 1..0=1")],
    syntax: "rd, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.subw x8, x9",
            rs1: 0,
            rs2: 1,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Integer Register-Register Operations\": the 32-bit result is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.subw x9, x8",
            rs1: 0xffff_ffff_8000_0000,
            rs2: 1,
            also: &[],
            gives: Gives::X(9, 0x7fff_ffff),
            source: "unprivileged manual, \"Integer Register-Register Operations\": the 32-bit result is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "c.subw/ripple",
        says: "the low 32 bits of the difference, the top one copied upwards",
        reference: "unprivileged manual, \"Integer Register-Register Operations\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::CSubw, a, b),
                bitwise::extend_sign(bitwise::sub(a, b).lo(32), 64),
            );
        },
    }],
};

/// `subw rd, rd, rs2`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::subw::exec(h, i);
}
