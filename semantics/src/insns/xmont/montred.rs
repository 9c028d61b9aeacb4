//! `montred`: Montgomery reduction (Xmont, of this project).
//!
//! The contract: with the modulus `n` odd, `montninv` = -1/n mod 2^XLEN and rs1 < n, the result is
//! T / 2^XLEN mod n of T = rs1 @ rs2, and less than n. What it is otherwise is unspecified for
//! software and hardware; the definition below says something definite all the same.
use crate::prelude::*;

/// See the book, "Xmont".
pub const SPEC: Spec = Spec {
    name: "montred",
    title: "Montgomery reduction",
    extensions: &["Xmont"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0 14..12=2 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "montred x5, x6, x7",
            rs1: 0x1,
            rs2: 0x5,
            also: &[Given::Csr(csr::MONTN, 3), Given::Csr(csr::MONTNINV, 0x5555_5555)],
            gives: Gives::X(5, 0),
            source: "by hand: 3 0x55555555 = 2^32 - 1; m = 5 0x55555555 mod 2^32 = 0xaaaaaaa9; \
                     T + 3 m = 0x1_00000005 + 0x1_fffffffb = 3 2^32; 3 - 3 = 0",
        },
        Example {
            xlen: 32,
            asm: "montred x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0x8000_0001,
            also: &[Given::Csr(csr::MONTN, 0xffff_ffff), Given::Csr(csr::MONTNINV, 1)],
            gives: Gives::X(5, 2),
            source: "by hand: n = 2^32 - 1, so m = rs2 and T + m n = (rs1 + rs2) 2^32; \
                     rs1 + rs2 = 2^32 + 1 has 33 bits; less n it is 2",
        },
        Example {
            xlen: 64,
            asm: "montred x6, x6, x7",
            rs1: 0xffff_ffff_ffff_fffe,
            rs2: 0xffff_ffff_ffff_ffff,
            also: &[Given::Csr(csr::MONTN, 0xffff_ffff_ffff_ffff), Given::Csr(csr::MONTNINV, 1)],
            gives: Gives::X(6, 0xffff_ffff_ffff_fffe),
            source: "by hand: n = 2^64 - 1, so T + m n = (rs1 + rs2) 2^64; \
                     rs1 + rs2 - n = (n - 1) + n - n = n - 1",
        },
        Example {
            xlen: 128,
            asm: "montred x5, x6, x7",
            rs1: 0,
            rs2: 1,
            also: &[
                Given::Csr(csr::MONTN, 0x8000_0000_0000_0000_0000_0000_0000_0001),
                Given::Csr(csr::MONTNINV, 0x7fff_ffff_ffff_ffff_ffff_ffff_ffff_ffff),
            ],
            gives: Gives::X(5, 0x4000_0000_0000_0000_0000_0000_0000_0000),
            source: "by hand: n = 2^127 + 1 and n (2^127 - 1) = 2^254 - 1, so -1/n = 2^127 - 1 = m; \
                     T + m n = 1 + 2^254 - 1 = 2^126 2^128",
        },
    ],
    claims: &[
        Claim {
            id: "montred/reduces",
            says: "at XLEN 8, for every odd n and every T < n 2^8: the result times 2^8 leaves the remainder of T, and it is less than n",
            reference: "P. L. Montgomery, \"Modular Multiplication Without Trial Division\", 1985: function REDC",
            widths: &[8],
            state: |g| {
                for n in (1..256).step_by(2) {
                    let modulus = g.lit(8, n);
                    let high = below(g.reg("rs1"), modulus);
                    let low = g.reg("rs2");
                    let rd = g.run(Insn::Montred, high, low, reduction(g, n)).rd();
                    let remainder = |v| bitwise::divide(v, bitwise::extend_zero(modulus, 16)).1;
                    let (scaled, t) = (rd.concat(rd.lit(0)), high.concat(low));
                    g.equal(format!("n = {n}, remainder"), remainder(scaled), remainder(t));
                    g.holds(format!("n = {n}, size"), bitwise::less_unsigned(rd, modulus));
                }
            },
        },
        Claim {
            id: "montred/all-ones",
            says: "for n = 2^XLEN - 1, which T / 2^XLEN folds on itself, rs1 + rs2 mod n; where that is n, 0",
            reference: "P. L. Montgomery, \"Modular Multiplication Without Trial Division\", 1985: function REDC",
            widths: &[32, 64],
            state: |g| {
                let (high, low, width) = (g.reg("rs1"), g.reg("rs2"), g.xlen());
                let n = !high.lit(0);
                g.assume(bitwise::less_unsigned(high, n));
                let csrs = vec![(csr::MONTN, n), (csr::MONTNINV, n.lit(1))];
                let rd = g.run(Insn::Montred, high, low, With { csrs, ..With::default() }).rd();
                let (sum, carry) = bitwise::add_carry(high, low, high.lit(0).bit(0));
                // A carry is worth 2^XLEN = n + 1, so it comes back as 1.
                let folded = bitwise::add(sum, bitwise::number(carry, width));
                g.equal("rd", rd, bitwise::same(folded, n).select(n.lit(0), folded));
            },
        },
    ],
};

/// `v` where it is less than `n`, else 0.
fn below<'a>(v: Bv<Dag<'a>>, n: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    bitwise::less_unsigned(v, n).select(v, v.lit(0))
}

/// The modulus `n` and -1/n mod 2^8, found by trying.
fn reduction<'a>(g: &Goal<'a>, n: u128) -> With<'a> {
    let inverse = (0..256).find(|k| k * n % 256 == 255).expect("n is odd");
    let csrs = vec![(csr::MONTN, g.lit(8, n)), (csr::MONTNINV, g.lit(8, inverse))];
    With { csrs, ..With::default() }
}

/// `t = X(rs1) @ X(rs2); m = t[xlen-1..0] * montninv`;
/// `u = (EXTZ(t) + EXTZ(m) * EXTZ(montn))[2*xlen..xlen]`, in `2*xlen+1` bits;
/// `X(rd) = (u < EXTZ(montn) ? u : u - EXTZ(montn))[xlen-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (n, negated_inverse) = (h.csr(csr::MONTN), h.csr(csr::MONTNINV));
    let wide = |v: Bv<H::D>| v.zext(2 * H::XLEN + 1);
    let t = h.x(i.rs1).concat(h.x(i.rs2));
    let m = h.x(i.rs2) * negated_inverse;
    let u = (wide(t) + wide(m) * wide(n)).hi(H::XLEN + 1);
    let n = n.zext(H::XLEN + 1);
    h.set_x(i.rd, u.ult(n).select(u, u - n).lo(H::XLEN));
}
