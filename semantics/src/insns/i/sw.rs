//! `sw`: store a word.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "sw",
    title: "Store word",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "imm12hi rs1 rs2 imm12lo 14..12=2 6..2=0x08 1..0=3")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "sw x7, 1(x6)",
            rs1: 0x20,
            rs2: 0x8000_abcd,
            also: &[],
            gives: Gives::Byte(0x24, 0x80),
            source: "unprivileged manual, 2.6: little-endian",
        },
        Example {
            xlen: 64,
            asm: "sw x7, 0(x6)",
            rs1: 0x20,
            rs2: 0xffff_ffff_1234_5678,
            also: &[],
            gives: Gives::Byte(0x24, 0x24),
            source: "unprivileged manual, 4.3: only the low 32 bits are stored",
        },
    ],
    claims: &[Claim {
        id: "sw/word",
        says: "it stores the low 32 bits of rs2 at rs1 plus the offset",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Sw));
            let after = g.run(Insn::Sw, a, b, With::imm(imm));
            bitwise::store(g, &after, 32);
        },
    }],
};

/// `mem32[X(rs1) + EXTS(imm)] = X(rs2)[31..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.store(h.x(i.rs1) + h.imm(i), h.x(i.rs2).lo(32));
}
