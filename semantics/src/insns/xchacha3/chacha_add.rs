//! `chacha.add`: sums of two words (Xchacha3, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 3.
pub const SPEC: Spec = Spec {
    name: "chacha.add",
    title: "ChaCha additions of two quarter rounds",
    extensions: &["Xchacha3"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x18 14..12=7 6..0=0x0b").within(Insn::ChachaXor)],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.add x5, x6, x7",
            rs1: 0x5164_61b1_1111_1111,
            rs2: 0x2a5f_714c_0102_0304,
            also: &[],
            gives: Gives::X(5, 0x7bc3_d2fd_1213_1415),
            source: "RFC 8439 2.1.1 and 2.2.1: a + b of both quarter rounds, by hand",
        },
        Example {
            xlen: 64,
            asm: "chacha.add x6, x6, x7",
            rs1: 0x8000_0000_ffff_ffff,
            rs2: 0x8000_0000_0000_0002,
            also: &[],
            gives: Gives::X(6, 1),
            source: "RFC 8439 2.1: sums modulo 2^32, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.add/lanes",
        says: "two sums of single bits; no carry leaves the low word",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 3",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let rd = g.rd(Insn::ChachaAdd, a, b);
            g.equal("low word", rd.lo(32), bitwise::add(a.lo(32), b.lo(32)));
            g.equal("high word", rd.hi(32), bitwise::add(a.hi(32), b.hi(32)));
        },
    }],
};

/// `X(rd) = (X(rs1)[63..32] + X(rs2)[63..32]) @ (X(rs1)[31..0] + X(rs2)[31..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([a1, a0], [b1, b0]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    h.set_x(i.rd, (a1 + b1).concat(a0 + b0));
}
