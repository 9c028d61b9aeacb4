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
            says: "at XLEN 8, for n = 1, 3, 127, 129, 171 and 255 and every T < n 2^8: T halved eight times modulo n",
            reference: "P. L. Montgomery, \"Modular Multiplication Without Trial Division\", 1985: function REDC",
            widths: &[8],
            state: |g| {
                for n in [1, 3, 127, 129, 171, 255] {
                    let modulus = g.lit(8, n);
                    let (high, low) = (below(g.reg("rs1"), modulus), g.reg("rs2"));
                    let rd = g.run(Insn::Montred, high, low, reduction(g, n)).rd();
                    g.equal(format!("n = {n}"), rd, halved(high.concat(low), modulus));
                }
            },
        },
        Claim {
            id: "montred/multiply-accumulate",
            says: "at XLEN 8, on every input: rs1 added to what macch gives for the multiple of n that clears rs2, less n where that is not below n",
            reference: "the book, \"Xmont\"",
            widths: &[8],
            state: |g| {
                let (high, low) = (g.reg("rs1"), g.reg("rs2"));
                let (n, negated_inverse) = (g.reg("n"), g.reg("inverse"));
                let csrs = vec![(csr::MONTN, n), (csr::MONTNINV, negated_inverse)];
                let rd = g.run(Insn::Montred, high, low, With { csrs, ..With::default() }).rd();
                let nothing = With::rs3(low.lit(0));
                let m = g.run(Insn::Maccl, low, negated_inverse, nothing).rd();
                let rest = g.run(Insn::Macch, m, n, With::rs3(low)).rd();
                let [rest, high, n] = [rest, high, n].map(|v| bitwise::extend_zero(v, 9));
                let sum = bitwise::add(rest, high);
                let small = bitwise::less_unsigned(sum, n);
                g.equal("rd", rd, small.select(sum, bitwise::sub(sum, n)).lo(8));
            },
        },
        Claim {
            id: "montred/one",
            says: "modulo 1 everything is 0",
            reference: "P. L. Montgomery, \"Modular Multiplication Without Trial Division\", 1985: function REDC",
            widths: &[32, 64, 128],
            state: |g| {
                let (low, one) = (g.reg("rs2"), g.lit(g.xlen(), 1));
                let csrs = vec![(csr::MONTN, one), (csr::MONTNINV, !one.lit(0))];
                let with = With { csrs, ..With::default() };
                g.equal("rd", g.run(Insn::Montred, low.lit(0), low, with).rd(), low.lit(0));
            },
        },
    ],
};

/// `v` where it is less than `n`, else 0.
fn below<'a>(v: Bv<Dag<'a>>, n: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    v.ult(n).select(v, v.lit(0))
}

/// `t / 2^8 mod n` for odd `n` and `t < n 2^8`: half of an even number, or of that and `n` together.
fn halved<'a>(t: Bv<Dag<'a>>, n: Bv<Dag<'a>>) -> Bv<Dag<'a>> {
    let (n, mut v) = (n.zext(17), t.zext(17));
    for _ in 0..8 {
        v = v.bit(0).select(v + n, v) >> 1;
    }
    v.ult(n).select(v, v - n).lo(8)
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
