//! `chacha.ad0`: ChaCha quarter round, operation 1 of 4 (Xchacha2, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 2.
pub const SPEC: Spec = Spec {
    name: "chacha.ad0",
    title: "ChaCha quarter round, operation 1 of 4",
    extensions: &["Xchacha2"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x10 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.ad0 x5, x6, x7",
            rs1: 0x1111_1111_0123_4567,
            rs2: 0x102_0304_9b8d_6f43,
            also: &[],
            gives: Gives::X(5, 0x1213_1415_5172_1330),
            source: "RFC 8439 2.1.1: operation 1 of the quarter round, by hand",
        },
        Example {
            xlen: 64,
            asm: "chacha.ad0 x6, x6, x7",
            rs1: 0x5164_61b1_3d63_1689,
            rs2: 0x2a5f_714c_5337_2767,
            also: &[],
            gives: Gives::X(6, 0x7bc3_d2fd_c474_46a0),
            source: "RFC 8439 2.2.1: operation 1 of the quarter round, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.ad0/bits",
        says: "operation 1, on a and d, with a sum of single bits and a rotation bit by bit",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 2",
        widths: &[64],
        state: |g| {
            let word = |name| g.var(32, name);
            let (a, b, c, d) = (word("a"), word("b"), word("c"), word("d"));
            let sum = bitwise::add(a, b);
            let rd = g.rd(Insn::ChachaAd0, a.concat(d), b.concat(c));
            g.equal("a", rd.hi(32), sum);
            g.equal("d", rd.lo(32), chacha::rotated(d ^ sum, 16));
        },
    }],
};

/// `a @ d = X(rs1); b @ c = X(rs2); na = a + b; nd = (na ^ d) <<< 16; X(rd) = na @ nd`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([a, d], [b, _]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let na = a + b;
    let nd = (na ^ d).rotl(16);
    h.set_x(i.rd, na.concat(nd));
}
