//! `ror`: rotate right (register) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "ror".
pub const SPEC: Spec = Spec {
    name: "ror",
    title: "Rotate right (register)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x30 14..12=5 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "ror x5, x6, x7",
            rs1: 0x54a7_b475,
            rs2: 0x9beb_e524,
            also: &[],
            gives: Gives::X(5, 0x554a_7b47),
            source: "oracle: values_rv32_bk, ror",
        },
        Example {
            xlen: 64,
            asm: "ror x6, x6, x7",
            rs1: 0x960e_5078_a379_6d75,
            rs2: 0x7644_8928_f1f3_597c,
            also: &[],
            gives: Gives::X(6, 0x60e5_078a_3796_d759),
            source: "oracle: values_rv64_bk, ror",
        },
    ],
    claims: &[Claim {
        id: "ror/barrel",
        says: "a barrel rotator: higher bits of the amount do not count",
        reference: "unprivileged manual, \"ror\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Ror, a, b), bitwise::shift(bitwise::Shift::RotateRight, a, b));
        },
    }],
};

/// `X(rd) = X(rs1) >>> X(rs2)[log2(xlen)-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let shamt = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1).ror(shamt));
}
