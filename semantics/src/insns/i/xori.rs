//! `xori`: exclusive or with immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "xori",
    title: "Exclusive or with immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=4 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "xori x5, x6, -1",
            rs1: 0x1234_5678,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xedcb_a987),
            source: "unprivileged manual, 2.4.1: the immediate -1 inverts all bits (NOT)",
        },
        Example {
            xlen: 32,
            asm: "xori x6, x6, 1",
            rs1: 0x89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x89ab_cdee),
            source: "oracle: values_rv32, xori",
        },
        Example {
            xlen: 64,
            asm: "xori x5, x6, -1",
            rs1: 0xffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_0000_0000),
            source: "unprivileged manual, 2.4.1: the immediate is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "xori/truth-table",
        says: "each bit is inverted where the immediate has a 1",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Xori));
            let rd = g.run(Insn::Xori, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::differ(a, extended));
        },
    }],
};

/// `X(rd) = X(rs1) ^ EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) ^ h.imm(i));
}
