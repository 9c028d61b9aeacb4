//! `c.slli`: shift left logical immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.slli",
    title: "Shift left logical immediate",
    extensions: &["C", "Zca"],
    enc: &[
        Enc::parse(RV32, "rd_rs1 c_nzuimm5 12..12=0 15..13=0 1..0=2")
            .hints(|i| (i.rd == Reg(0) || i.imm == 0).then_some("it would write x0 or shift by 0")),
        Enc::parse(RV64, "rd_rs1 c_nzuimm6lo c_nzuimm6hi 15..13=0 1..0=2")
            .hints(|i| (i.rd == Reg(0) || i.imm == 0).then_some("it would write x0 or shift by 0")),
        Enc::parse(RV128, "rd_rs1 c_shamtq 15..13=0 1..0=2")
            .hints(|i| (i.rd == Reg(0)).then_some("it would write x0")),
    ],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.slli x5, 31",
            rs1: 3,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": zeros are shifted in",
        },
        Example {
            xlen: 64,
            asm: "c.slli x6, 63",
            rs1: 0x8000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": six bits of amount",
        },
        Example {
            xlen: 128,
            asm: "c.slli x5, 64",
            rs1: 1,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x1_0000_0000_0000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": on RV128 an amount of zero encodes 64",
        },
    ],
    claims: &[Claim {
        id: "c.slli/barrel",
        says: "for every amount, the result is that of a barrel shifter",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::CSlli));
            let rd = g.run(Insn::CSlli, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::Left, a, shamt));
        },
    }],
};

/// `slli rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::slli::exec(h, i);
}
