//! `srlw`: shift the low word right logical (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "srlw",
    title: "Shift right logical, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=0 14..12=5 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "srlw x5, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 3,
            also: &[],
            gives: Gives::X(5, 0x886_6442),
            source: "oracle: values_rv64, srlw",
        },
        Example {
            xlen: 64,
            asm: "srlw x6, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff,
            rs2: 0x1_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "oracle: values_rv64, srlw",
        },
    ],
    claims: &[
        Claim {
            id: "srlw/barrel",
            says: "a barrel shifter on the low word by five bits of rs2, its top bit copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = bitwise::shift(bitwise::Shift::RightLogical, a.lo(32), b);
                g.equal("rd", g.rd(Insn::Srlw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "srlw/rv32",
            says: "what RV32 SRL gives for the low words, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Srl, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Srlw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >> X(rs2)[4..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32) >> h.x(i.rs2).lo(5);
    h.set_x(i.rd, word.sext(H::XLEN));
}
