//! `bclr`: single-bit clear (register) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bclr".
pub const SPEC: Spec = Spec {
    name: "bclr",
    title: "Single-bit clear (register)",
    extensions: &["Zbs"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x24 14..12=1 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bclr x5, x6, x7",
            rs1: 0x6c11_e11d,
            rs2: 0x2d25_f2a2,
            also: &[],
            gives: Gives::X(5, 0x6c11_e119),
            source: "oracle: values_rv32_bk, bclr",
        },
        Example {
            xlen: 64,
            asm: "bclr x6, x6, x7",
            rs1: 0xe64e_bed9_b4dc_b45f,
            rs2: 0xf26e_557c_0ed9_9dbf,
            also: &[],
            gives: Gives::X(6, 0x664e_bed9_b4dc_b45f),
            source: "oracle: values_rv64_bk, bclr",
        },
    ],
    claims: &[Claim {
        id: "bclr/positions",
        says: "the bit at the index is 0, every other one is that of rs1",
        reference: "unprivileged manual, \"bclr\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let index = b.lo(g.xlen().ilog2());
            g.equal(
                "rd",
                g.rd(Insn::Bclr, a, b),
                bitwise::map_bits(a, |k, bit| bit & !bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = X(rs2) & (xlen - 1); X(rd) = X(rs1) & ~(1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) & !(h.int(1) << index));
}
