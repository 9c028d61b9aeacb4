//! `slli`: shift left logical immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "slli",
    title: "Shift left logical immediate",
    extensions: &["I"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0 shamtw 14..12=1 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0 shamtd 14..12=1 6..2=0x04 1..0=3"),
        Enc::parse(RV128, "rd rs1 31..27=0 shamtq 14..12=1 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "slli x5, x6, 31",
            rs1: 3,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8000_0000),
            source: "unprivileged manual, 2.4.1: zeros are shifted into the lower bits",
        },
        Example {
            xlen: 64,
            asm: "slli x6, x6, 63",
            rs1: 0x8000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 1 << 63),
            source: "unprivileged manual, 4.2.1: the shift amount has six bits",
        },
    ],
    claims: &[Claim {
        id: "slli/barrel",
        says: "for every amount, the result is that of a barrel shifter",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Slli));
            let rd = g.run(Insn::Slli, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::Left, a, shamt));
        },
    }],
};

/// `X(rd) = X(rs1) << shamt`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) << h.imm(i));
}
