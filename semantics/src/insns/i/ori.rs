//! `ori`: or with immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "ori",
    title: "Or with immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=6 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "ori x5, x6, -1",
            rs1: 0xaaaa_aaaa,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff),
            source: "oracle: values_rv32, ori",
        },
        Example {
            xlen: 64,
            asm: "ori x6, x6, -2048",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_f801),
            source: "unprivileged manual, 2.4.1: the immediate is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "ori/truth-table",
        says: "each bit is 1 where the immediate has a 1, else it stays",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Ori));
            let rd = g.run(Insn::Ori, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::either(a, extended));
        },
    }],
};

/// `X(rd) = X(rs1) | EXTS(imm)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) | h.imm(i));
}
