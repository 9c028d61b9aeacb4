//! `clmul`: carry-less multiply (low part) (Zbc, Zbkc).
use crate::prelude::*;

/// See the unprivileged manual, "clmul".
pub const SPEC: Spec = Spec {
    name: "clmul",
    title: "Carry-less multiply (low part)",
    extensions: &["Zbc", "Zbkc"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=1 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "clmul x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0x281e_140a),
            source: "oracle: values_rv32_bk, clmul",
        },
        Example {
            xlen: 64,
            asm: "clmul x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0x706_0504_0302_0100,
            also: &[],
            gives: Gives::X(6, 0x356_a8a8_01fe_aa00),
            source: "oracle: values_rv64_bk, clmul",
        },
    ],
    claims: &[
        Claim {
            id: "clmul/coefficients",
            says: "coefficients 0 to xlen-1 of the product of two polynomials over GF(2)",
            reference: "unprivileged manual, \"clmul\"",
            widths: &[8, 32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let product = bitwise::multiply_polynomials(a, b);
                g.equal("rd", g.rd(Insn::Clmul, a, b), product.lo(g.xlen()));
            },
        },
        Claim {
            id: "clmul/powers",
            says: "times x^k, the coefficients move up by k; times 0, nothing is left",
            reference: "unprivileged manual, \"clmul\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                for k in 0..width {
                    let rd = g.rd(Insn::Clmul, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = x^{k}"), rd, bitwise::times_power_of_two(a, k));
                }
                g.equal("rs2 = 0", g.rd(Insn::Clmul, a, a.lit(0)), a.lit(0));
            },
        },
    ],
};

/// `X(rd) = (X(rs1) clmul X(rs2))[xlen-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).clmul(h.x(i.rs2)));
}
