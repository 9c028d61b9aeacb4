//! `clmulr`: carry-less multiply (reversed) (Zbc).
use crate::prelude::*;

/// See the unprivileged manual, "clmulr".
pub const SPEC: Spec = Spec {
    name: "clmulr",
    title: "Carry-less multiply (reversed)",
    extensions: &["Zbc"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x5 14..12=2 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "clmulr x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0x302_0100,
            also: &[],
            gives: Gives::X(5, 0x199_ba88),
            source: "oracle: values_rv32_bk, clmulr",
        },
        Example {
            xlen: 64,
            asm: "clmulr x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0xffff_ffff_0000_0000,
            also: &[],
            gives: Gives::X(6, 0xcccc_cccc_0000_0000),
            source: "oracle: values_rv64_bk, clmulr",
        },
    ],
    claims: &[
        Claim {
            id: "clmulr/coefficients",
            says: "coefficients xlen-1 to 2*xlen-2 of the product of two polynomials over GF(2)",
            reference: "unprivileged manual, \"clmulr\"",
            widths: &[8, 32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let product = bitwise::multiply_polynomials(a, b);
                g.equal(
                    "rd",
                    g.rd(Insn::Clmulr, a, b),
                    product.bits(2 * g.xlen() - 2, g.xlen() - 1),
                );
            },
        },
        Claim {
            id: "clmulr/reversal",
            says: "the reversal of the low part of the product of the reversed polynomials",
            reference: "unprivileged manual, \"clmulr\"",
            widths: &[8, 32, 64],
            state: |g| {
                let (a, b) = (g.reg("rs1"), g.reg("rs2"));
                let width = g.xlen();
                let reversed = |v| bitwise::permute(v, |k| width - 1 - k);
                let product = bitwise::multiply_polynomials(reversed(a), reversed(b)).lo(width);
                g.equal("rd", g.rd(Insn::Clmulr, a, b), reversed(product));
            },
        },
        Claim {
            id: "clmulr/powers",
            says: "times x^k, the coefficients move down by xlen - 1 - k; times 0, nothing is left",
            reference: "unprivileged manual, \"clmulr\"",
            widths: &[32, 64],
            state: |g| {
                let (a, width) = (g.reg("rs1"), g.xlen());
                for k in 0..width {
                    let rd = g.rd(Insn::Clmulr, a, g.lit(width, 1 << k));
                    g.equal(
                        format!("rs2 = x^{k}"),
                        rd,
                        bitwise::over_power_of_two(a, width - 1 - k),
                    );
                }
                g.equal("rs2 = 0", g.rd(Insn::Clmulr, a, a.lit(0)), a.lit(0));
            },
        },
    ],
};

/// `X(rd) = (EXTZ(X(rs1)) clmul EXTZ(X(rs2)))[2*xlen-2..xlen-1]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).zext(2 * H::XLEN).clmul(h.x(i.rs2).zext(2 * H::XLEN));
    h.set_x(i.rd, product.bits(2 * H::XLEN - 2, H::XLEN - 1));
}
