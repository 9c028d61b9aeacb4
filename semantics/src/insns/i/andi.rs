//! `andi`: and with immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "andi",
    title: "And with immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=7 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "andi x5, x6, 1",
            rs1: 0xd82e_0769,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 1),
            source: "oracle: values_rv32, andi",
        },
        Example {
            xlen: 64,
            asm: "andi x6, x6, -2048",
            rs1: 0xffff_ffff_0000_07ff,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_0000_0000),
            source: "unprivileged manual, 2.4.1: the immediate is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "andi/truth-table",
        says: "each bit is 0 where the immediate has a 0, else it stays",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Andi));
            let rd = g.run(Insn::Andi, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::both(a, extended));
        },
    }],
};

/// `X(rd) = X(rs1) & EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) & h.imm(i));
}
