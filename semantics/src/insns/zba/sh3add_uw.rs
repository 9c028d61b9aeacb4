//! `sh3add.uw`: shift unsigned word left by 3 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh3add.uw".
pub const SPEC: Spec = Spec {
    name: "sh3add.uw",
    title: "Shift unsigned word left by 3 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x10 14..12=6 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "sh3add.uw x5, x6, x7",
            rs1: 0x5555_5555_5555_5555,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 0x2_aaaa_aba7),
            source: "oracle: values_rv64_bk, sh3add.uw",
        },
        Example {
            xlen: 64,
            asm: "sh3add.uw x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(6, 0x5_d555_554f),
            source: "oracle: values_rv64_bk, sh3add.uw",
        },
    ],
    claims: &[Claim {
        id: "sh3add.uw/ripple",
        says: "the low word of rs1, zero-extended and with 3 zero bits appended, added to rs2",
        reference: "unprivileged manual, \"sh3add.uw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let word = bitwise::extend_zero(a.lo(32), 64);
            g.equal(
                "rd",
                g.rd(Insn::Sh3addUw, a, b),
                bitwise::add(bitwise::times_power_of_two(word, 3), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (EXTZ(X(rs1)[31..0]) << 3)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1).lo(32).zext(H::XLEN) << 3));
}
