//! `ctz`: count trailing zero bits (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "ctz".
pub const SPEC: Spec = Spec {
    name: "ctz",
    title: "Count trailing zero bits",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x601 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "ctz x5, x6",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 8),
            source: "oracle: values_rv32_bk, ctz",
        },
        Example {
            xlen: 64,
            asm: "ctz x6, x6",
            rs1: 0xffff_ffff_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x20),
            source: "oracle: values_rv64_bk, ctz",
        },
    ],
    claims: &[Claim {
        id: "ctz/halves",
        says: "the leading zeros of the reversed bits, found by halving",
        reference: "unprivileged manual, \"ctz\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let reversed = bitwise::permute(a, |k| g.xlen() - 1 - k);
            g.equal("rd", g.rd(Insn::Ctz, a, a), bitwise::zeros_in_front(reversed, g.xlen()));
        },
    }],
};

/// `X(rd) = LowestSetBit(X(rs1))`, where the lowest set bit of 0 is xlen
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1);
    let mut count = h.int(H::XLEN.into());
    for bit in (0..H::XLEN).rev() {
        count = val.bit(bit).select(h.int(bit.into()), count);
    }
    h.set_x(i.rd, count);
}
