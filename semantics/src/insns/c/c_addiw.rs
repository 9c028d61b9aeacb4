//! `c.addiw`: add immediate, word (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.addiw",
    title: "Add immediate, word",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rd_rs1 c_imm6lo c_imm6hi 15..13=1 1..0=1")],
    syntax: "rd, imm",
    reserved: |i| (i.rd == Reg(0)).then_some("rd = x0 is reserved"),
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.addiw x5, 1",
            rs1: 0x7fff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the 32-bit result is sign-extended",
        },
        Example {
            xlen: 64,
            asm: "c.addiw x6, 0",
            rs1: 0xa936_ba71_5315_367d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x5315_367d),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": an immediate of 0 gives `sext.w rd`",
        },
    ],
    claims: &[Claim {
        id: "c.addiw/ripple",
        says: "for every immediate, the low 32 bits of a ripple-carry sum, the top one copied upwards",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CAddiw));
            let rd = g.run(Insn::CAddiw, a, a, With::imm(imm)).rd();
            let sum = bitwise::add(a, bitwise::extend_sign(g.var(6, "imm"), 64));
            g.equal("rd", rd, bitwise::extend_sign(sum.lo(32), 64));
        },
    }],
};

/// `addiw rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addiw::exec(h, i);
}
