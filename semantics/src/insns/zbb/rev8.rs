//! `rev8`: byte-reverse register (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "rev8".
pub const SPEC: Spec = Spec {
    name: "rev8",
    title: "Byte-reverse register",
    extensions: &["Zbb", "Zbkb"],
    enc: &[
        Enc::parse(RV32, "rd rs1 31..20=0x698 14..12=5 6..2=0x04 1..0=3"),
        Enc::parse(RV64, "rd rs1 31..20=0x6b8 14..12=5 6..2=0x04 1..0=3"),
    ],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "rev8 x5, x6",
            rs1: 0xff,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xff00_0000),
            source: "oracle: values_rv32_bk, rev8",
        },
        Example {
            xlen: 64,
            asm: "rev8 x6, x6",
            rs1: 0xbf72_d089_11ba_a701,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x1a7_ba11_89d0_72bf),
            source: "oracle: values_rv64_bk, rev8",
        },
    ],
    claims: &[Claim {
        id: "rev8/positions",
        says: "bit j of byte k comes from bit j of byte xlen/8 - 1 - k",
        reference: "unprivileged manual, \"rev8\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            let width = g.xlen();
            g.equal(
                "rd",
                g.rd(Insn::Rev8, a, a),
                bitwise::permute(a, |k| width - 8 - k / 8 * 8 + k % 8),
            );
        },
    }],
};

/// `X(rd) = X(rs1).byte(0) @ X(rs1).byte(1) @ ...`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1).reverse_bytes());
}
