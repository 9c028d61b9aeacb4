//! `clmulh`: carry-less multiply (high part) (Zbc, Zbkc).
use crate::prelude::*;

/// See the unprivileged manual, "clmulh".
pub const SPEC: Spec = Spec {
    name: "clmulh",
    title: "Carry-less multiply (high part)",
    extensions: &["Zbc", "Zbkc"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=3 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "clmulh x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0xaaaa_aaaa,
            also: &[],
            gives: Gives::X(5, 0x281e_140a),
            source: "oracle: values_rv32_bk, clmulh",
        },
        Example {
            xlen: 64,
            asm: "clmulh x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0x123_4567_89ab_cdef,
            also: &[],
            gives: Gives::X(6, 0xbe_2896_50ee_78c6),
            source: "oracle: values_rv64_bk, clmulh",
        },
    ],
    claims: &[
        Claim {
            id: "clmulh/coefficients",
            says: "coefficients xlen to 2*xlen-1 of the product of two polynomials over GF(2)",
            reference: "unprivileged manual, \"clmulh\"",
            widths: &[8, 32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let product = bitwise::multiply_polynomials(a, b);
                g.equal("rd", g.rd(Insn::Clmulh, a, b), product.hi(g.xlen()));
            },
        },
        Claim {
            id: "clmulh/powers",
            says: "times x^k with k > 0, the coefficients move down by xlen - k; times 1 or 0, nothing is left",
            reference: "unprivileged manual, \"clmulh\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                for k in 1..width {
                    let rd = g.rd(Insn::Clmulh, a, g.lit(width, 1 << k));
                    g.equal(format!("rs2 = x^{k}"), rd, bitwise::over_power_of_two(a, width - k));
                }
                g.equal("rs2 = 1", g.rd(Insn::Clmulh, a, a.lit(1)), a.lit(0));
                g.equal("rs2 = 0", g.rd(Insn::Clmulh, a, a.lit(0)), a.lit(0));
            },
        },
    ],
};

/// `X(rd) = (EXTZ(X(rs1)) clmul EXTZ(X(rs2)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).zext(2 * H::XLEN).clmul(h.x(i.rs2).zext(2 * H::XLEN));
    h.set_x(i.rd, product.hi(H::XLEN));
}
