//! `lh`: load a halfword.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lh",
    title: "Load halfword",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=1 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "lh x5, 0(x6)",
            rs1: 0x8000_007f,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_807f),
            source: "unprivileged manual, 2.6: little-endian, sign-extended",
        },
        Example {
            xlen: 64,
            asm: "lh x6, -2(x6)",
            rs1: 20,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1312),
            source: "unprivileged manual, 2.6: the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lh/halfword",
        says: "it loads 16 bits from rs1 plus the offset and copies the top one upwards",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lh));
            let after = g.run(Insn::Lh, a, a, With::imm(imm));
            bitwise::load(g, &after, 16, bitwise::extend_sign);
        },
    }],
};

/// `X(rd) = EXTS(mem16[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let half = h.load(h.x(i.rs1) + h.imm(i), 16);
    h.set_x(i.rd, half.sext(H::XLEN));
}
