//! `lbu`: load a byte, unsigned.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lbu",
    title: "Load byte, unsigned",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=4 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "lbu x5, 0(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x80),
            source: "unprivileged manual, 2.6: a byte, zero-extended",
        },
        Example {
            xlen: 64,
            asm: "lbu x6, -1(x6)",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xff),
            source: "unprivileged manual, 2.6: zero-extended; the address wraps around",
        },
    ],
    claims: &[Claim {
        id: "lbu/byte",
        says: "it loads 8 bits from rs1 plus the offset and puts zeros above them",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lbu));
            let after = g.run(Insn::Lbu, a, a, With::imm(imm));
            bitwise::load(g, &after, 8, bitwise::extend_zero);
        },
    }],
};

/// `X(rd) = EXTZ(mem8[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let byte = h.load(h.x(i.rs1) + h.imm(i), 8);
    h.set_x(i.rd, byte.zext(H::XLEN));
}
