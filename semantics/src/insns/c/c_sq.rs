//! `c.sq`: store quadword (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sq",
    title: "Store quadword",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV128, "rs1_p rs2_p c_uimm9hi c_uimm9lo 15..13=5 1..0=0")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "c.sq x9, 16(x8)",
            rs1: 0,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0005,
            also: &[],
            gives: Gives::Byte(31, 0x80),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is scaled by 16",
        },
        Example {
            xlen: 128,
            asm: "c.sq x9, 496(x8)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 171,
            also: &[],
            gives: Gives::Byte(0x8000_0000_0000_0000_0000_0000_0000_01f0, 0xab),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 16",
        },
    ],
    claims: &[Claim {
        id: "c.sq/quadword",
        says: "it stores the low 128 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSq));
            let after = g.run(Insn::CSq, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 5, 4), 128);
        },
    }],
};

/// `sq rs2, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sq::exec(h, i);
}
