//! `sh1add`: shift left by 1 and add (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "sh1add".
pub const SPEC: Spec = Spec {
    name: "sh1add",
    title: "Shift left by 1 and add",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x10 14..12=2 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "sh1add x5, x6, x7",
            rs1: 0x302_0100,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 0x604_02ff),
            source: "oracle: values_rv32_bk, sh1add",
        },
        Example {
            xlen: 64,
            asm: "sh1add x6, x6, x7",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0xaaaa_aaaa_aaaa_aaaa,
            also: &[],
            gives: Gives::X(6, 0xaaaa_aaa8_aaaa_aaaa),
            source: "oracle: values_rv64_bk, sh1add",
        },
    ],
    claims: &[Claim {
        id: "sh1add/ripple",
        says: "rs1 with 1 zero bit appended, added to rs2 by a ripple-carry adder",
        reference: "unprivileged manual, \"sh1add\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Sh1add, a, b),
                bitwise::add(bitwise::times_power_of_two(a, 1), b),
            );
        },
    }],
};

/// `X(rd) = X(rs2) + (X(rs1) << 1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2) + (h.x(i.rs1) << 1));
}
