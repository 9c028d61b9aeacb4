//! `c.addi16sp`: add a multiple of 16 to the stack pointer.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Operations" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.addi16sp",
    title: "Add a multiple of 16 to the stack pointer",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd_rs1_sp c_nzimm10hi c_nzimm10lo 15..13=3 11..7=2 1..0=1")
        .within(Insn::CLui)],
    syntax: "rd, imm",
    reserved: |i| (i.imm == 0).then_some("an immediate of 0 is reserved"),
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.addi16sp x2, -512",
            rs1: 0x8000_0200,
            rs2: 0,
            also: &[],
            gives: Gives::X(2, 0x8000_0000),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the immediate is sign-extended and scaled by 16",
        },
        Example {
            xlen: 64,
            asm: "c.addi16sp x2, 496",
            rs1: 0xffff_ffff_ffff_fff0,
            rs2: 0,
            also: &[],
            gives: Gives::X(2, 480),
            source: "unprivileged manual, \"Integer Register-Immediate Operations\": the largest immediate is 496",
        },
    ],
    claims: &[Claim {
        id: "c.addi16sp/ripple",
        says: "the sum of the stack pointer and a multiple of 16, by a ripple-carry adder",
        reference: "unprivileged manual, \"Integer Register-Immediate Operations\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CAddi16sp));
            let sum = g.run(Insn::CAddi16sp, a, a, With::imm(imm)).rd();
            let scaled = g.var(6, "imm").concat(g.lit(4, 0));
            g.equal("rd", sum, bitwise::add(a, bitwise::extend_sign(scaled, g.xlen())));
        },
    }],
};

/// `addi x2, x2, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::addi::exec(h, i);
}
