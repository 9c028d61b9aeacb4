//! `sh2add.uw`: shift unsigned word left by 2 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh2add.uw".
pub const SPEC: Spec = Spec {
    name: "sh2add.uw",
    title: "Shift unsigned word left by 2 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x10 14..12=4 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "sh2add.uw x5, x6, x7",
            rs1: 0xff,
            rs2: 0xffff_ffff_0000_0000,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_0000_03fc),
            source: "oracle: values_rv64_bk, sh2add.uw",
        },
        Example {
            xlen: 64,
            asm: "sh2add.uw x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x123_456a_3456_7897),
            source: "oracle: values_rv64_bk, sh2add.uw",
        },
    ],
    claims: &[Claim {
        id: "sh2add.uw/ripple",
        says: "the low word of rs1, zero-extended and with 2 zero bits appended, added to rs2",
        reference: "unprivileged manual, \"sh2add.uw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let word = bitwise::extend_zero(a.lo(32), 64);
            g.equal(
                "rd",
                g.rd(Insn::Sh2addUw, a, b),
                bitwise::add(bitwise::times_power_of_two(word, 2), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (EXTZ(X(rs1)[31..0]) << 2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1).lo(32).zext(H::XLEN) << 2));
}
