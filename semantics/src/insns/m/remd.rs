//! `remd`: signed remainder of the low doublewords (M, RV128).
use crate::prelude::*;

/// See QEMU 7.2, `target/riscv/insn32.decode`, "RV128M Standard Extension": the manual has the *D form of
/// instructions, and leaves this one open.
pub const SPEC: Spec = Spec {
    name: "remd",
    title: "Remainder signed, doubleword",
    extensions: &["M"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=1 14..12=6 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 128,
            asm: "remd x5, x6, x7",
            rs1: 0xffff_ffff_ffff_fff9,
            rs2: 2,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff),
            source: "QEMU 7.2 x-rv128: the sign of the dividend",
        },
        Example {
            xlen: 128,
            asm: "remd x6, x6, x7",
            rs1: 0x1234_0000_0000_0000_8000_0000_0000_0000,
            rs2: 0xffff_ffff_ffff_ffff_0000_0000_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "QEMU 7.2 x-rv128: by zero, the dividend, sign-extended from 64 bits",
        },
    ],
    claims: &[
        Claim {
            id: "remd/by-zero",
            says: "by a zero low doubleword, whatever is above it, it gives the sign-extended dividend",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.var(64, "upper").concat(g.lit(64, 0)));
                g.equal("rd", g.rd(Insn::Remd, a, b), bitwise::extend_sign(a.lo(64), 128));
            },
        },
        Claim {
            id: "remd/rv64",
            says: "what RV64 REM gives for the low 64 bits, sign-extended",
            reference: "QEMU 7.2 x-rv128, target/riscv/insn32.decode, RV128M",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Rem, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Remd, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(if X(rs2)[63..0] == 0 then X(rs1)[63..0] else X(rs1)[63..0] %s X(rs2)[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let remainder = h.x(i.rs1).lo(64).srem(h.x(i.rs2).lo(64));
    h.set_x(i.rd, remainder.sext(H::XLEN));
}
