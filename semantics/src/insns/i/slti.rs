//! `slti`: set if less than immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "slti",
    title: "Set if less than immediate",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=2 6..2=0x04 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "slti x5, x6, 1",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, 2.4.1: the comparison is signed",
        },
        Example {
            xlen: 64,
            asm: "slti x6, x6, -1",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0),
            source: "unprivileged manual, 2.4.1: -1 is not less than -1",
        },
    ],
    claims: &[Claim {
        id: "slti/borrow",
        says: "signs decide, else the borrow of a ripple subtracter",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Slti));
            let rd = g.run(Insn::Slti, a, a, With::imm(imm)).rd();
            let extended = bitwise::extend_sign(g.var(12, "imm"), g.xlen());
            g.equal("rd", rd, bitwise::number(bitwise::less_signed(a, extended), g.xlen()));
        },
    }],
};

/// `X(rd) = if X(rs1) <s EXTS(imm) then 1 else 0`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let less = h.x(i.rs1).slt(h.imm(i));
    h.set_x(i.rd, less.bv().zext(H::XLEN));
}
