//! `srai`: shift right arithmetic immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "srai",
    title: "Shift right arithmetic immediate",
    extensions: &["I"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..25=0x20 shamtw 14..12=5 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..26=0x10 shamtd 14..12=5 6..2=0x04 1..0=3"),
        Enc::parse(RV128, "rd rs1 31..27=0x8 shamtq 14..12=5 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "srai x5, x6, 1",
            rs1: 0xcafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xe57f_7806),
            source: "oracle: values_rv32, srai",
        },
        Example {
            xlen: 64,
            asm: "srai x6, x6, 63",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, 2.4.1: the sign bit is copied into the vacated bits",
        },
    ],
    claims: &[Claim {
        id: "srai/barrel",
        says: "for every amount, the result is that of a barrel shifter",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::Srai));
            let rd = g.run(Insn::Srai, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::RightArithmetic, a, shamt));
        },
    }],
};

/// `X(rd) = X(rs1) >>s shamt`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).sra(h.imm(i)));
}
