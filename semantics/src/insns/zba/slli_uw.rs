//! `slli.uw`: shift-left unsigned word (immediate) (Zba).
use crate::prelude::*;

/// See the unprivileged manual, "slli.uw".
pub const SPEC: Spec = Spec {
    name: "slli.uw",
    title: "Shift-left unsigned word (immediate)",
    extensions: &["Zba"],
    enc: &[Enc::parse(RV64, "rd rs1 31..26=0x02 shamtd 14..12=1 6..2=0x06 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "slli.uw x5, x6, 1",
            rs1: 0x7776_55a8_b957_6b53,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1_72ae_d6a6),
            source: "oracle: values_rv64_bk, slli.uw",
        },
        Example {
            xlen: 64,
            asm: "slli.uw x6, x6, 1",
            rs1: 0xdead_beef_cafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1_95fd_e01a),
            source: "oracle: values_rv64_bk, slli.uw",
        },
    ],
    claims: &[Claim {
        id: "slli.uw/barrel",
        says: "for every amount, the zero-extended low word in a barrel shifter of 64 bits",
        reference: "unprivileged manual, \"slli.uw\"",
        widths: &[64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::SlliUw));
            let word = bitwise::extend_zero(a.lo(32), 64);
            let rd = g.run(Insn::SlliUw, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::Left, word, shamt));
        },
    }],
};

/// `X(rd) = EXTZ(X(rs1)[31..0]) << shamt`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).lo(32).zext(H::XLEN) << h.imm(i));
}
