//! `brev8`: reverse bits in bytes (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "brev8".
pub const SPEC: Spec = Spec {
    name: "brev8",
    title: "Reverse bits in bytes",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x687 14..12=5 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "brev8 x5, x6",
            rs1: 0x5ad9_e61e,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x5a9b_6778),
            source: "oracle: values_rv32_bk, brev8",
        },
        Example {
            xlen: 64,
            asm: "brev8 x6, x6",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x5555_5555_5555_5555),
            source: "oracle: values_rv64_bk, brev8",
        },
    ],
    claims: &[Claim {
        id: "brev8/positions",
        says: "bit k comes from bit k ^ 7",
        reference: "unprivileged manual, \"brev8\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal("rd", g.rd(Insn::Brev8, a, a), bitwise::permute(a, |k| k ^ 7));
        },
    }],
};

/// `X(rd).byte(k) = X(rs1).byte(k)[0] @ X(rs1).byte(k)[1] @ ... @ X(rs1).byte(k)[7]` for every k
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let reversed = h.x(i.rs1).map_bytes(|b| Bv::join((0..8).map(|k| b.bits(k, k))));
    h.set_x(i.rd, reversed);
}
