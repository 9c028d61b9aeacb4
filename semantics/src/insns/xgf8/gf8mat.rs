//! `gf8mat`: every byte times a bit matrix (Xgf8, of this project).
use crate::prelude::*;

/// See the book, "Xgf8".
pub const SPEC: Spec = Spec {
    name: "gf8mat",
    title: "Every byte times an 8x8 bit matrix",
    extensions: &["Xgf8"],
    enc: &[
        Enc::parse(RV32, "rd rs1 rs2 rs3 26..25=1 14..12=1 6..2=0x0A 1..0=3"),
        Enc::parse(RV64, "rd rs1 rs2 31..25=1 14..12=2 6..2=0x0A 1..0=3"),
    ],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "gf8mat x5, x6, x7, x28",
            rs1: 0xca80_0100,
            rs2: 0x8fc7_e3f1,
            also: &[Given::X(28, 0xf87c_3e1f)],
            gives: Gives::X(5, 0x8e8f_1f00),
            source: "by hand: FIPS 197, 5.1.1: bit i of the S-box is the sum of bits i, i+4..i+7 (mod 8), so row 0 \
                     = 0xf1 and each row turns by 1; {ca} in rows 0 to 7 has 2, 3, 3, 3, 2, 2, 2, 3 bits",
        },
        Example {
            xlen: 64,
            asm: "gf8mat x6, x6, x7",
            rs1: 0x80c0_f013_0000_0001,
            rs2: 0x0102_0408_1020_4080,
            also: &[],
            gives: Gives::X(6, 0x0103_0fc8_0000_0080),
            source: "by hand: row i is bit 7 - i alone, so the bits of every byte turn round: 0x13 = \
                     0b00010011 to 0b11001000 = 0xc8",
        },
    ],
    claims: &[
        Claim {
            id: "gf8mat/rows",
            says: "bit i of a byte is the parity of matrix byte i and that byte",
            reference: "the book, \"Xgf8\"",
            widths: &[32, 64],
            state: |g| {
                let (a, m) = (g.reg("rs1"), matrix(g));
                let rd = times(g, a, m);
                for (k, i) in (0..g.xlen() / 8).flat_map(|k| (0..8).map(move |i| (k, i))) {
                    let (x, row) = (a.byte(k), m.byte(i));
                    let products = (0..8).map(|j| x.bit(j) & row.bit(j));
                    let sum = products.reduce(|p, q| p ^ q).expect("eight bits");
                    g.equal(format!("byte {k}, bit {i}"), rd.bit(8 * k + i).bv(), sum.bv());
                }
            },
        },
        Claim {
            id: "gf8mat/linear",
            says: "of the sum of two bytes it gives the sum, and the identity matrix gives rs1 back",
            reference: "the book, \"Xgf8\"",
            widths: &[32, 64],
            state: |g| {
                let m = matrix(g);
                let byte = |v| times(g, bitwise::extend_zero(v, g.xlen()), m).byte(0);
                let (a, b) = (g.var(8, "a"), g.var(8, "b"));
                let [of_sum, of_a, of_b] = [bitwise::differ(a, b), a, b].map(byte);
                for i in 0..8 {
                    let sum = of_a.bit(i) ^ of_b.bit(i);
                    g.equal(format!("sum, bit {i}"), of_sum.bit(i).bv(), sum.bv());
                }
                let rs1 = g.reg("rs1");
                g.equal("identity", times(g, rs1, g.lit(64, 0x8040_2010_0804_0201)), rs1);
            },
        },
    ],
};

fn matrix<'a>(g: &Goal<'a>) -> Bv<Dag<'a>> {
    g.var(64, "matrix")
}

/// The instruction on a matrix of 64 bits: in rs2, on RV32 in rs3 and rs2.
fn times<'a>(g: &Goal<'a>, a: Bv<Dag<'a>>, matrix: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    match g.xlen() {
        32 => g.run(Insn::Gf8mat, a, matrix.lo(32), With::rs3(matrix.hi(32))).rd(),
        _ => g.rd(Insn::Gf8mat, a, matrix),
    }
}

/// `matrix = xlen == 32 ? X(rs3) @ X(rs2) : X(rs2)`;
/// `X(rd).byte(k)[i] = parity(matrix.byte(i) & X(rs1).byte(k))` for every k and i
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let rs2 = h.x(i.rs2);
    let matrix = if H::XLEN == 32 { h.x(i.rs3).concat(rs2) } else { rs2 };
    let row = |x: Bv<H::D>, i: u32| gf256::parity(matrix.byte(i) & x);
    let product = |x: Bv<H::D>| Bv::join((0..8).rev().map(|i| row(x, i).bv()));
    h.set_x(i.rd, h.x(i.rs1).map_bytes(product));
}
