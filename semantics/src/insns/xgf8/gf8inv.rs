//! `gf8inv`: inverse of every byte in the AES field (Xgf8, of this project).
use crate::prelude::*;

/// See the book, "Xgf8".
pub const SPEC: Spec = Spec {
    name: "gf8inv",
    title: "Inverse of every byte in the AES field",
    extensions: &["Xgf8"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..25=2 24..20=0 14..12=2 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "gf8inv x5, x6",
            rs1: 0x5302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xca8d_0100),
            source: "by hand: {02}{8d} = {11a} = {11b} + {01}; {01}{01} = {01}; 0 gives 0; {53} gives {ca}, \
                     for S({53}) = {ed} (FIPS 197, 5.1.1), {ed} + {63} = {8e} and the map takes {ca} to {8e}",
        },
        Example {
            xlen: 64,
            asm: "gf8inv x6, x6",
            rs1: 0xcbf6_8d04_0302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x0403_02cb_f68d_0100),
            source: "by hand: {02}{8d} = {11a}; {03}{f6} = {1ec} + {f6} = {11a}; {04}{cb} = {32c} = \
                     2 {11b} + {11a}; and {11a} = {11b} + {01}",
        },
    ],
    claims: &[
        Claim {
            id: "gf8inv/product",
            says: "every byte times its inverse is 1, modulo x^8 + x^4 + x^3 + x + 1; 0 gives 0",
            reference: "FIPS 197 (2023), section 4.4",
            widths: &[32, 64],
            state: |g| {
                for k in 0..g.xlen() / 8 {
                    let x = g.var(8, "x");
                    let rs1 = bitwise::times_power_of_two(bitwise::extend_zero(x, g.xlen()), 8 * k);
                    let inverse = g.rd(Insn::Gf8inv, rs1, rs1).byte(k);
                    let product =
                        bitwise::remainder(bitwise::multiply_polynomials(x, inverse), 8, 0x1b);
                    let one_or_zero = bitwise::number(bitwise::any(x), 8);
                    g.equal(format!("byte {k}, product"), product, one_or_zero);
                    g.equal(
                        format!("byte {k}, 0"),
                        bitwise::any(inverse).bv(),
                        bitwise::any(x).bv(),
                    );
                }
            },
        },
        Claim {
            id: "gf8inv/lanes",
            says: "no byte depends on another one, and the inverse of the inverse is the byte",
            reference: "the book, \"Xgf8\"",
            widths: &[32, 64],
            state: |g| {
                let a = g.reg("rs1");
                let once = g.rd(Insn::Gf8inv, a, a);
                for k in 0..g.xlen() / 8 {
                    let alone = bitwise::extend_zero(a.byte(k), g.xlen());
                    g.equal(
                        format!("byte {k}"),
                        once.byte(k),
                        g.rd(Insn::Gf8inv, alone, a).byte(0),
                    );
                }
                let x = g.var(8, "x");
                let alone = bitwise::extend_zero(x, g.xlen());
                let inverse = g.rd(Insn::Gf8inv, alone, a);
                g.equal("twice", g.rd(Insn::Gf8inv, inverse, a), alone);
            },
        },
    ],
};

/// `X(rd).byte(k) = X(rs1).byte(k) == 0 ? 0 : 1 / X(rs1).byte(k)` in GF(2^8), for every k
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).map_bytes(|x| x.lookup(&gf256::INVERSE)));
}
