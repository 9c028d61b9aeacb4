//! `c.lui`: load upper immediate.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Constant-Generation Instructions" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.lui",
    title: "Load upper immediate",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(ALL, "rd c_nzimm18hi c_nzimm18lo 15..13=3 1..0=1")
        .hints(|i| (i.rd == Reg(0)).then_some("it would write x0"))],
    syntax: "rd, imm20",
    reserved: |i| (i.imm == 0).then_some("an immediate of 0 is reserved"),
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "c.lui x5, 0xfffe0",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xfffe_0000),
            source: "unprivileged manual, \"Integer Constant-Generation Instructions\": bit 17 is copied into all higher bits",
        },
        Example {
            xlen: 64,
            asm: "c.lui x6, 0x1f",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1_f000),
            source: "unprivileged manual, \"Integer Constant-Generation Instructions\": the bottom 12 bits are clear",
        },
        Example {
            xlen: 64,
            asm: "c.lui x5, 0xfffe0",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_fffe_0000),
            source: "unprivileged manual, \"Integer Constant-Generation Instructions\": bit 17 is copied into all higher bits",
        },
    ],
    claims: &[Claim {
        id: "c.lui/places",
        says: "the immediate at bits 12 to 17, copies of its top bit above, zeros below",
        reference: "unprivileged manual, \"Integer Constant-Generation Instructions\" of the extension C",
        widths: &[32, 64],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let rd = g.run(Insn::CLui, zero, zero, With::imm(g.immediate(Insn::CLui))).rd();
            let placed = g.var(6, "imm").concat(g.lit(12, 0));
            g.equal("rd", rd, bitwise::extend_sign(placed, g.xlen()));
        },
    }],
};

/// `lui rd, imm`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::lui::exec(h, i);
}
