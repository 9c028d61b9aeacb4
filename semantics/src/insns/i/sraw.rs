//! `sraw`: shift the low word right arithmetic (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "RV64I Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sraw",
    title: "Shift right arithmetic, word",
    extensions: &["I"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=0x20 14..12=5 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "sraw x5, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0xaaaa_aaaa_aaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffea_aaaa),
            source: "oracle: values_rv64, sraw",
        },
        Example {
            xlen: 64,
            asm: "sraw x6, x6, x7",
            rs1: 0xffff_ffff_7000_0000,
            rs2: 36,
            also: &[],
            gives: Gives::X(6, 0x700_0000),
            source: "unprivileged manual, 4.2.2: bit 31 is the sign, the upper half is ignored",
        },
    ],
    claims: &[
        Claim {
            id: "sraw/barrel",
            says: "a barrel shifter on the low word by five bits of rs2, its top bit copied upwards",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = bitwise::shift(bitwise::Shift::RightArithmetic, a.lo(32), b);
                g.equal("rd", g.rd(Insn::Sraw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
        Claim {
            id: "sraw/rv32",
            says: "what RV32 SRA gives for the low words, sign-extended",
            reference: "unprivileged manual, \"RV64I Integer Register-Register Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Sra, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Sraw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >>s X(rs2)[4..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32).sra(h.x(i.rs2).lo(5));
    h.set_x(i.rd, word.sext(H::XLEN));
}
