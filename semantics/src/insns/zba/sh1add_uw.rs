//! `sh1add.uw`: shift unsigned word left by 1 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh1add.uw".
pub const SPEC: Spec = Spec {
    name: "sh1add.uw",
    title: "Shift unsigned word left by 1 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x10 14..12=2 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "sh1add.uw x5, x6, x7",
            rs1: 0xb5a_f56c_4e2b_d1b5,
            rs2: 0xdbe9_8166_3316_2324,
            also: &[],
            gives: Gives::X(5, 0xdbe9_8166_cf6d_c68e),
            source: "oracle: values_rv64_bk, sh1add.uw",
        },
        Example {
            xlen: 64,
            asm: "sh1add.uw x6, x6, x7",
            rs1: 0xbfee_399e_7781_0acd,
            rs2: 0xc141_ce5b_501c_8b74,
            also: &[],
            gives: Gives::X(6, 0xc141_ce5c_3f1e_a10e),
            source: "oracle: values_rv64_bk, sh1add.uw",
        },
    ],
    claims: &[Claim {
        id: "sh1add.uw/ripple",
        says: "the low word of rs1, zero-extended and with 1 zero bit appended, added to rs2",
        reference: "unprivileged manual, \"sh1add.uw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let word = bitwise::extend_zero(a.lo(32), 64);
            g.equal(
                "rd",
                g.rd(Insn::Sh1addUw, a, b),
                bitwise::add(bitwise::times_power_of_two(word, 1), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (EXTZ(X(rs1)[31..0]) << 1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1).lo(32).zext(H::XLEN) << 1));
}
