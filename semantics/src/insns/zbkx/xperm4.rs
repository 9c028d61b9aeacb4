//! `xperm4`: crossbar permutation (nibbles) (Zbkx).
use crate::prelude::*;

/// See the unprivileged manual, "xperm4".
pub const SPEC: Spec = Spec {
    name: "xperm4",
    title: "Crossbar permutation (nibbles)",
    extensions: &["Zbkx"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x14 14..12=2 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "xperm4 x5, x6, x7",
            rs1: 0x3dd9_b825,
            rs2: 0x797b_f111,
            also: &[],
            gives: Gives::X(5, 0x3030_0222),
            source: "oracle: values_rv32_bk, xperm4",
        },
        Example {
            xlen: 64,
            asm: "xperm4 x6, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0x1122_3344_5566_7788),
            source: "oracle: values_rv64_bk, xperm4",
        },
    ],
    claims: &[Claim {
        id: "xperm4/lanes",
        says: "nibble k is the nibble of rs1 whose number is nibble k of rs2, 0 where there is none",
        reference: "unprivileged manual, \"xperm4\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = g.rd(Insn::Xperm4, a, b);
            for k in 0..g.xlen() / 4 {
                let nibble = |v: Bv<_>| v.bits(4 * k + 3, 4 * k);
                g.equal(format!("nibble {k}"), nibble(rd), bitwise::part(a, 4, nibble(b)));
            }
        },
    }],
};

/// `X(rd)[4*k+3..4*k] = (X(rs1) >> (X(rs2)[4*k+3..4*k] @ 0b00))[3..0]` for every k
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (lut, indices) = (h.x(i.rs1), h.x(i.rs2));
    let looked_up = |k: u32| {
        let index = indices.bits(4 * k + 3, 4 * k).zext(H::XLEN);
        (lut >> (index << 2)).lo(4)
    };
    h.set_x(i.rd, Bv::join((0..H::XLEN / 4).rev().map(looked_up)));
}
