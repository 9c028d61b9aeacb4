//! `sh2add`: shift left by 2 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh2add".
pub const SPEC: Spec = Spec {
    name: "sh2add",
    title: "Shift left by 2 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x10 14..12=4 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "sh2add x5, x6, x7",
            rs1: 0xff,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0xaaaa_aea6),
            source: "oracle: values_rv32_bk, sh2add",
        },
        Example {
            xlen: 64,
            asm: "sh2add x6, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0xffff_ffff_0000_0000,
            also: &[],
            gives: Gives::X(6, 0x21dd_9954_10cc_8844),
            source: "oracle: values_rv64_bk, sh2add",
        },
    ],
    claims: &[Claim {
        id: "sh2add/ripple",
        says: "rs1 with 2 zero bits appended, added to rs2 by a ripple-carry adder",
        reference: "unprivileged manual, \"sh2add\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Sh2add, a, b),
                bitwise::add(bitwise::times_power_of_two(a, 2), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (X(rs1) << 2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1) << 2));
}
