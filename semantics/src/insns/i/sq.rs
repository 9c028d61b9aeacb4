//! `sq`: store a quadword (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "sq",
    title: "Store quadword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "imm12hi rs1 rs2 imm12lo 14..12=4 6..2=0x08 1..0=3")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "sq x7, 1(x6)",
            rs1: 0x20,
            rs2: 0x8000_0000_0000_0000_0000_0000_00ab_cdef,
            also: &[],
            gives: Gives::Byte(48, 0x80),
            source: "unprivileged manual, chapter 5: SQ stores quadword values, little-endian",
        },
        Example {
            xlen: 128,
            asm: "sq x7, -16(x6)",
            rs1: 0x30,
            rs2: 0x1122_3344_5566_7788_9900_aabb_ccdd_eeff,
            also: &[],
            gives: Gives::Byte(32, 0xff),
            source: "unprivileged manual, chapter 5: SQ is a store of S-type, so its offset is signed",
        },
    ],
    claims: &[Claim {
        id: "sq/quadword",
        says: "it stores the 128 bits of rs2 at rs1 plus the offset",
        reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
        widths: &[128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Sq));
            let after = g.run(Insn::Sq, a, b, With::imm(imm));
            bitwise::store(g, &after, 128);
        },
    }],
};

/// `mem128[X(rs1) + EXTS(imm)] = X(rs2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.store(h.x(i.rs1) + h.imm(i), h.x(i.rs2));
}
