//! `chacha.bc`: ChaCha quarter round, new b and c (Xchacha1, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 1.
pub const SPEC: Spec = Spec {
    name: "chacha.bc",
    title: "ChaCha quarter round, new b and c",
    extensions: &["Xchacha1"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x1 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.bc x5, x6, x7",
            rs1: 0xea2a_92f4_5881_c4bb,
            rs2: 0x102_0304_9b8d_6f43,
            also: &[],
            gives: Gives::X(5, 0xcb1c_f8ce_4581_472e),
            source: "RFC 8439 2.1.1: b and c after the quarter round",
        },
        Example {
            xlen: 64,
            asm: "chacha.bc x6, x6, x7",
            rs1: 0xbdb8_86dc_ccc0_7c79,
            rs2: 0x2a5f_714c_5337_2767,
            also: &[],
            gives: Gives::X(6, 0xcfac_afd2_e46b_ea80),
            source: "RFC 8439 2.2.1: words 7 and 8 after the quarter round",
        },
    ],
    claims: &[Claim {
        id: "chacha.bc/lines",
        says: "after chacha.ad1 on the result of chacha.bc0, that bc0 again and chacha.bc1: the word d before \
               ad1 is found from a and d after it",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variants 1 and 2",
        widths: &[64],
        state: |g| {
            let (before, bc) = (g.reg("before"), g.reg("rs2"));
            let second = g.rd(Insn::ChachaBc0, before, bc);
            let ad = g.rd(Insn::ChachaAd1, before, second);
            g.equal("rd", g.rd(Insn::ChachaBc, ad, bc), g.rd(Insn::ChachaBc1, ad, second));
        },
    }],
};

/// `na @ nd = X(rs1); b @ c = X(rs2); id = (nd <<< 24) ^ na; ic = c + id;`
/// `ib = (ic ^ b) <<< 12; nc = ic + nd; nb = (ib ^ nc) <<< 7; X(rd) = nb @ nc`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let ([na, nd], [b, c]) = (words(h.x(i.rs1)), words(h.x(i.rs2)));
    let id = nd.rotl(24) ^ na;
    let ic = c + id;
    let ib = (ic ^ b).rotl(12);
    let nc = ic + nd;
    let nb = (ib ^ nc).rotl(7);
    h.set_x(i.rd, nb.concat(nc));
}
