//! `c.sqsp`: store quadword, stack-pointer based (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.sqsp",
    title: "Store quadword, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV128, "c_rs2 rs1_sp c_uimm10sp_s 15..13=5 1..0=2")],
    syntax: "rs2, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "c.sqsp x5, 16(x2)",
            rs1: 0,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0005,
            also: &[],
            gives: Gives::Byte(31, 0x80),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is scaled by 16",
        },
        Example {
            xlen: 128,
            asm: "c.sqsp x5, 1008(x2)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 171,
            also: &[],
            gives: Gives::Byte(0x8000_0000_0000_0000_0000_0000_0000_03f0, 0xab),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 16",
        },
    ],
    claims: &[Claim {
        id: "c.sqsp/quadword",
        says: "it stores the low 128 bits of rs2 at rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[128],
        state: |g| {
            let (a, b, imm) = (g.reg("rs1"), g.reg("rs2"), g.immediate(Insn::CSqsp));
            let after = g.run(Insn::CSqsp, a, b, With::imm(imm));
            bitwise::store_at(g, &after, bitwise::scaled(g, 6, 4), 128);
        },
    }],
};

/// `sq rs2, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::sq::exec(h, i);
}
