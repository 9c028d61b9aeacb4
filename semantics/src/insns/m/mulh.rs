//! `mulh`: high half of the signed product (M, Zmmul).
use crate::prelude::*;

/// See the unprivileged manual, "Multiplication Operations".
pub const SPEC: Spec = Spec {
    name: "mulh",
    title: "Multiply high signed",
    extensions: &["M", "Zmmul"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 31..25=1 14..12=1 6..2=0x0C 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "mulh x5, x6, x7",
            rs1: 0x8000_0000,
            rs2: 0x8000_0000,
            gives: Gives::X(5, 0x4000_0000),
            source: "unprivileged manual, 12.1: (-2^31)^2 = 2^62",
        },
        Example {
            xlen: 128,
            asm: "mulh x6, x6, x7",
            rs1: 1 << 127,
            rs2: 1 << 127,
            gives: Gives::X(6, 1 << 126),
            source: "unprivileged manual, 12.1: (-2^127)^2 = 2^254",
        },
    ],
    claims: &[Claim {
        id: "mulh/shift-and-add",
        says: "at XLEN 8, the high half of the product of the magnitudes, with the sign put back",
        reference: "unprivileged manual, \"Multiplication Operations\"",
        widths: &[8],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let product = bitwise::multiply(bitwise::magnitude(a), bitwise::magnitude(b));
            let negative = a.bit(7) ^ b.bit(7);
            let signed = negative.select(bitwise::negate(product), product);
            g.equal("rd", g.rd(Insn::Mulh, a, b), signed.hi(8));
        },
    }],
};

/// `X(rd) = (EXTS(X(rs1)) * EXTS(X(rs2)))[2*xlen-1..xlen]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let product = h.x(i.rs1).sext(2 * H::XLEN) * h.x(i.rs2).sext(2 * H::XLEN);
    h.set_x(i.rd, product.hi(H::XLEN));
}
