//! `czero.eqz`: conditional zero, if condition is equal to zero (Zicond).
use crate::prelude::*;

/// See the unprivileged manual, "czero.eqz".
pub const SPEC: Spec = Spec {
    name: "czero.eqz",
    title: "Conditional zero, if condition is equal to zero",
    extensions: &["Zicond"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x7 14..12=5 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "czero.eqz x5, x6, x7",
            rs1: 0x89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0),
            source: "unprivileged manual, \"czero.eqz\": 0 when rs2 is zero",
        },
        Example {
            xlen: 64,
            asm: "czero.eqz x6, x6, x7",
            rs1: 0x89ab_cdef_0123_4567,
            rs2: 0x8000_0000_0000_0000,
            also: &[],
            gives: Gives::X(6, 0x89ab_cdef_0123_4567),
            source: "unprivileged manual, \"czero.eqz\": rs1 when any bit of rs2 is set",
        },
    ],
    claims: &[Claim {
        id: "czero.eqz/mask",
        says: "bit by bit, rs1 and whether any bit of rs2 is set",
        reference: "unprivileged manual, \"czero.eqz\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::CzeroEqz, a, b),
                bitwise::map_bits(a, |_, bit| bit & bitwise::any(b)),
            );
        },
    }],
};

/// `X(rd) = if X(rs2) == 0 then 0 else X(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, condition) = (h.x(i.rs1), h.x(i.rs2));
    let zero = h.int(0);
    h.set_x(i.rd, condition.equals(zero).select(zero, rs1));
}
