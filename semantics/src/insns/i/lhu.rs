//! `lhu`: load a halfword, unsigned.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lhu",
    title: "Load halfword, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=5 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "lhu x5, 0(x6)",
            rs1: 0x8000_007f,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x807f),
            source: "unprivileged manual, 2.6: little-endian, zero-extended",
        },
        Example {
            xlen: 64,
            asm: "lhu x6, -2(x6)",
            rs1: 256,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xfffe),
            source: "unprivileged manual, 2.6: zero-extended; the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lhu/halfword",
        says: "it loads 16 bits from rs1 plus the offset and puts zeros above them",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lhu));
            let after = g.run(Insn::Lhu, a, a, With::imm(imm));
            bitwise::load(g, &after, 16, bitwise::extend_zero);
        },
    }],
};

/// `X(rd) = EXTZ(mem16[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let half = h.load(h.x(i.rs1) + h.imm(i), 16);
    h.set_x(i.rd, half.zext(H::XLEN));
}
