//! `ldu`: load a doubleword, unsigned (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "ldu",
    title: "Load doubleword, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 imm12 14..12=7 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "ldu x5, 8(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8f8e_8d8c_8b8a_8988),
            source: "unprivileged manual, chapter 5: LDU, a doubleword with zeros above it",
        },
        Example {
            xlen: 128,
            asm: "ldu x6, -8(x6)",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0018,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1716_1514_1312_1110),
            source: "unprivileged manual, chapter 5: LDU is a load of I-type, so its offset is signed",
        },
    ],
    claims: &[Claim {
        id: "ldu/doubleword",
        says: "it loads 64 bits from rs1 plus the offset and puts zeros above them",
        reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
        widths: &[128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Ldu));
            let after = g.run(Insn::Ldu, a, a, With::imm(imm));
            bitwise::load(g, &after, 64, bitwise::extend_zero);
        },
    }],
};

/// `X(rd) = EXTZ(mem64[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let double = h.load(h.x(i.rs1) + h.imm(i), 64);
    h.set_x(i.rd, double.zext(H::XLEN));
}
