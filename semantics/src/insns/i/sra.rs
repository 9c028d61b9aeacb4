//! `sra`: shift right arithmetic.
use crate::prelude::*;

/// See the unprivileged manual, "Integer Register-Register Operations".
pub const SPEC: Spec = Spec {
    name: "sra",
    title: "Shift right arithmetic",
    extensions: &["I"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=0x20 14..12=5 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "sra x5, x6, x7",
            rs1: 0xcafe_f00d,
            rs2: 1,
            also: &[],
            gives: Gives::X(5, 0xe57f_7806),
            source: "oracle: values_rv32, sra",
        },
        Example {
            xlen: 64,
            asm: "sra x6, x6, x7",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0x4000_0000_0000_0004,
            also: &[],
            gives: Gives::X(6, 0xf800_0000_0000_0000),
            source: "unprivileged manual, 4.2.2: the amount is the low six bits of rs2",
        },
    ],
    claims: &[Claim {
        id: "sra/barrel",
        says: "the result is that of a barrel shifter: higher bits of the amount do not count",
        reference: "unprivileged manual, \"Integer Register-Register Operations\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal(
                "rd",
                g.rd(Insn::Sra, a, b),
                bitwise::shift(bitwise::Shift::RightArithmetic, a, b),
            );
        },
    }],
};

/// `X(rd) = X(rs1) >>s X(rs2)[log2(xlen)-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let by = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1).sra(by));
}
