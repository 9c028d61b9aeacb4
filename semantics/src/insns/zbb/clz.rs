//! `clz`: count leading zero bits (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "clz".
pub const SPEC: Spec = Spec {
    name: "clz",
    title: "Count leading zero bits",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x600 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "clz x5, x6",
            rs1: 0xff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x18),
            source: "oracle: values_rv32_bk, clz",
        },
        Example {
            xlen: 64,
            asm: "clz x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0),
            source: "oracle: values_rv64_bk, clz",
        },
    ],
    claims: &[Claim {
        id: "clz/halves",
        says: "found by halving: the zeros in front of the upper half, or half the width and those of the lower",
        reference: "unprivileged manual, \"clz\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Clz, a, a), bitwise::zeros_in_front(a, g.xlen()));
        },
    }],
};

/// `X(rd) = xlen - 1 - HighestSetBit(X(rs1))`, where the highest set bit of 0 is -1
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1);
    let mut count = h.int(H::XLEN.into());
    for bit in 0..H::XLEN {
        count = val.bit(bit).select(h.int((H::XLEN - 1 - bit).into()), count);
    }
    h.set_x(i.rd, count);
}
