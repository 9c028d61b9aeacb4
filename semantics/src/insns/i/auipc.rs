//! `auipc`: add upper immediate to pc.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Immediate Instructions".
pub const SPEC: Spec = Spec {
    name: "auipc",
    title: "Add upper immediate to pc",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd imm20 6..2=0x05 1..0=3")],
    syntax: "rd, imm20",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "auipc x5, 0x1",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x2000),
            source: "unprivileged manual, 2.4.1: added to the address of the instruction",
        },
        Example {
            xlen: 64,
            asm: "auipc x5, 0x80000",
            rs1: 0,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_1000),
            source: "unprivileged manual, 4.2.1: the 32-bit offset is sign-extended",
        },
    ],
    claims: &[Claim {
        id: "auipc/ripple",
        says: "pc plus the placed immediate, by a ripple-carry adder",
        reference: "unprivileged manual, \"Integer Register-Immediate Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let zero = g.lit(g.xlen(), 0);
            let after = g.run(Insn::Auipc, zero, zero, With::imm(g.immediate(Insn::Auipc)));
            let placed = g.var(20, "imm").concat(g.lit(12, 0));
            let sum = bitwise::add(g.reg("pc"), bitwise::extend_sign(placed, g.xlen()));
            g.equal("rd", after.rd(), sum);
        },
    }],
};

/// `X(rd) = PC + EXTS(imm @ 0x000)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.pc() + h.imm(i));
}
