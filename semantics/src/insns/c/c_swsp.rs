//! `c.swsp`: store word, stack-pointer based.
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.swsp",
    title: "Store word, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "c_rs2 rs1_sp c_uimm8sp_s 15..13=6 1..0=2")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.swsp x5, 4(x2)",
            rs1: 32,
            rs2: 0x8000_00ab,
            also: &[],
            gives: Gives::Byte(39, 0x80),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is scaled by 4",
        },
        Example {
            xlen: 64,
            asm: "c.swsp x5, 252(x2)",
            rs1: 0,
            rs2: 0x1122_3344_5566_7788,
            also: &[],
            gives: Gives::Byte(255, 0x55),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 4",
        },
    ],
    claims: &[Claim {
        id: "c.swsp/word",
        says: "it stores the low 32 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSwsp));
            let after = g.run(Insn::CSwsp, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 6, 2), 32);
        },
    }],
};

/// `sw rs2, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sw::exec(h, i);
}
