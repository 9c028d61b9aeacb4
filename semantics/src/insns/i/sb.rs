//! `sb`: store a byte.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "sb",
    title: "Store byte",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "imm12hi rs1 rs2 imm12lo 14..12=0 6..2=0x08 1..0=3")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "sb x7, -1(x6)",
            rs1: 33,
            rs2: 0x8000_00aa,
            also: &[],
            gives: Gives::Byte(32, 170),
            source: "unprivileged manual, 2.6: the low 8 bits are stored",
        },
        Example {
            xlen: 64,
            asm: "sb x7, 0(x6)",
            rs1: 32,
            rs2: 0xffff_ffff_ffff_1234,
            also: &[],
            gives: Gives::Byte(33, 33),
            source: "unprivileged manual, 2.6: the next byte is left alone",
        },
    ],
    claims: &[Claim {
        id: "sb/byte",
        says: "it stores the low 8 bits of rs2 at rs1 plus the offset",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Sb));
            let after = g.run(Insn::Sb, a, b, With::imm(imm));
            bitwise::store(g, &after, 8);
        },
    }],
};

/// `mem8[X(rs1) + EXTS(imm)] = X(rs2)[7..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.store(h.x(i.rs1) + h.imm(i), h.x(i.rs2).lo(8));
}
