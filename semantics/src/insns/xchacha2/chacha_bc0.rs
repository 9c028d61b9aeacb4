//! `chacha.bc0`: ChaCha quarter round, operation 2 of 4 (Xchacha2, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 2.
pub const SPEC: Spec = Spec {
    name: "chacha.bc0",
    title: "ChaCha quarter round, operation 2 of 4",
    extensions: &["Xchacha2"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x11 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.bc0 x5, x6, x7",
            rs1: 0x1213_1415_5172_1330,
            rs2: 0x102_0304_9b8d_6f43,
            also: &[],
            gives: Gives::X(5, 0xd817_7edf_ecff_8273),
            source: "RFC 8439 2.1.1: operation 2 of the quarter round, by hand",
        },
        Example {
            xlen: 64,
            asm: "chacha.bc0 x6, x6, x7",
            rs1: 0x7bc3_d2fd_c474_46a0,
            rs2: 0x2a5f_714c_5337_2767,
            also: &[],
            gives: Gives::X(6, 0x41f4_b3df_17ab_6e07),
            source: "RFC 8439 2.2.1: operation 2 of the quarter round, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.bc0/bits",
        says: "operation 2, on b and c, with a sum of single bits and a rotation bit by bit",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 2",
        widths: &[64],
        state: |g| {
            let word = |name| g.var(32, name);
            let (a, b, c, d) = (word("a"), word("b"), word("c"), word("d"));
            let sum = bitwise::add(c, d);
            let rd = g.rd(Insn::ChachaBc0, a.concat(d), b.concat(c));
            g.equal("b", rd.hi(32), chacha::rotated(b ^ sum, 12));
            g.equal("c", rd.lo(32), sum);
        },
    }],
};

/// `a @ d = X(rs1); b @ c = X(rs2); nc = c + d; nb = (nc ^ b) <<< 12; X(rd) = nb @ nc`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([_, d], [b, c]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let nc = c + d;
    let nb = (nc ^ b).rotl(12);
    h.set_x(i.rd, nb.concat(nc));
}
