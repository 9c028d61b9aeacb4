//! `xperm8`: crossbar permutation (bytes) (Zbkx).
use crate::prelude::*;

/// See the unprivileged manual, "xperm8".
pub const SPEC: Spec = Spec {
    name: "xperm8",
    title: "Crossbar permutation (bytes)",
    extensions: &["Zbkx"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x14 14..12=4 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "xperm8 x5, x6, x7",
            rs1: 0xa37f_bae4,
            rs2: 0xcb44_0d02,
            also: &[],
            gives: Gives::X(5, 0x7f),
            source: "oracle: values_rv32_bk, xperm8",
        },
        Example {
            xlen: 64,
            asm: "xperm8 x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0x80,
            also: &[],
            gives: Gives::X(6, 0xaaaa_aaaa_aaaa_aa00),
            source: "oracle: values_rv64_bk, xperm8",
        },
    ],
    claims: &[Claim {
        id: "xperm8/lanes",
        says: "byte k is the byte of rs1 whose number is byte k of rs2, 0 where there is none",
        reference: "unprivileged manual, \"xperm8\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = g.rd(Insn::Xperm8, a, b);
            for k in 0..g.xlen() / 8 {
                g.equal(format!("byte {k}"), rd.byte(k), bitwise::part(a, 8, b.byte(k)));
            }
        },
    }],
};

/// `X(rd).byte(k) = (X(rs1) >> (X(rs2).byte(k) @ 0b000))[7..0]` for every k
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let lut = h.x(i.rs1);
    let looked_up = |index: Bv<H::D>| (lut >> (index.zext(H::XLEN) << 3)).lo(8);
    h.set_x(i.rd, h.x(i.rs2).map_bytes(looked_up));
}
