//! `sh`: store a halfword.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "sh",
    title: "Store halfword",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "imm12hi rs1 rs2 imm12lo 14..12=1 6..2=0x08 1..0=3")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "sh x7, 1(x6)",
            rs1: 32,
            rs2: 0x8000_abcd,
            also: &[],
            gives: Gives::Byte(34, 171),
            source: "unprivileged manual, 2.6: little-endian",
        },
        Example {
            xlen: 64,
            asm: "sh x7, 0(x6)",
            rs1: 32,
            rs2: 0xffff_ffff_1234_5678,
            also: &[],
            gives: Gives::Byte(34, 34),
            source: "unprivileged manual, 2.6: only the low 16 bits are stored",
        },
    ],
    claims: &[Claim {
        id: "sh/halfword",
        says: "it stores the low 16 bits of rs2 at rs1 plus the offset",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Sh));
            let after = g.run(Insn::Sh, a, b, With::imm(imm));
            bitwise::store(g, &after, 16);
        },
    }],
};

/// `mem16[X(rs1) + EXTS(imm)] = X(rs2)[15..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.store(h.x(i.rs1) + h.imm(i), h.x(i.rs2).lo(16));
}
