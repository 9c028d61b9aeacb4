//! `bext`: single-bit extract (register) (Zbs).
use crate::prelude::*;

/// See the unprivileged manual, "bext".
pub const SPEC: Spec = Spec {
    name: "bext",
    title: "Single-bit extract (register)",
    extensions: &["Zbs"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x24 14..12=5 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "bext x5, x6, x7",
            rs1: 0x302_0100,
            rs2: 0xff,
            also: &[],
            gives: Gives::X(5, 0),
            source: "oracle: values_rv32_bk, bext",
        },
        Example {
            xlen: 64,
            asm: "bext x6, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0x5555_5555_5555_5555,
            also: &[],
            gives: Gives::X(6, 1),
            source: "oracle: values_rv64_bk, bext",
        },
    ],
    claims: &[Claim {
        id: "bext/positions",
        says: "bit 0 is the bit of rs1 at the index, every other one is 0",
        reference: "unprivileged manual, \"bext\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let index = b.lo(g.xlen().ilog2());
            g.equal(
                "rd",
                g.rd(Insn::Bext, a, b),
                bitwise::extend_zero(bitwise::part(a, 1, index), g.xlen()),
            );
        },
    }],
};

/// `index = X(rs2) & (xlen - 1); X(rd) = (X(rs1) >> index) & 1`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let index = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1) >> index & h.int(1));
}
