//! `unzip`: bit deinterleave (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "unzip".
pub const SPEC: Spec = Spec {
    name: "unzip",
    title: "Bit deinterleave",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV32, "rd rs1 31..20=0x08f 14..12=5 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "unzip x5, x6",
            rs1: 0x4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x550_a505),
            source: "oracle: values_rv32_bk, unzip",
        },
        Example {
            xlen: 32,
            asm: "unzip x6, x6",
            rs1: 0x89ab_cdef,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xafaf_11bb),
            source: "oracle: values_rv32_bk, unzip",
        },
    ],
    claims: &[Claim {
        id: "unzip/positions",
        says: "bit k comes from bit k <<< 1, a rotation of the five bits of the number k",
        reference: "unprivileged manual, \"unzip\"",
        widths: &[32],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Unzip, a, a), bitwise::permute(a, |k| (k & 15) << 1 | k >> 4));
        },
    }],
};

/// `X(rd)[k] = X(rs1)[2*k]; X(rd)[k+16] = X(rs1)[2*k+1]` for k = 0 to 15
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs1);
    let every_other =
        |from: u32| Bv::join((0..16).rev().map(|k| x.bits(2 * k + from, 2 * k + from)));
    h.set_x(i.rd, every_other(1).concat(every_other(0)));
}
