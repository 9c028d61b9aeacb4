//! `chacha.packhl`: the high word of rs2 before the low word of rs1 (Xchacha3, RV64).
use crate::prelude::*;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021,
/// where it is called rv64.packhl.
pub const SPEC: Spec = Spec {
    name: "chacha.packhl",
    title: "Pack the high word of rs2 and the low word of rs1",
    extensions: &["Xchacha3"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x6 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.packhl x5, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0xffee_ddcc_bbaa_9988,
            also: &[],
            gives: Gives::X(5, 0xffee_ddcc_4433_2211),
            source: "ASAP 2021, variant 3, packhl: the high word of rs2 before the low word of rs1",
        },
        Example {
            xlen: 64,
            asm: "chacha.packhl x6, x6, x7",
            rs1: 0x123_4567_89ab_cdef,
            rs2: 0x8000_0000_0000_0001,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_89ab_cdef),
            source: "ASAP 2021, variant 3, packhl, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.packhl/positions",
        says: "bit k is bit k of rs1 for k below 32, and bit k of rs2 above",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let from = |k: u32, _| if k < 32 { a.bit(k) } else { b.bit(k) };
            g.equal("rd", g.rd(Insn::ChachaPackhl, a, b), bitwise::map_bits(a, from));
        },
    }],
};

/// `X(rd) = X(rs2)[63..32] @ X(rs1)[31..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2).hi(32).concat(h.x(i.rs1).lo(32)));
}
