//! `c.ldsp`: load doubleword, stack-pointer based (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.ldsp",
    title: "Load doubleword, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1_sp c_uimm9sphi c_uimm9splo 15..13=3 1..0=2")],
    syntax: "rd, imm(rs1)",
    reserved: |i| (i.rd == Reg(0)).then_some("rd = x0 is reserved"),
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.ldsp x5, 8(x2)",
            rs1: 128,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8f8e_8d8c_8b8a_8988),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": a 64-bit value is loaded",
        },
        Example {
            xlen: 64,
            asm: "c.ldsp x2, 504(x2)",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(2, 0xfffe_fdfc_fbfa_f9f8),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 8",
        },
    ],
    claims: &[Claim {
        id: "c.ldsp/doubleword",
        says: "it loads 64 bits from rs1 plus the scaled offset and copies the top one upwards",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLdsp));
            let after = g.run(Insn::CLdsp, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 6, 3), 64, bitwise::extend_sign);
        },
    }],
};

/// `ld rd, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::ld::exec(h, i);
}
