//! `chacha.bc1`: ChaCha quarter round, operation 4 of 4 (Xchacha2, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 2.
pub const SPEC: Spec = Spec {
    name: "chacha.bc1",
    title: "ChaCha quarter round, operation 4 of 4",
    extensions: &["Xchacha2"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x13 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.bc1 x5, x6, x7",
            rs1: 0xea2a_92f4_5881_c4bb,
            rs2: 0xd817_7edf_ecff_8273,
            also: &[],
            gives: Gives::X(5, 0xcb1c_f8ce_4581_472e),
            source: "RFC 8439 2.1.1: b and c after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.bc1 x6, x6, x7",
            rs1: 0xbdb8_86dc_ccc0_7c79,
            rs2: 0x41f4_b3df_17ab_6e07,
            also: &[],
            gives: Gives::X(6, 0xcfac_afd2_e46b_ea80),
            source: "RFC 8439 2.2.1: words 7 and 8 after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.bc1 x5, x6, x7",
            rs1: 0x123_4567,
            rs2: 0x102_0304_7777_7777,
            also: &[],
            gives: Gives::X(5, 0xcc5f_ed3c_789a_bcde),
            source: "RFC 8439 2.1: the example of one operation",
        },
    ],
    claims: &[Claim {
        id: "chacha.bc1/bits",
        says: "operation 4, on b and c, with a sum of single bits and a rotation bit by bit",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 2",
        widths: &[64],
        state: |g| {
            let word = |name| g.var(32, name);
            let (a, b, c, d) = (word("a"), word("b"), word("c"), word("d"));
            let sum = bitwise::add(c, d);
            let rd = g.rd(Insn::ChachaBc1, a.concat(d), b.concat(c));
            g.equal("b", rd.hi(32), chacha::rotated(b ^ sum, 7));
            g.equal("c", rd.lo(32), sum);
        },
    }],
};

/// `a @ d = X(rs1); b @ c = X(rs2); nc = c + d; nb = (nc ^ b) <<< 7; X(rd) = nb @ nc`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([_, d], [b, c]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let nc = c + d;
    let nb = (nc ^ b).rotl(7);
    h.set_x(i.rd, nb.concat(nc));
}
