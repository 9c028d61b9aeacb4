//! `bexti`: single-bit extract (immediate) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bexti".
pub const SPEC: Spec = Spec {
    name: "bexti",
    title: "Single-bit extract (immediate)",
    extensions: &["Zbs"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x24 shamtw 14..12=5 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0x12 shamtd 14..12=5 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bexti x5, x6, 1",
            rs1: 0x1585_1589,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32_bk, bexti",
        },
        Example {
            xlen: 64,
            asm: "bexti x6, x6, 1",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0),
            source: "oracle: values_rv64_bk, bexti",
        },
    ],
    claims: &[Claim {
        id: "bexti/positions",
        says: "for every index, bit 0 is the bit of rs1 at the index, every other one is 0",
        reference: "unprivileged manual, \"bexti\"",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Bexti));
            let index = shamt.lo(g.xlen().ilog2());
            let rd = g.run(Insn::Bexti, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::extend_zero(bitwise::part(a, 1, index), g.xlen()));
        },
    }],
};

/// `index = shamt; X(rd) = (X(rs1) >> index) & 1`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.imm(i);
    h.set_x(i.rd, h.x(i.rs1) >> index & h.int(1));
}
