//! `bseti`: single-bit set (immediate) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bseti".
pub const SPEC: Spec = Spec {
    name: "bseti",
    title: "Single-bit set (immediate)",
    extensions: &["Zbs"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x14 shamtw 14..12=1 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0xa shamtd 14..12=1 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bseti x5, x6, 1",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x302_0102),
            source: "oracle: values_rv32_bk, bseti",
        },
        Example {
            xlen: 64,
            asm: "bseti x6, x6, 1",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x8877_6655_4433_2213),
            source: "oracle: values_rv64_bk, bseti",
        },
    ],
    claims: &[Claim {
        id: "bseti/positions",
        says: "for every index, the bit at the index is 1, every other one is that of rs1",
        reference: "unprivileged manual, \"bseti\"",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Bseti));
            let index = shamt.lo(g.xlen().ilog2());
            let rd = g.run(Insn::Bseti, a, a, With::imm(shamt)).rd();
            g.equal(
                "rd",
                rd,
                bitwise::map_bits(a, |k, bit| bit | bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = shamt; X(rd) = X(rs1) | (1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.imm(i);
    h.set_x(i.rd, h.x(i.rs1) | h.int(1) << index);
}
