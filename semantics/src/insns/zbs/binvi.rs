//! `binvi`: single-bit invert (immediate) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "binvi".
pub const SPEC: Spec = Spec {
    name: "binvi",
    title: "Single-bit invert (immediate)",
    extensions: &["Zbs"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x34 shamtw 14..12=1 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0x1a shamtd 14..12=1 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "binvi x5, x6, 1",
            rs1: 0x2807_3a61,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x2807_3a63),
            source: "oracle: values_rv32_bk, binvi",
        },
        Example {
            xlen: 64,
            asm: "binvi x6, x6, 5",
            rs1: 0xa588_8415_eed3_8b91,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xa588_8415_eed3_8bb1),
            source: "oracle: values_rv64_bk, binvi",
        },
    ],
    claims: &[Claim {
        id: "binvi/positions",
        says: "for every index, the bit at the index is the opposite of that of rs1, every other one is the same",
        reference: "unprivileged manual, \"binvi\"",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Binvi));
            let index = shamt.lo(g.xlen().ilog2());
            let rd = g.run(Insn::Binvi, a, a, With::imm(shamt)).rd();
            g.equal(
                "rd",
                rd,
                bitwise::map_bits(a, |k, bit| bit ^ bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = shamt; X(rd) = X(rs1) ^ (1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.imm(i);
    h.set_x(i.rd, h.x(i.rs1) ^ h.int(1) << index);
}
