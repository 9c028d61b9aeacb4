//! `c.sd`: store doubleword (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sd",
    title: "Store doubleword",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rs1_p rs2_p c_uimm8hi c_uimm8lo 15..13=7 1..0=0")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.sd x9, 8(x8)",
            rs1: 32,
            rs2: 0x8000_0000_00ab_cdef,
            also: &[],
            gives: Gives::Byte(47, 0x80),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is scaled by 8",
        },
        Example {
            xlen: 64,
            asm: "c.sd x15, 248(x8)",
            rs1: 0,
            rs2: 0x1122_3344_5566_7788,
            also: &[],
            gives: Gives::Byte(248, 0x88),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 8",
        },
    ],
    claims: &[Claim {
        id: "c.sd/doubleword",
        says: "it stores the low 64 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSd));
            let after = g.run(Insn::CSd, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 5, 3), 64);
        },
    }],
};

/// `sd rs2, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sd::exec(h, i);
}
