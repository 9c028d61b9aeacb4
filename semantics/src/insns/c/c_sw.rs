//! `c.sw`: store word.
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sw",
    title: "Store word",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rs1_p rs2_p c_uimm7lo c_uimm7hi 15..13=6 1..0=0")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.sw x9, 4(x8)",
            rs1: 32,
            rs2: 0x8000_00ab,
            also: &[],
            gives: Gives::Byte(39, 0x80),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is scaled by 4",
        },
        Example {
            xlen: 64,
            asm: "c.sw x9, 124(x8)",
            rs1: 32,
            rs2: 0x1122_3344_5566_7788,
            also: &[],
            gives: Gives::Byte(159, 0x55),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 4",
        },
    ],
    claims: &[Claim {
        id: "c.sw/word",
        says: "it stores the low 32 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSw));
            let after = g.run(Insn::CSw, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 5, 2), 32);
        },
    }],
};

/// `sw rs2, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sw::exec(h, i);
}
