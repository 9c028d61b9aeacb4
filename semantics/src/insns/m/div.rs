//! `div`: signed quotient (M).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "div",
    title: "Divide signed",
    extensions: &["M"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=4 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "div x5, x6, x7",
            rs1: 0xffff_fff9,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0xffff_fffd),
            source: "unprivileged manual, \"Division Operations\": -7 / 2 = -3, towards zero",
        },
        Example {
            xlen: 32,
            asm: "div x5, x6, x7",
            rs1: 0xffff_fff9,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, \"Division Operations\", table: by zero, -1 whatever the sign",
        },
        Example {
            xlen: 64,
            asm: "div x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Division Operations\", table: overflow gives the dividend",
        },
    ],
    claims: &[
        Claim {
            id: "div/restoring",
            says: "at XLEN 8, the signed quotient of restoring division",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("rd", g.rd(Insn::Div, a, b), bitwise::divide_signed(a, b).0);
            },
        },
        Claim {
            id: "div/by-zero",
            says: "whatever the dividend, by zero it gives -1",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let zero = g.lit(g.xlen(), 0);
                g.assume(bitwise::same(b, zero));
                g.equal("rd", g.rd(Insn::Div, a, b), !zero);
            },
        },
        Claim {
            id: "div/corners",
            says: "by -1 the negation (overflow too), by a power of two the magnitude's bits moved",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let zero = g.lit(width, 0);
                g.equal("rs2 = -1", g.rd(Insn::Div, a, !zero), bitwise::negate(a));
                for k in 0..width - 1 {
                    let rd = g.rd(Insn::Div, a, g.lit(width, 1 << k));
                    let moved = bitwise::over_power_of_two(bitwise::magnitude(a), k);
                    let expected = bitwise::with_sign(a.bit(width - 1), moved);
                    g.equal(format!("rs2 = 2^{k}"), rd, expected);
                }
            },
        },
        Claim {
            id: "div/magnitude",
            says: "by other than zero, what DIVU gives for the magnitudes, negated when the signs differ",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(!bitwise::same(b, g.lit(g.xlen(), 0)));
                let unsigned = g.rd(Insn::Divu, bitwise::magnitude(a), bitwise::magnitude(b));
                let negative = a.bit(g.xlen() - 1) ^ b.bit(g.xlen() - 1);
                g.equal("rd", g.rd(Insn::Div, a, b), bitwise::with_sign(negative, unsigned));
            },
        },
        Claim {
            id: "div/identity",
            says: "by other than zero, the divisor times what it gives, plus what REM gives, is the dividend",
            reference: "unprivileged manual, \"Division Operations\": dividend = divisor * quotient + remainder",
            widths: &[32, 64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(!b.equals(g.lit(g.xlen(), 0)));
                let (q, r) = (g.rd(Insn::Div, a, b), g.rd(Insn::Rem, a, b));
                g.equal("dividend", b * q + r, a);
            },
        },
    ],
};

/// `X(rd) = if X(rs2) == 0 then -1 else X(rs1) /s X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (dividend, divisor) = (h.x(i.rs1), h.x(i.rs2));
    let by_zero = divisor.equals(h.int(0));
    h.set_x(i.rd, by_zero.select(h.int(-1), dividend.sdiv(divisor)));
}
