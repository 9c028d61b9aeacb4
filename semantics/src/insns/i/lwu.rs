//! `lwu`: load a word, unsigned (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lwu",
    title: "Load word, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 imm12 14..12=6 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "lwu x5, 4(x6)",
            rs1: 132,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8b8a_8988),
            source: "unprivileged manual, 4.3: little-endian, zero-extended",
        },
        Example {
            xlen: 64,
            asm: "lwu x6, -4(x6)",
            rs1: 0x8000_0000_0000_0014,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1312_1110),
            source: "unprivileged manual, 4.3: the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lwu/word",
        says: "it loads 32 bits from rs1 plus the offset and puts zeros above them",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lwu));
            let after = g.run(Insn::Lwu, a, a, With::imm(imm));
            bitwise::load(g, &after, 32, bitwise::extend_zero);
        },
    }],
};

/// `X(rd) = EXTZ(mem32[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.load(h.x(i.rs1) + h.imm(i), 32);
    h.set_x(i.rd, word.zext(H::XLEN));
}
