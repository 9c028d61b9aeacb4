//! `packh`: pack low bytes of registers (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "packh".
pub const SPEC: Spec = Spec {
    name: "packh",
    title: "Pack low bytes of registers",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x4 14..12=7 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "packh x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0xaa11),
            source: "oracle: values_rv32_bk, packh",
        },
        Example {
            xlen: 64,
            asm: "packh x6, x6, x7",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(6, 0xff00),
            source: "oracle: values_rv64_bk, packh",
        },
    ],
    claims: &[Claim {
        id: "packh/positions",
        says: "byte 0 is that of rs1, byte 1 is byte 0 of rs2, every other bit is 0",
        reference: "unprivileged manual, \"packh\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let packed = bitwise::map_bits(a, |k, bit| match k {
                0..8 => bit,
                8..16 => b.bit(k - 8),
                _ => a.lit(0).bit(0),
            });
            g.equal("rd", g.rd(Insn::Packh, a, b), packed);
        },
    }],
};

/// `X(rd) = EXTZ(X(rs2)[7..0] @ X(rs1)[7..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2).lo(8).concat(h.x(i.rs1).lo(8)).zext(H::XLEN));
}
