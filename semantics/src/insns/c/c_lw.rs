//! `c.lw`: load word.
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.lw",
    title: "Load word",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_p rs1_p c_uimm7lo c_uimm7hi 15..13=2 1..0=0")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.lw x8, 4(x9)",
            rs1: 132,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff_8b8a_8988),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": a word is sign-extended",
        },
        Example {
            xlen: 32,
            asm: "c.lw x8, 124(x8)",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0x7f7e_7d7c),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 4",
        },
    ],
    claims: &[Claim {
        id: "c.lw/word",
        says: "it loads 32 bits from rs1 plus the scaled offset and copies the top one upwards",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLw));
            let after = g.run(Insn::CLw, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 5, 2), 32, bitwise::extend_sign);
        },
    }],
};

/// `lw rd, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::lw::exec(h, i);
}
