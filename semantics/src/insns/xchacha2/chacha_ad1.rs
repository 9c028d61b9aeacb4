//! `chacha.ad1`: ChaCha quarter round, operation 3 of 4 (Xchacha2, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 2.
pub const SPEC: Spec = Spec {
    name: "chacha.ad1",
    title: "ChaCha quarter round, operation 3 of 4",
    extensions: &["Xchacha2"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x12 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.ad1 x5, x6, x7",
            rs1: 0x1213_1415_5172_1330,
            rs2: 0xd817_7edf_ecff_8273,
            also: &[],
            gives: Gives::X(5, 0xea2a_92f4_5881_c4bb),
            source: "RFC 8439 2.1.1: a and d after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.ad1 x6, x6, x7",
            rs1: 0x7bc3_d2fd_c474_46a0,
            rs2: 0x41f4_b3df_17ab_6e07,
            also: &[],
            gives: Gives::X(6, 0xbdb8_86dc_ccc0_7c79),
            source: "RFC 8439 2.2.1: words 2 and 13 after the quarter round",
        },
    ],
    claims: &[Claim {
        id: "chacha.ad1/bits",
        says: "operation 3, on a and d, with a sum of single bits and a rotation bit by bit",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 2",
        widths: &[64],
        state: |g| {
            let word = |name| g.var(32, name);
            let (a, b, c, d) = (word("a"), word("b"), word("c"), word("d"));
            let sum = bitwise::add(a, b);
            let rd = g.rd(Insn::ChachaAd1, a.concat(d), b.concat(c));
            g.equal("a", rd.hi(32), sum);
            g.equal("d", rd.lo(32), chacha::rotated(d ^ sum, 8));
        },
    }],
};

/// `a @ d = X(rs1); b @ c = X(rs2); na = a + b; nd = (na ^ d) <<< 8; X(rd) = na @ nd`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([a, d], [b, _]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let na = a + b;
    let nd = (na ^ d).rotl(8);
    h.set_x(i.rd, na.concat(nd));
}
