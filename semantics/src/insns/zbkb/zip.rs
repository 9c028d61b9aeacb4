//! `zip`: bit interleave (Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "zip".
pub const SPEC: Spec = Spec {
    name: "zip",
    title: "Bit interleave",
    extensions: &["Zbkb"],
    enc: &[Enc::parse(RV32, "rd rs1 31..20=0x08f 14..12=1 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "zip x5, x6",
            rs1: 0x5555_5555,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x3333_3333),
            source: "oracle: values_rv32_bk, zip",
        },
        Example {
            xlen: 32,
            asm: "zip x6, x6",
            rs1: 0xcafe_f00d,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xf588_aaf9),
            source: "oracle: values_rv32_bk, zip",
        },
    ],
    claims: &[
        Claim {
            id: "zip/positions",
            says: "bit k comes from bit k >>> 1, a rotation of the five bits of the number k",
            reference: "unprivileged manual, \"zip\"",
            widths: &[32],
            state: |g| {
                let a = g.reg("rs1");
                g.equal(
                    "rd",
                    g.rd(Insn::Zip, a, a),
                    bitwise::permute(a, |k| k >> 1 | (k & 1) << 4),
                );
            },
        },
        Claim {
            id: "zip/undoes-unzip",
            says: "gives back the operand of unzip",
            reference: "unprivileged manual, \"zip\"",
            widths: &[32],
            state: |g| {
                let a = g.reg("rs1");
                let apart = g.rd(Insn::Unzip, a, a);
                g.equal("rd", g.rd(Insn::Zip, apart, apart), a);
            },
        },
    ],
};

/// `X(rd)[2*k] = X(rs1)[k]; X(rd)[2*k+1] = X(rs1)[k+16]` for k = 0 to 15
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let x = h.x(i.rs1);
    let mut zipped = x.lit(0);
    for k in 0..16 {
        let pair = x.bits(k + 16, k + 16).concat(x.bits(k, k));
        zipped = zipped | pair.zext(H::XLEN) << (2 * k);
    }
    h.set_x(i.rd, zipped);
}
