//! `add.uw`: add unsigned word (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "add.uw".
pub const SPEC: Spec = Spec {
    name: "add.uw",
    title: "Add unsigned word",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x4 14..12=0 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "add.uw x5, x6, x7",
            rs1: 0x5555_5555_5555_5555,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(5, 0x1_5555_5554),
            source: "oracle: values_rv64_bk, add.uw",
        },
        Example {
            xlen: 64,
            asm: "add.uw x6, x6, x7",
            rs1: 0xb48c_5640_430b_0011,
            rs2: 0xe1fe_9516_8212_5304,
            also: &[],
            gives: Gives::X(6, 0xe1fe_9516_c51d_5315),
            source: "oracle: values_rv64_bk, add.uw",
        },
    ],
    claims: &[Claim {
        id: "add.uw/ripple",
        says: "the low word of rs1, zero-extended, added to rs2 by a ripple-carry adder",
        reference: "unprivileged manual, \"add.uw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::AddUw, a, b),
                bitwise::add(bitwise::extend_zero(a.lo(32), 64), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + EXTZ(X(rs1)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + h.x(i.rs1).lo(32).zext(H::XLEN));
}
