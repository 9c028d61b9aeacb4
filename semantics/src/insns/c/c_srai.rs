//! `c.srai`: shift right arithmetic immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.srai",
    title: "Shift right arithmetic immediate",
    extensions: &["C", "Zca"],
    enc: &[
        Enc::parse(RV32, "rd_rs1_p c_nzuimm5 12..12=0 15..13=4 11..10=1 1..0=1")
            .hints(|i| (i.imm == 0).then_some("it would shift by 0")),
        Enc::parse(RV64, "rd_rs1_p c_nzuimm6lo c_nzuimm6hi 15..13=4 11..10=1 1..0=1")
            .hints(|i| (i.imm == 0).then_some("it would shift by 0")),
        Enc::parse(RV128, "rd_rs1_p c_shamtqr 15..13=4 11..10=1 1..0=1"),
    ],
    syntax: "rd, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.srai x8, 4",
            rs1: 0x8000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xf800_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the sign is shifted in",
        },
        Example {
            xlen: 64,
            asm: "c.srai x15, 63",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(15, 0xffff_ffff_ffff_ffff),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": six bits of amount",
        },
        Example {
            xlen: 128,
            asm: "c.srai x8, 96",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff_ffff_ffff_ffff_ffff_8000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": on RV128 the amount is sign-extended: 96 to 127",
        },
    ],
    claims: &[Claim {
        id: "c.srai/barrel",
        says: "for every amount, the result is that of a barrel shifter",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, shamt) = (g.reg("rs1"), g.immediate(Insn::CSrai));
            let rd = g.run(Insn::CSrai, a, a, With::imm(shamt)).rd();
            g.equal("rd", rd, bitwise::shift(bitwise::Shift::RightArithmetic, a, shamt));
        },
    }],
};

/// `srai rd, rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::srai::exec(h, i);
}
