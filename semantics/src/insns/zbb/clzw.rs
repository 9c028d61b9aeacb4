//! `clzw`: count leading zero bits in word (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "clzw".
pub const SPEC: Spec = Spec {
    name: "clzw",
    title: "Count leading zero bits in word",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x600 14..12=1 6..2=0x06 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "clzw x5, x6",
            rs1: 0x706_0504_0302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 6),
            source: "oracle: values_rv64_bk, clzw",
        },
        Example {
            xlen: 64,
            asm: "clzw x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x20),
            source: "oracle: values_rv64_bk, clzw",
        },
    ],
    claims: &[Claim {
        id: "clzw/halves",
        says: "found by halving: the zeros in front of the upper half, or half the width and those of the lower",
        reference: "unprivileged manual, \"clzw\"",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Clzw, a, a), bitwise::zeros_in_front(a.lo(32), g.xlen()));
        },
    }],
};

/// `X(rd) = 32 - 1 - HighestSetBit(X(rs1)[31..0])`, where the highest set bit of 0 is -1
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1).lo(32);
    let mut count = h.int(32.into());
    for bit in 0..32 {
        count = val.bit(bit).select(h.int((32 - 1 - bit).into()), count);
    }
    h.set_x(i.rd, count);
}
