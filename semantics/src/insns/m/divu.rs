//! `divu`: unsigned quotient (M).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "divu",
    title: "Divide unsigned",
    extensions: &["M"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=5 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "divu x5, x6, x7",
            rs1: 0x89ab_cdef,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(5, 1),
            source: "oracle: values_rv32, divu",
        },
        Example {
            xlen: 64,
            asm: "divu x6, x6, x7",
            rs1: 5,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Division Operations\", table: by zero, 2^XLEN - 1",
        },
        Example {
            xlen: 64,
            asm: "divu x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0x7fff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Division Operations\": rounding towards zero",
        },
    ],
    claims: &[
        Claim {
            id: "divu/restoring",
            says: "at XLEN 8, the quotient of restoring division",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("rd", g.rd(Insn::Divu, a, b), bitwise::divide(a, b).0);
            },
        },
        Claim {
            id: "divu/corners",
            says: "by zero all ones, by a power of two the bits moved",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64, 128],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let zero = g.lit(width, 0);
                g.equal("rs2 = 0", g.rd(Insn::Divu, a, zero), !zero);
                for k in 0..width {
                    let rd = g.rd(Insn::Divu, a, g.lit(width, 1 << k));
                    let expected = bitwise::over_power_of_two(a, k);
                    g.equal(format!("rs2 = 2^{k}"), rd, expected);
                }
            },
        },
        Claim {
            id: "divu/small",
            says: "of a number less than the divisor, zero",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(bitwise::less_unsigned(a, b));
                g.equal("rd", g.rd(Insn::Divu, a, b), g.lit(g.xlen(), 0));
            },
        },
        Claim {
            id: "divu/identity",
            says: "by other than zero, the divisor times what it gives, plus what REMU gives, is the dividend",
            reference: "unprivileged manual, \"Division Operations\": dividend = divisor * quotient + remainder",
            widths: &[32, 64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(!b.equals(g.lit(g.xlen(), 0)));
                let (q, r) = (g.rd(Insn::Divu, a, b), g.rd(Insn::Remu, a, b));
                g.equal("dividend", b * q + r, a);
            },
        },
    ],
};

/// `X(rd) = if X(rs2) == 0 then 2^xlen-1 else X(rs1) /u X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).udiv(h.x(i.rs2)));
}
