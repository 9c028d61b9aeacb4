//! `mulw`: product of the low words (M, Zmmul, RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mulw",
    title: "Multiply word",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 31..25=1 14..12=0 6..2=0x0E 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "mulw x5, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0x7fff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_bbcc_ddef),
            source: "oracle: values_rv64, mulw",
        },
        Example {
            xlen: 64,
            asm: "mulw x6, x6, x7",
            rs1: 0xdead_0000_0000_0003,
            rs2: 0xbeef_0000_0000_0005,
            also: &[],
            gives: Gives::X(6, 15),
            source: "unprivileged manual, \"Multiplication Operations\": the upper halves are ignored",
        },
    ],
    claims: &[
        Claim {
            id: "mulw/low-word",
            says: "the low word of what MUL gives, its top bit copied upwards",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let product = g.rd(Insn::Mul, a, b);
                g.equal(
                    "rd",
                    g.rd(Insn::Mulw, a, b),
                    bitwise::extend_sign(product.lo(32), g.xlen()),
                );
            },
        },
        Claim {
            id: "mulw/corners",
            says: "times a power of two, the low word's bits move, the top one is copied upwards",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[64, 128],
            state: |g| {
                let a = g.reg("rs1");
                for k in 0..32 {
                    let product = bitwise::times_power_of_two(a.lo(32), k);
                    let rd = g.rd(Insn::Mulw, a, g.lit(g.xlen(), 1 << k));
                    g.equal(format!("rs2 = 2^{k}"), rd, bitwise::extend_sign(product, g.xlen()));
                }
            },
        },
        Claim {
            id: "mulw/rv32",
            says: "what RV32 MUL gives for the low words, sign-extended",
            reference: "unprivileged manual, \"Multiplication Operations\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let word = g.rd_at(32, Insn::Mul, a.lo(32), b.lo(32));
                g.equal("rd", g.rd(Insn::Mulw, a, b), bitwise::extend_sign(word, g.xlen()));
            },
        },
    ],
};

/// `X(rd) = EXTS(X(rs1)[31..0] * X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).lo(32) * h.x(i.rs2).lo(32);
    h.set_x(i.rd, product.sext(H::XLEN));
}
