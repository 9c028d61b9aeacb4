//! `lb`: load a byte.
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "lb",
    title: "Load byte",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 imm12 14..12=0 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 32,
            asm: "lb x5, 0(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ff80),
            source: "unprivileged manual, 2.6: a byte, sign-extended",
        },
        Example {
            xlen: 64,
            asm: "lb x6, -1(x6)",
            rs1: 0x8000_0000_0000_0080,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 127),
            source: "unprivileged manual, 2.6: the offset is signed",
        },
    ],
    claims: &[Claim {
        id: "lb/byte",
        says: "it loads 8 bits from rs1 plus the offset and copies the top one upwards",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Lb));
            let after = g.run(Insn::Lb, a, a, With::imm(imm));
            bitwise::load(g, &after, 8, bitwise::extend_sign);
        },
    }],
};

/// `X(rd) = EXTS(mem8[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let byte = h.load(h.x(i.rs1) + h.imm(i), 8);
    h.set_x(i.rd, byte.sext(H::XLEN));
}
