//! `c.lwsp`: load word, stack-pointer based.
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.lwsp",
    title: "Load word, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd rs1_sp c_uimm8sphi c_uimm8splo 15..13=2 1..0=2")],
    syntax: "rd, imm(rs1)",
    reserved: |i| (i.rd == Reg(0)).then_some("rd = x0 is reserved"),
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.lwsp x5, 4(x2)",
            rs1: 132,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8b8a_8988),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": a word is sign-extended",
        },
        Example {
            xlen: 32,
            asm: "c.lwsp x2, 252(x2)",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(2, 0xfffe_fdfc),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 4",
        },
    ],
    claims: &[Claim {
        id: "c.lwsp/word",
        says: "it loads 32 bits from rs1 plus the scaled offset and copies the top one upwards",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLwsp));
            let after = g.run(Insn::CLwsp, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 6, 2), 32, bitwise::extend_sign);
        },
    }],
};

/// `lw rd, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::lw::exec(h, i);
}
