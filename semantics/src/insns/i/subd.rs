//! `subd`: subtract the low doublewords (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "subd",
    title: "Subtract doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=0x20 14..12=0 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "subd x5, x6, x7",
            rs1: 0,
            rs2: 0x8000_0000_0000_0000,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions sign-extend their results from 64 bits",
        },
        Example {
            xlen: 128,
            asm: "subd x6, x6, x7",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0005,
            rs2: 0x1234_0000_0000_0000_0000_0000_0000_0002,
            also: &[],
            gives: Gives::X(6, 3),
            source: "unprivileged manual, chapter 5: *D instructions operate on the low 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "subd/ripple",
            says: "the low 64 bits of a ripple-carry difference of the registers, the top one copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = bitwise::sub(a, b).lo(64);
                g.equal("rd", g.rd(Insn::Subd, a, b), bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "subd/rv64",
            says: "what RV64 SUB gives for the low 64 bits, sign-extended",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Sub, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Subd, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[63..0] - X(rs2)[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let difference = h.x(i.rs1).lo(64) - h.x(i.rs2).lo(64);
    h.set_x(i.rd, difference.sext(H::XLEN));
}
