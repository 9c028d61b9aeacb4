//! `binv`: single-bit invert (register) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "binv".
pub const SPEC: Spec = Spec {
    name: "binv",
    title: "Single-bit invert (register)",
    extensions: &["Zbs"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x34 14..12=1 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "binv x5, x6, x7",
            rs1: 0xff,
            rs2: 0x4433_2211,
            also: &[],
            gives: Gives::X(5, 0x2_00ff),
            source: "oracle: values_rv32_bk, binv",
        },
        Example {
            xlen: 64,
            asm: "binv x6, x6, x7",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0xffff_7fff_0000_0000),
            source: "oracle: values_rv64_bk, binv",
        },
    ],
    claims: &[Claim {
        id: "binv/positions",
        says: "the bit at the index is the opposite of that of rs1, every other one is the same",
        reference: "unprivileged manual, \"binv\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let index = b.lo(g.xlen().ilog2());
            g.equal(
                "rd",
                g.rd(Insn::Binv, a, b),
                bitwise::map_bits(a, |k, bit| bit ^ bitwise::same(index, index.lit(k.into()))),
            );
        },
    }],
};

/// `index = X(rs2) & (xlen - 1); X(rd) = X(rs1) ^ (1 << index)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) ^ h.int(1) << index);
}
