//! `cpop`: count set bits (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "cpop".
pub const SPEC: Spec = Spec {
    name: "cpop",
    title: "Count set bits",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x602 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "cpop x5, x6",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 4),
            source: "oracle: values_rv32_bk, cpop",
        },
        Example {
            xlen: 64,
            asm: "cpop x6, x6",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x20),
            source: "oracle: values_rv64_bk, cpop",
        },
    ],
    claims: &[Claim {
        id: "cpop/induction",
        says: "one more bit counts one more when it is set, beginning with none",
        reference: "unprivileged manual, \"cpop\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            for k in 0..g.xlen() {
                let below = bitwise::modulo_power_of_two(a, k);
                let upto =
                    bitwise::map_bits(a, |j, bit| if j <= k { bit } else { a.lit(0).bit(0) });
                let (sum, _) = bitwise::add_carry(g.rd(Insn::Cpop, below, a), a.lit(0), a.bit(k));
                g.equal(format!("bit {k}"), g.rd(Insn::Cpop, upto, a), sum);
            }
        },
    }],
};

/// `X(rd) = X(rs1)[0] + X(rs1)[1] + ... + X(rs1)[xlen - 1]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let val = h.x(i.rs1);
    let mut bitcount = h.int(0);
    for bit in 0..H::XLEN {
        bitcount = bitcount + val.bit(bit).bv().zext(H::XLEN);
    }
    h.set_x(i.rd, bitcount);
}
