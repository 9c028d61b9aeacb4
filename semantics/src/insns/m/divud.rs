//! `divud`: unsigned quotient of the low doublewords (M, RV128).
use crate::prelude::*;

/// See QEMU 7.2, `target/riscv/insn32.decode`, "RV128M Standard Extension": the manual has the *D form of
/// instructions, and leaves this one open.
pub const SPEC: Spec = Spec {
    name: "divud",
    title: "Divide unsigned, doubleword",
    extensions: &["M"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=1 14..12=5 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 128,
            asm: "divud x5, x6, x7",
            rs1: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff),
            source: "QEMU 7.2 x-rv128: the 64-bit quotient is sign-extended",
        },
        Example {
            xlen: 128,
            asm: "divud x6, x6, x7",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0064,
            rs2: 0xffff_ffff_ffff_ffff_0000_0000_0000_0007,
            also: &[],
            gives: Gives::X(6, 0xe),
            source: "QEMU 7.2 x-rv128: the upper halves are ignored",
        },
    ],
    claims: &[
        Claim {
            id: "divud/by-zero",
            says: "by a zero low doubleword, whatever is above it, it gives all ones",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.var(64, "upper").concat(g.lit(64, 0)));
                g.equal("rd", g.rd(Insn::Divud, a, b), !g.lit(128, 0));
            },
        },
        Claim {
            id: "divud/rv64",
            says: "what RV64 DIVU gives for the low 64 bits, sign-extended",
            reference: "QEMU 7.2 x-rv128, target/riscv/insn32.decode, RV128M",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Divu, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Divud, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[63..0] == 0 then 2^64-1 else X(rs1)[63..0] /u X(rs2)[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let quotient = h.x(i.rs1).lo(64).udiv(h.x(i.rs2).lo(64));
    h.set_x(i.rd, quotient.sext(H::XLEN));
}
