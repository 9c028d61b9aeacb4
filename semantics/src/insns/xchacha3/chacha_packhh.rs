//! `chacha.packhh`: the high word of rs2 before the high word of rs1 (Xchacha3, RV64).
use crate::prelude::*;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021,
/// where it is called rv64.packhh.
pub const SPEC: Spec = Spec {
    name: "chacha.packhh",
    title: "Pack the high word of rs2 and the high word of rs1",
    extensions: &["Xchacha3"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x5 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.packhh x5, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0xffee_ddcc_bbaa_9988,
            also: &[],
            gives: Gives::X(5, 0xffee_ddcc_8877_6655),
            source: "ASAP 2021, variant 3, packhh: the high word of rs2 before the high word of rs1",
        },
        Example {
            xlen: 64,
            asm: "chacha.packhh x6, x6, x7",
            rs1: 0x123_4567_89ab_cdef,
            rs2: 0x8000_0000_0000_0001,
            also: &[],
            gives: Gives::X(6, 0x8000_0000_0123_4567),
            source: "ASAP 2021, variant 3, packhh, by hand",
        },
    ],
    claims: &[Claim {
        id: "chacha.packhh/positions",
        says: "bit k is bit 32 + k of rs1 for k below 32, and bit k of rs2 above",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let from = |k: u32, _| if k < 32 { a.bit(k + 32) } else { b.bit(k) };
            g.equal("rd", g.rd(Insn::ChachaPackhh, a, b), bitwise::map_bits(a, from));
        },
    }],
};

/// `X(rd) = X(rs2)[63..32] @ X(rs1)[63..32]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs2).hi(32).concat(h.x(i.rs1).hi(32)));
}
