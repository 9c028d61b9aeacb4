//! `bclri`: single-bit clear (immediate) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bclri".
pub const SPEC: Spec = Spec {
    name: "bclri",
    title: "Single-bit clear (immediate)",
    extensions: &["Zbs"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x24 shamtw 14..12=1 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0x12 shamtd 14..12=1 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bclri x5, x6, 1",
            rs1: 0x7008_16db,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x7008_16d9),
            source: "oracle: values_rv32_bk, bclri",
        },
        Example {
            xlen: 64,
            asm: "bclri x6, x6, 5",
            rs1: 0xa77c_29a2_f452_fd2d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xa77c_29a2_f452_fd0d),
            source: "oracle: values_rv64_bk, bclri",
        },
    ],
    claims: &[Claim {
        id: "bclri/positions",
        says: "for every index, the bit at the index is 0, every other one is that of rs1",
        reference: "unprivileged manual, \"bclri\"",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Bclri));
            let index = shamt.lo(g.xlen().ilog2());
            let rd = g.run(Insn::Bclri, a, a, With::imm(shamt)).rd();
            g.equal(
                "rd",
                rd,
                bitwise::map_bits(a, |k, bit| bit & !bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = shamt; X(rd) = X(rs1) & ~(1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.imm(i);
    h.set_x(i.rd, h.x(i.rs1) & !(h.int(1) << index));
}
