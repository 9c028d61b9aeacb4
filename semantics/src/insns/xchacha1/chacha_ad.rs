//! `chacha.ad`: ChaCha quarter round, new a and d (Xchacha1, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 1.
pub const SPEC: Spec = Spec {
    name: "chacha.ad",
    title: "ChaCha quarter round, new a and d",
    extensions: &["Xchacha1"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x0 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.ad x5, x6, x7",
            rs1: 0x1111_1111_0123_4567,
            rs2: 0x102_0304_9b8d_6f43,
            also: &[],
            gives: Gives::X(5, 0xea2a_92f4_5881_c4bb),
            source: "RFC 8439 2.1.1: a and d after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.ad x6, x6, x7",
            rs1: 0x5164_61b1_3d63_1689,
            rs2: 0x2a5f_714c_5337_2767,
            also: &[],
            gives: Gives::X(6, 0xbdb8_86dc_ccc0_7c79),
            source: "RFC 8439 2.2.1: words 2 and 13 after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.ad x5, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x8800_0000_0080_0088),
            source: "RFC 8439 2.1: a alone is 80000000; d and c 8000, b and a 8000000 more, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.ad/lines",
        says: "chacha.ad0, chacha.bc0 and chacha.ad1 in turn",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variants 1 and 2",
        widths: &[64],
        state: |g| {
            let (ad, bc) = (g.reg("rs1"), g.reg("rs2"));
            let first = g.rd(Insn::ChachaAd0, ad, bc);
            let second = g.rd(Insn::ChachaBc0, first, bc);
            g.equal("rd", g.rd(Insn::ChachaAd, ad, bc), g.rd(Insn::ChachaAd1, first, second));
        },
    }],
};

/// `a @ d = X(rs1); b @ c = X(rs2); ia = a + b; id = (ia ^ d) <<< 16; ic = c + id;`
/// `ib = (ic ^ b) <<< 12; na = ia + ib; nd = (id ^ na) <<< 8; X(rd) = na @ nd`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([a, d], [b, c]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let ia = a + b;
    let id = (ia ^ d).rotl(16);
    let ic = c + id;
    let ib = (ic ^ b).rotl(12);
    let na = ia + ib;
    let nd = (id ^ na).rotl(8);
    h.set_x(i.rd, na.concat(nd));
}
