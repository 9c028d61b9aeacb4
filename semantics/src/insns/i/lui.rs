//! `lui`: load upper immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "lui",
    title: "Load upper immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd imm20 6..2=0x0D 1..0=3")],
    syntax: "rd, imm20",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "lui x5, 0x12345",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1234_5000),
            source: "unprivileged manual, 2.4.1: the lowest 12 bits are zeros",
        },
        Example {
            xlen: 64,
            asm: "lui x5, 0x80000",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, 4.2.1: the 32-bit result is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "lui/placed",
        says: "twelve zeros, the immediate above them, copies of its top bit above that",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let after = g.run(Insn::Lui, zero, zero, With::imm(g.immediate(Insn::Lui)));
            let placed = g.var(20, "imm").concat(g.lit(12, 0));
            g.equal("rd", after.rd(), bitwise::extend_sign(placed, g.xlen()));
        },
    }],
};

/// `X(rd) = EXTS(imm @ 0x000)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.imm(i));
}
