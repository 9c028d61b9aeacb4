//! `muld`: product of the low doublewords (M, Zmmul, RV128).
use crate::prelude::*;

/// See QEMU 7.2, `target/riscv/insn32.decode`, "RV128M Standard Extension": the manual has the *D form of
/// instructions, and leaves this one open.
pub const SPEC: Spec = Spec {
    name: "muld",
    title: "Multiply doubleword",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 31..25=1 14..12=0 6..2=0x1E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 128,
            asm: "muld x5, x6, x7",
            rs1: 0xdead_0000_0000_0000_8000_0000_0000_0000,
            rs2: 0xbeef_0000_0000_0000_0000_0000_0000_0003,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_8000_0000_0000_0000),
            source: "QEMU 7.2 x-rv128: the upper halves are ignored, 64 bits are sign-extended",
        },
        Example {
            xlen: 128,
            asm: "muld x6, x6, x7",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0003,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_0005,
            also: &[],
            gives: Gives::X(6, 0xf),
            source: "QEMU 7.2 x-rv128: the upper halves are ignored",
        },
    ],
    claims: &[
        Claim {
            id: "muld/low-doubleword",
            says: "the low 64 bits of what MUL gives, the top one copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd(Insn::Mul, a, b).lo(64);
                g.equal("rd", g.rd(Insn::Muld, a, b), bitwise::extend_sign(double, 128));
            },
        },
        Claim {
            id: "muld/corners",
            says: "times a power of two, the low 64 bits move, the top one is copied upwards",
            reference: "unprivileged manual, \"RV128I Base Integer Instruction Set\"",
            widths: &[128],
            state: |g| {
                let a = g.reg("rs1");
                for k in 0..64 {
                    let double = bitwise::times_power_of_two(a.lo(64), k);
                    let rd = g.rd(Insn::Muld, a, g.lit(128, 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, bitwise::extend_sign(double, 128));
                }
            },
        },
        Claim {
            id: "muld/rv64",
            says: "what RV64 MUL gives for the low 64 bits, sign-extended",
            reference: "QEMU 7.2 x-rv128, target/riscv/insn32.decode, RV128M",
            widths: &[128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let double = g.rd_at(64, Insn::Mul, a.lo(64), b.lo(64));
                g.equal("rd", g.rd(Insn::Muld, a, b), bitwise::extend_sign(double, 128));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[63..0] * X(rs2)[63..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).lo(64) * h.x(i.rs2).lo(64);
    h.set_x(i.rd, product.sext(H::XLEN));
}
