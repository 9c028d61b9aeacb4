//! `srld`: shift the low doubleword right logical (RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV128I Base Integer Instruction Set".
pub const SPEC: Spec = Spec {
    name: "srld",
    title: "Shift right logical, doubleword",
    extensions: &["I"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=0 14..12=5 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "srld x5, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0x40,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions sign-extend their results from 64 bits",
        },
        Example {
            xlen: 128,
            asm: "srld x6, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff_8000_0000_0000_0000,
            rs2: 0x44,
            also: &[],
            gives: Gives::X(6, 0x800_0000_0000_0000),
            source: "unprivileged manual, chapter 5: *D instructions operate on the low 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "srld/barrel",
            says: "a barrel shifter on the low 64 bits by six bits of rs2, its top bit copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = bitwise::shift(bitwise::Shift::RightLogical, a.lo(64), b);
                g.equal("rd", g.rd(Insn::Srld, a, b), bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "srld/rv64",
            says: "what RV64 SRL gives for the low 64 bits, sign-extended",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Srl, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Srld, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[63..0] >>u X(rs2)[5..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let double = h.x(i.rs1).lo(64) >> h.x(i.rs2).lo(6);
    h.set_x(i.rd, double.sext(H::XLEN));
}
