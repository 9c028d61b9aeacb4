//! `ctzw`: count trailing zero bits in word (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "ctzw".
pub const SPEC: Spec = Spec {
    name: "ctzw",
    title: "Count trailing zero bits in word",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x601 14..12=1 6..2=0x06 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "ctzw x5, x6",
            rs1: 0x706_0504_0302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 8),
            source: "oracle: values_rv64_bk, ctzw",
        },
        Example {
            xlen: 64,
            asm: "ctzw x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x20),
            source: "oracle: values_rv64_bk, ctzw",
        },
    ],
    claims: &[Claim {
        id: "ctzw/halves",
        says: "the leading zeros of the reversed bits, found by halving",
        reference: "unprivileged manual, \"ctzw\"",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            let reversed = bitwise::permute(a.lo(32), |k| 32 - 1 - k);
            g.equal("rd", g.rd(Insn::Ctzw, a, a), bitwise::zeros_in_front(reversed, g.xlen()));
        },
    }],
};

/// `X(rd) = LowestSetBit(X(rs1)[31..0])`, where the lowest set bit of 0 is 32
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1).lo(32);
    let mut count = h.int(32.into());
    for bit in (0..32).rev() {
        count = val.bit(bit).select(h.int(bit.into()), count);
    }
    h.set_x(i.rd, count);
}
