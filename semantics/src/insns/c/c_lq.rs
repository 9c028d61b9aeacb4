//! `c.lq`: load quadword (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.lq",
    title: "Load quadword",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV128, "rd_p rs1_p c_uimm9lo c_uimm9hi 15..13=1 1..0=0")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "c.lq x8, 16(x9)",
            rs1: 128,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0x9f9e_9d9c_9b9a_9998_9796_9594_9392_9190),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": a 128-bit value is loaded",
        },
        Example {
            xlen: 128,
            asm: "c.lq x8, 496(x8)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xfffe_fdfc_fbfa_f9f8_f7f6_f5f4_f3f2_f1f0),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 16",
        },
    ],
    claims: &[Claim {
        id: "c.lq/quadword",
        says: "it loads 128 bits from rs1 plus the scaled offset",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLq));
            let after = g.run(Insn::CLq, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 5, 4), 128, bitwise::extend_sign);
        },
    }],
};

/// `lq rd, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::lq::exec(h, i);
}
