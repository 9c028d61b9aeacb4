//! `pack`: pack low halves of registers (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "pack".
pub const SPEC: Spec = Spec {
    name: "pack",
    title: "Pack low halves of registers",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x4 14..12=4 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "pack x5, x6, x7",
            rs1: 0x1584_940e,
            rs2: 0xd503_8007,
            also: &[],
            gives: Gives::X(5, 0x8007_940e),
            source: "oracle: values_rv32_bk, pack",
        },
        Example {
            xlen: 64,
            asm: "pack x6, x6, x7",
            rs1: 0xa5ed_e3f4_ebed_0775,
            rs2: 0x4c96_18d7_6af3_a2f4,
            also: &[],
            gives: Gives::X(6, 0x6af3_a2f4_ebed_0775),
            source: "oracle: values_rv64_bk, pack",
        },
    ],
    claims: &[Claim {
        id: "pack/positions",
        says: "the lower half is that of rs1, bit xlen/2 + k is bit k of rs2",
        reference: "unprivileged manual, \"pack\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let half = g.xlen() / 2;
            g.equal(
                "rd",
                g.rd(Insn::Pack, a, b),
                bitwise::map_bits(a, |k, bit| if k < half { bit } else { b.bit(k - half) }),
            );
        },
    }],
};

/// `X(rd) = X(rs2)[xlen/2-1..0] @ X(rs1)[xlen/2-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let half = H::XLEN / 2;
    h.set_x(i.rd, h.x(i.rs2).lo(half).concat(h.x(i.rs1).lo(half)));
}
