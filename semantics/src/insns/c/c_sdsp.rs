//! `c.sdsp`: store doubleword, stack-pointer based (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sdsp",
    title: "Store doubleword, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "c_rs2 rs1_sp c_uimm9sp_s 15..13=7 1..0=2")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.sdsp x5, 8(x2)",
            rs1: 32,
            rs2: 0x8000_0000_00ab_cdef,
            also: &[],
            gives: Gives::Byte(47, 0x80),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is scaled by 8",
        },
        Example {
            xlen: 64,
            asm: "c.sdsp x5, 504(x2)",
            rs1: 0,
            rs2: 0x1122_3344_5566_7788,
            also: &[],
            gives: Gives::Byte(504, 0x88),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 8",
        },
    ],
    claims: &[Claim {
        id: "c.sdsp/doubleword",
        says: "it stores the low 64 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSdsp));
            let after = g.run(Insn::CSdsp, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 6, 3), 64);
        },
    }],
};

/// `sd rs2, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sd::exec(h, i);
}
