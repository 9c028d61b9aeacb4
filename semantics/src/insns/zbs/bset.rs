//! `bset`: single-bit set (register) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bset".
pub const SPEC: Spec = Spec {
    name: "bset",
    title: "Single-bit set (register)",
    extensions: &["Zbs"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x14 14..12=1 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bset x5, x6, x7",
            rs1: 0x5555_5555,
            rs2: 0x4433_2211,
            also: &[],
            gives: Gives::X(5, 0x5557_5555),
            source: "oracle: values_rv32_bk, bset",
        },
        Example {
            xlen: 64,
            asm: "bset x6, x6, x7",
            rs1: 0xfbc9_4a2d_b913_f49b,
            rs2: 0x53c6_4005_a624_219e,
            also: &[],
            gives: Gives::X(6, 0xfbc9_4a2d_f913_f49b),
            source: "oracle: values_rv64_bk, bset",
        },
    ],
    claims: &[Claim {
        id: "bset/positions",
        says: "the bit at the index is 1, every other one is that of rs1",
        reference: "unprivileged manual, \"bset\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let index = b.lo(g.xlen().ilog2());
            g.equal(
                "rd",
                g.rd(Insn::Bset, a, b),
                bitwise::map_bits(a, |k, bit| bit | bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = X(rs2) & (xlen - 1); X(rd) = X(rs1) | (1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) | h.int(1) << index);
}
