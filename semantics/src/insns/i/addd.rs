//! `addd`: add the low doublewords (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "addd",
    title: "Add doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=0 14..12=0 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "addd x5, x6, x7",
            rs1: 0x7fff_ffff_ffff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions sign-extend their results from 64 bits",
        },
        Example {
            xlen: 128,
            asm: "addd x6, x6, x7",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0001,
            rs2: 0x1234_0000_0000_0000_0000_0000_0000_0002,
            also: &[],
            gives: Gives::X(6, 3),
            source: "unprivileged manual, chapter 5: *D instructions operate on the low 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "addd/ripple",
            says: "the low 64 bits of a ripple-carry sum of the registers, the top one copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = bitwise::add(a, b).lo(64);
                g.equal("rd", g.rd(Insn::Addd, a, b), bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "addd/rv64",
            says: "what RV64 ADD gives for the low 64 bits, sign-extended",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Add, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Addd, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[63..0] + X(rs2)[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let sum = h.x(i.rs1).lo(64) + h.x(i.rs2).lo(64);
    h.set_x(i.rd, sum.sext(H::XLEN));
}
