//! `sh3add`: shift left by 3 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh3add".
pub const SPEC: Spec = Spec {
    name: "sh3add",
    title: "Shift left by 3 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x10 14..12=6 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "sh3add x5, x6, x7",
            rs1: 0x302_0100,
            rs2: 0xcafe_f00d,
            also: &[],
            gives: Gives::X(5, 0xe30e_f80d),
            source: "oracle: values_rv32_bk, sh3add",
        },
        Example {
            xlen: 64,
            asm: "sh3add x6, x6, x7",
            rs1: 0xf1a6_6034_963d_fd28,
            rs2: 0xaae4_c020_6d03_bd3f,
            also: &[],
            gives: Gives::X(6, 0x3817_c1c5_1ef3_a67f),
            source: "oracle: values_rv64_bk, sh3add",
        },
    ],
    claims: &[Claim {
        id: "sh3add/ripple",
        says: "rs1 with 3 zero bits appended, added to rs2 by a ripple-carry adder",
        reference: "unprivileged manual, \"sh3add\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Sh3add, a, b),
                bitwise::add(bitwise::times_power_of_two(a, 3), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (X(rs1) << 3)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1) << 3));
}
