//! `rori`: rotate right (immediate) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "rori".
pub const SPEC: Spec = Spec {
    name: "rori",
    title: "Rotate right (immediate)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x30 shamtw 14..12=5 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0x18 shamtd 14..12=5 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "rori x5, x6, 5",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x18_1008),
            source: "oracle: values_rv32_bk, rori",
        },
        Example {
            xlen: 64,
            asm: "rori x6, x6, 1",
            rs1: 0xc1e5_8b9e_5c25_d7c9,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xe0f2_c5cf_2e12_ebe4),
            source: "oracle: values_rv64_bk, rori",
        },
    ],
    claims: &[Claim {
        id: "rori/barrel",
        says: "for every amount, the result is that of a barrel rotator",
        reference: "unprivileged manual, \"rori\"",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Rori));
            let rd = g.run(Insn::Rori, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::RotateRight, a, shamt));
        },
    }],
};

/// `X(rd) = X(rs1) >>> shamt`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).ror(h.imm(i)));
}
