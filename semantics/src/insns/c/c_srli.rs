//! `c.srli`: shift right logical immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.srli",
    title: "Shift right logical immediate",
    extensions: &["C", "Zca"],
    enc: &[
        Enc::parse(RV32, "rd_rs1_p c_nzuimm5 12..12=0 15..13=4 11..10=0 1..0=1")
            .hints(|i| (i.imm == 0).then_some("it would shift by 0")),
        Enc::parse(RV64, "rd_rs1_p c_nzuimm6lo c_nzuimm6hi 15..13=4 11..10=0 1..0=1")
            .hints(|i| (i.imm == 0).then_some("it would shift by 0")),
        Enc::parse(RV128, "rd_rs1_p c_shamtqr 15..13=4 11..10=0 1..0=1"),
    ],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.srli x8, 31",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 1),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": zeros are shifted in",
        },
        Example {
            xlen: 64,
            asm: "c.srli x15, 63",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(15, 1),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": six bits of amount",
        },
        Example {
            xlen: 128,
            asm: "c.srli x8, 64",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0x8000_0000_0000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": on RV128 an amount of zero encodes 64",
        },
        Example {
            xlen: 128,
            asm: "c.srli x8, 127",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 1),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": on RV128 the amount is sign-extended: 96 to 127",
        },
    ],
    claims: &[Claim {
        id: "c.srli/barrel",
        says: "for every amount, the result is that of a barrel shifter",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::CSrli));
            let rd = g.run(Insn::CSrli, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::RightLogical, a, shamt));
        },
    }],
};

/// `srli rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::srli::exec(h, i);
}
