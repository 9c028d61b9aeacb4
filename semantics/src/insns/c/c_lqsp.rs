//! `c.lqsp`: load quadword, stack-pointer based (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Stack-Pointer-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.lqsp",
    title: "Load quadword, stack-pointer based",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV128, "rd rs1_sp c_uimm10sphi c_uimm10splo 15..13=1 1..0=2")],
    syntax: "rd, imm(rs1)",
    reserved: |i| (i.rd == Reg(0)).then_some("rd = x0 is reserved"),
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "c.lqsp x5, 16(x2)",
            rs1: 128,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x9f9e_9d9c_9b9a_9998_9796_9594_9392_9190),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": a 128-bit value is loaded",
        },
        Example {
            xlen: 128,
            asm: "c.lqsp x2, 1008(x2)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(2, 0xfffe_fdfc_fbfa_f9f8_f7f6_f5f4_f3f2_f1f0),
            source: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\": the offset is zero-extended and scaled by 16",
        },
    ],
    claims: &[Claim {
        id: "c.lqsp/quadword",
        says: "it loads 128 bits from rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Stack-Pointer-Based Loads and Stores\" of the extension C",
        widths: &[128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLqsp));
            let after = g.run(Insn::CLqsp, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 6, 4), 128, bitwise::extend_sign);
        },
    }],
};

/// `lq rd, imm(x2)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::lq::exec(h, i);
}
