//! `lw`: load a word.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lw",
    title: "Load word",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=2 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "lw x5, 4(x6)",
            rs1: 0x84,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8b8a_8988),
            source: "unprivileged manual, 4.3: little-endian, sign-extended",
        },
        Example {
            xlen: 32,
            asm: "lw x6, -4(x6)",
            rs1: 0x14,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1312_1110),
            source: "unprivileged manual, 2.6: the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lw/word",
        says: "it loads 32 bits from rs1 plus the offset and copies the top one upwards",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lw));
            let after = g.run(Insn::Lw, a, a, With::imm(imm));
            bitwise::load(g, &after, 32, bitwise::extend_sign);
        },
    }],
};

/// `X(rd) = EXTS(mem32[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.load(h.x(i.rs1) + h.imm(i), 32);
    h.set_x(i.rd, word.sext(H::XLEN));
}
