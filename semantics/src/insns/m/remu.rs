//! `remu`: unsigned remainder (M).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "remu",
    title: "Remainder unsigned",
    extensions: &["M"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=7 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "remu x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8000_0000),
            source: "oracle: values_rv32, remu",
        },
        Example {
            xlen: 32,
            asm: "remu x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0x302_0100,
            also: &[],
            gives: Gives::X(5, 0x1ab_d600),
            source: "oracle: values_rv32, remu",
        },
        Example {
            xlen: 64,
            asm: "remu x6, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 10,
            also: &[],
            gives: Gives::X(6, 5),
            source: "unprivileged manual, \"Division Operations\": 2^64 - 1 = 10 * 1844674407370955161 + 5",
        },
    ],
    claims: &[
        Claim {
            id: "remu/restoring",
            says: "at XLEN 8, the remainder of restoring division",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("rd", g.rd(Insn::Remu, a, b), bitwise::divide(a, b).1);
            },
        },
        Claim {
            id: "remu/corners",
            says: "by zero the dividend, by a power of two the low bits",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let zero = g.lit(width, 0);
                g.equal("rs2 = 0", g.rd(Insn::Remu, a, zero), bitwise::extend_zero(a, width));
                for k in 0..width {
                    let rd = g.rd(Insn::Remu, a, g.lit(width, 1 << k));
                    let expected = bitwise::modulo_power_of_two(a, k);
                    g.equal(format!("rs2 = 2^{k}"), rd, expected);
                }
            },
        },
        Claim {
            id: "remu/small",
            says: "of a number less than the divisor, that number",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(bitwise::less_unsigned(a, b));
                g.equal("rd", g.rd(Insn::Remu, a, b), a);
            },
        },
        Claim {
            id: "remu/bound",
            says: "by other than zero, it is less than the divisor",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(!bitwise::same(b, g.lit(g.xlen(), 0)));
                g.holds("rd < rs2", bitwise::less_unsigned(g.rd(Insn::Remu, a, b), b));
            },
        },
    ],
};

/// `X(rd) = if X(rs2) == 0 then X(rs1) else X(rs1) %u X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).urem(h.x(i.rs2)));
}
