//! `roriw`: rotate right word (immediate) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "roriw".
pub const SPEC: Spec = Spec {
    name: "roriw",
    title: "Rotate right word (immediate)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV64, "rd rs1 31..25=0x30 shamtw 14..12=5 6..2=0x06 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "roriw x5, x6, 1",
            rs1: 0x123_4567_89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_c4d5_e6f7),
            source: "oracle: values_rv64_bk, roriw",
        },
        Example {
            xlen: 64,
            asm: "roriw x6, x6, 1",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_e57f_7806),
            source: "oracle: values_rv64_bk, roriw",
        },
    ],
    claims: &[Claim {
        id: "roriw/barrel",
        says: "for every amount, a barrel rotator on the low word, its top bit copied upwards",
        reference: "unprivileged manual, \"roriw\"",
        widths: &[64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Roriw));
            let word = bitwise::shift(bitwise::Shift::RotateRight, a.lo(32), shamt);
            let rd = g.run(Insn::Roriw, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::extend_sign(word, 64));
        },
    }],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >>> shamt)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32).ror(h.imm(i).lo(32));
    h.set_x(i.rd, word.sext(H::XLEN));
}
