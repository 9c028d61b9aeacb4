//! `lq`: load a quadword (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "lq",
    title: "Load quadword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 imm12 14..12=2 6..2=0x03 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "lq x5, 0(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8f8e_8d8c_8b8a_8988_8786_8584_8382_8180),
            source: "unprivileged manual, chapter 5: LQ loads quadword values, little-endian",
        },
        Example {
            xlen: 128,
            asm: "lq x6, -16(x6)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0020,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1f1e_1d1c_1b1a_1918_1716_1514_1312_1110),
            source: "unprivileged manual, chapter 5: LQ is a load of I-type, so its offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lq/quadword",
        says: "it loads 128 bits from rs1 plus the offset",
        reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
        widths: &[128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lq));
            let after = g.run(Insn::Lq, a, a, With::imm(imm));
            bitwise::load(g, &after, 128, bitwise::extend_zero);
        },
    }],
};

/// `X(rd) = mem128[X(rs1) + EXTS(imm)]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let quad = h.load(h.x(i.rs1) + h.imm(i), 128);
    h.set_x(i.rd, quad);
}
