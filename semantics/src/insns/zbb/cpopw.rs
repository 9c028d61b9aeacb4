//! `cpopw`: count set bits in word (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "cpopw".
pub const SPEC: Spec = Spec {
    name: "cpopw",
    title: "Count set bits in word",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV64, "rd rs1 31..20=0x602 14..12=1 6..2=0x06 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 64,
            asm: "cpopw x5, x6",
            rs1: 0xffff_ffff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x20),
            source: "oracle: values_rv64_bk, cpopw",
        },
        Example {
            xlen: 64,
            asm: "cpopw x6, x6",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xa),
            source: "oracle: values_rv64_bk, cpopw",
        },
    ],
    claims: &[Claim {
        id: "cpopw/induction",
        says: "one more bit counts one more when it is set, beginning with none; the upper half does not count",
        reference: "unprivileged manual, \"cpopw\"",
        widths: &[64],
        state: |g| {
            let a = g.reg("rs1");
            for k in 0..32 {
                let below = bitwise::modulo_power_of_two(a, k);
                let upto =
                    bitwise::map_bits(a, |j, bit| if j <= k { bit } else { a.lit(0).bit(0) });
                let (sum, _) = bitwise::add_carry(g.rd(Insn::Cpopw, below, a), a.lit(0), a.bit(k));
                g.equal(format!("bit {k}"), g.rd(Insn::Cpopw, upto, a), sum);
            }
            let low = bitwise::modulo_power_of_two(a, 32);
            g.equal("upper half", g.rd(Insn::Cpopw, a, a), g.rd(Insn::Cpopw, low, a));
        },
    }],
};

/// `X(rd) = X(rs1)[0] + X(rs1)[1] + ... + X(rs1)[32 - 1]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1).lo(32);
    let mut bitcount = h.int(0);
    for bit in 0..32 {
        bitcount = bitcount + val.bit(bit).bv().zext(H::XLEN);
    }
    h.set_x(i.rd, bitcount);
}
