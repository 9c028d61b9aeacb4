//! `rem`: signed remainder (M).
use crate::prelude::*;

/// See the unprivileged manual, "Division Operations".
pub const SPEC: Spec = Spec {
    name: "rem",
    title: "Remainder signed",
    extensions: &["M"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=6 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "rem x5, x6, x7",
            rs1: 0xffff_fff9,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "unprivileged manual, \"Division Operations\": the sign of the dividend",
        },
        Example {
            xlen: 32,
            asm: "rem x5, x6, x7",
            rs1: 0xffff_fff9,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_fff9),
            source: "unprivileged manual, \"Division Operations\", table: by zero, the dividend",
        },
        Example {
            xlen: 64,
            asm: "rem x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(6, 0),
            source: "unprivileged manual, \"Division Operations\", table: overflow gives zero",
        },
    ],
    claims: &[
        Claim {
            id: "rem/restoring",
            says: "at XLEN 8, the signed remainder of restoring division",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[8],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.equal("rd", g.rd(Insn::Rem, a, b), bitwise::divide_signed(a, b).1);
            },
        },
        Claim {
            id: "rem/corners",
            says: "by zero the dividend, by -1 zero, by a power of two the magnitude's low bits with the sign",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                let zero = g.lit(width, 0);
                g.equal("rs2 = 0", g.rd(Insn::Rem, a, zero), bitwise::extend_zero(a, width));
                g.equal("rs2 = -1", g.rd(Insn::Rem, a, !zero), zero);
                for k in 0..width - 1 {
                    let rd = g.rd(Insn::Rem, a, g.lit(width, 1 << k));
                    let low = bitwise::modulo_power_of_two(bitwise::magnitude(a), k);
                    let expected = bitwise::with_sign(a.bit(width - 1), low);
                    g.equal(format!("rs2 = 2^{k}"), rd, expected);
                }
            },
        },
        Claim {
            id: "rem/magnitude",
            says: "by other than zero, what REMU gives for the magnitudes, with the sign of the dividend",
            reference: "unprivileged manual, \"Division Operations\"",
            widths: &[32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                g.assume(!bitwise::same(b, g.lit(g.xlen(), 0)));
                let unsigned = g.rd(Insn::Remu, bitwise::magnitude(a), bitwise::magnitude(b));
                let negative = a.bit(g.xlen() - 1);
                g.equal("rd", g.rd(Insn::Rem, a, b), bitwise::with_sign(negative, unsigned));
            },
        },
    ],
};

/// `X(rd) = if X(rs2) == 0 then X(rs1) else X(rs1) %s X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).srem(h.x(i.rs2)));
}
