//! `addcc`: carry of an addition with carry (Xmont, of this project).
use crate::prelude::*;

/// See the book, "Xmont".
pub const SPEC: Spec = Spec {
    name: "addcc",
    title: "Carry of add with carry",
    extensions: &["Xmont"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 rs3 26..25=1 14..12=0 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "addcc x5, x6, x7, x28",
            rs1: 0xffff_ffff,
            rs2: 0,
            also: &[Given::X(28, 1)],
            gives: Gives::X(5, 1),
            source: "by hand: (2^32 - 1) + 0 + 1 = 2^32",
        },
        Example {
            xlen: 64,
            asm: "addcc x6, x6, x7, x28",
            rs1: 0x7fff_ffff_ffff_ffff,
            rs2: 0x8000_0000_0000_0000,
            also: &[Given::X(28, 0xffff_fffe)],
            gives: Gives::X(6, 0),
            source: "by hand: bit 0 of 0xfffffffe is 0, and (2^63 - 1) + 2^63 + 0 = 2^64 - 1",
        },
        Example {
            xlen: 128,
            asm: "addcc x5, x6, x7, x7",
            rs1: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(5, 1),
            source: "by hand: 2 (2^128 - 1) + 1 = 2^128 + (2^128 - 1)",
        },
    ],
    claims: &[
        Claim {
            id: "addcc/sum",
            says: "in front of the sum that addc gives, it makes the whole sum of XLEN + 1 bits",
            reference: "the book, \"Xmont\"",
            widths: &[32, 64, 128],
            state: |g| {
                let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
                let [carry, sum] =
                    [Insn::Addcc, Insn::Addc].map(|insn| g.run(insn, a, b, With::rs3(c)).rd());
                let wide = |v| bitwise::extend_zero(v, g.xlen() + 1);
                let whole = bitwise::add_carry(wide(a), wide(b), c.bit(0)).0;
                g.equal("whole sum", carry.lo(1).concat(sum), whole);
            },
        },
        Claim {
            id: "addcc/one-bit",
            says: "the result is 0 or 1",
            reference: "the book, \"Xmont\"",
            widths: &[32, 64, 128],
            state: |g| {
                let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
                let rd = g.run(Insn::Addcc, a, b, With::rs3(c)).rd();
                g.holds("no higher bit", !bitwise::any(rd.hi(g.xlen() - 1)));
            },
        },
    ],
};

/// `X(rd) = (EXTZ(X(rs1)) + EXTZ(X(rs2)) + EXTZ(X(rs3)[0]))[xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let wide = |v: Bv<H::D>| v.zext(H::XLEN + 1);
    let sum = wide(h.x(i.rs1)) + wide(h.x(i.rs2)) + wide(h.x(i.rs3).lo(1));
    h.set_x(i.rd, sum.hi(1).zext(H::XLEN));
}
