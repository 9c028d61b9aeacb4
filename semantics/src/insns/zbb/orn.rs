//! `orn`: OR with inverted operand (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "orn".
pub const SPEC: Spec = Spec {
    name: "orn",
    title: "OR with inverted operand",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x20 14..12=6 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "orn x5, x6, x7",
            rs1: 0x5787_865c,
            rs2: 0x3836_5f57,
            also: &[],
            gives: Gives::X(5, 0xd7cf_a6fc),
            source: "oracle: values_rv32_bk, orn",
        },
        Example {
            xlen: 64,
            asm: "orn x6, x6, x7",
            rs1: 0xb1db_9238_f201_03f1,
            rs2: 0x41bf_2212_c6a5_9acc,
            also: &[],
            gives: Gives::X(6, 0xbfdb_dffd_fb5b_67f3),
            source: "oracle: values_rv64_bk, orn",
        },
    ],
    claims: &[Claim {
        id: "orn/truth-table",
        says: "bit by bit, rs1 where rs2 is 1, else 1",
        reference: "unprivileged manual, \"orn\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let opposite = bitwise::differ(b.lit(u128::MAX), b);
            g.equal("rd", g.rd(Insn::Orn, a, b), bitwise::either(a, opposite));
        },
    }],
};

/// `X(rd) = X(rs1) | ~X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) | !h.x(i.rs2));
}
