//! `addc`: add with carry (Xmont, of this project).
use crate::prelude::*;

/// See the book, "Xmont".
pub const SPEC: Spec = Spec {
    name: "addc",
    title: "Add with carry",
    extensions: &["Xmont"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 rs3 26..25=0 14..12=0 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "addc x5, x6, x7, x28",
            rs1: 0xffff_ffff,
            rs2: 0x5,
            also: &[Given::X(28, 3)],
            gives: Gives::X(5, 0x5),
            source: "by hand: bit 0 of 3 is 1, and (2^32 - 1) + 5 + 1 = 2^32 + 5",
        },
        Example {
            xlen: 64,
            asm: "addc x6, x6, x7, x28",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0x8000_0000_0000_0005,
            also: &[Given::X(28, 2)],
            gives: Gives::X(6, 0x5),
            source: "by hand: bit 0 of 2 is 0, and 2^63 + 2^63 + 5 + 0 = 2^64 + 5",
        },
        Example {
            xlen: 128,
            asm: "addc x5, x6, x7, x6",
            rs1: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
            rs2: 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff),
            source: "by hand: 2 (2^128 - 1) + 1 = 2^128 + (2^128 - 1)",
        },
    ],
    claims: &[Claim {
        id: "addc/ripple",
        says: "the sum of a ripple-carry adder whose carry in is bit 0 of rs3",
        reference: "the book, \"Xmont\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
            let rd = g.run(Insn::Addc, a, b, With::rs3(c)).rd();
            g.equal("rd", rd, bitwise::add_carry(a, b, c.bit(0)).0);
        },
    }],
};

/// `X(rd) = X(rs1) + X(rs2) + X(rs3)[0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let carry = h.x(i.rs3).lo(1).zext(H::XLEN);
    h.set_x(i.rd, h.x(i.rs1) + h.x(i.rs2) + carry);
}
