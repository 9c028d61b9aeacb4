//! `czero.nez`: conditional zero, if condition is nonzero (Zicond).
use crate::prelude::*;

/// See the unprivileged manual, "czero.nez".
pub const SPEC: Spec = Spec {
    name: "czero.nez",
    title: "Conditional zero, if condition is nonzero",
    extensions: &["Zicond"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x7 14..12=7 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "czero.nez x5, x6, x7",
            rs1: 0x89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x89ab_cdef),
            source: "unprivileged manual, \"czero.nez\": rs1 when rs2 is zero",
        },
        Example {
            xlen: 64,
            asm: "czero.nez x6, x6, x7",
            rs1: 0x89ab_cdef_0123_4567,
            rs2: 0x8000_0000_0000_0000,
            also: &[],
            gives: Gives::X(6, 0),
            source: "unprivileged manual, \"czero.nez\": 0 when any bit of rs2 is set",
        },
    ],
    claims: &[Claim {
        id: "czero.nez/mask",
        says: "bit by bit, rs1 and whether no bit of rs2 is set",
        reference: "unprivileged manual, \"czero.nez\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::CzeroNez, a, b),
                bitwise::map_bits(a, |_, bit| bit & !bitwise::any(b)),
            );
        },
    }],
};

/// `X(rd) = if X(rs2) != 0 then 0 else X(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (rs1, condition) = (h.x(i.rs1), h.x(i.rs2));
    let zero = h.int(0);
    h.set_x(i.rd, condition.equals(zero).select(rs1, zero));
}
