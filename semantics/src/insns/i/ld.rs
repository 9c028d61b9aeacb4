//! `ld`: load a doubleword (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Load and Store Instructions".
pub const SPEC: Spec = Spec {
    name: "ld",
    title: "Load doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 imm12 14..12=3 6..2=0x00 1..0=3")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "ld x5, 8(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8f8e_8d8c_8b8a_8988),
            source: "unprivileged manual, 4.3: little-endian",
        },
        Example {
            xlen: 64,
            asm: "ld x6, -8(x6)",
            rs1: 0x8000_0000_0000_0018,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1716_1514_1312_1110),
            source: "unprivileged manual, 4.3: the offset is signed",
        },
        Example {
            xlen: 128,
            asm: "ld x5, 0(x6)",
            rs1: 0x80,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8786_8584_8382_8180),
            source: "unprivileged manual, chapter 5: RV128I sign-extends a doubleword",
        },
    ],
    claims: &[Claim {
        id: "ld/doubleword",
        says: "it loads 64 bits from rs1 plus the offset and copies the top one upwards",
        reference: "unprivileged manual, \"Load and Store Instructions\"",
        widths: &[64, 128],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::Ld));
            let after = g.run(Insn::Ld, a, a, With::imm(imm));
            bitwise::load(g, &after, 64, bitwise::extend_sign);
        },
    }],
};

/// `X(rd) = EXTS(mem64[X(rs1) + EXTS(imm)])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let data = h.load(h.x(i.rs1) + h.imm(i), 64);
    h.set_x(i.rd, data.sext(H::XLEN));
}
