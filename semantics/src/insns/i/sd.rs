//! `sd`: store a doubleword (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "sd",
    title: "Store doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "imm12hi rs1 rs2 imm12lo 14..12=3 6..2=0x08 1..0=3")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "sd x7, 1(x6)",
            rs1: 32,
            rs2: 0x8000_0000_00ab_cdef,
            also: &[],
            gives: Gives::Byte(40, 0x80),
            source: "unprivileged manual, 4.3: little-endian",
        },
        Example {
            xlen: 64,
            asm: "sd x7, -8(x6)",
            rs1: 40,
            rs2: 0x1122_3344_5566_7788,
            also: &[],
            gives: Gives::Byte(32, 136),
            source: "unprivileged manual, 4.3: the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "sd/doubleword",
        says: "it stores the low 64 bits of rs2 at rs1 plus the offset",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[64, 128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::Sd));
            let after = g.run(Insn::Sd, a, b, With::imm(imm));
            bitwise::store(g, &after, 64);
        },
    }],
};

/// `mem64[X(rs1) + EXTS(imm)] = X(rs2)[63..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.store(h.x(i.rs1) + h.imm(i), h.x(i.rs2).lo(64));
}
