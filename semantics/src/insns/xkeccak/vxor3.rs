//! `vxor3`: exclusive or of three registers (Xkeccak, of this project).
use crate::prelude::*;

/// See the book, "Xkeccak".
pub const SPEC: Spec = Spec {
    name: "vxor3",
    title: "Exclusive or of three registers",
    extensions: &["Xkeccak"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 rs3 26..25=0 14..12=1 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, rs2, rs3",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "vxor3 x5, x6, x7, x28",
            rs1: 0xf0f0_0000_0000_0001,
            rs2: 0xff00_0000_0000_0003,
            also: &[Given::X(28, 0x7)],
            gives: Gives::X(5, 0x0ff0_0000_0000_0005),
            source: "by hand: 0xf0f0 ^ 0xff00 = 0x0ff0 at the top; 1 ^ 3 ^ 7 = 5 at the bottom",
        },
        Example {
            xlen: 128,
            asm: "vxor3 x6, x6, x7, x28",
            rs1: 0x8000_0000_0000_0000_0000_0000_0000_0000,
            rs2: 0x8000_0000_0000_0000_8000_0000_0000_0000,
            also: &[Given::X(28, 0x1_0000_0000_0000_0000)],
            gives: Gives::X(6, 0x0000_0000_0000_0001_8000_0000_0000_0000),
            source: "by hand: bit 127 twice = 0; bit 63 and bit 64 once each",
        },
    ],
    claims: &[
        Claim {
            id: "vxor3/parity",
            says: "every bit is 1 where an odd number of the three is",
            reference: "the book, \"Xkeccak\"",
            widths: &[64, 128],
            state: |g| {
                let (a, b, c) = (g.reg("rs1"), g.reg("rs2"), g.reg("rs3"));
                let rd = g.run(Insn::Vxor3, a, b, With::rs3(c)).rd();
                g.equal("rd", rd, bitwise::differ(bitwise::differ(a, b), c));
            },
        },
        Claim {
            id: "vxor3/theta",
            says: "two of them make a column parity, vrot and one more the step of theta, in every lane",
            reference: "FIPS 202, section 3.2.1, theta",
            widths: &[64, 128],
            state: |g| {
                let column = |x: &str| [0, 1, 2, 3, 4].map(|y| g.reg(&format!("A[{x}, {y}]")));
                let xor3 = |a, b, c| g.run(Insn::Vxor3, a, b, With::rs3(c)).rd();
                let parity = |[a, b, c, d, e]: [_; 5]| xor3(xor3(a, b, c), d, e);
                let (before, after) = (column("x - 1"), column("x + 1"));
                let right = parity(after);
                let one = With::imm(g.lit(g.xlen(), 1));
                let turned = g.run(Insn::Vrot, right, right, one).rd();
                let lane = g.reg("A[x, y]");
                let rd = xor3(lane, parity(before), turned);
                for lane_z in 0..g.xlen() {
                    // Bit z - 1 of the column behind, in the same lane.
                    let (first, z) = (lane_z / 64 * 64, lane_z % 64);
                    let left = before.map(|v| v.bit(lane_z));
                    let right = after.map(|v| v.bit(first + (z + 63) % 64));
                    let d = left.into_iter().chain(right).fold(lane.bit(lane_z), |p, q| p ^ q);
                    g.equal(format!("bit {lane_z}"), rd.bit(lane_z).bv(), d.bv());
                }
            },
        },
    ],
};

/// `X(rd) = X(rs1) ^ X(rs2) ^ X(rs3)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    h.set_x(i.rd, h.x(i.rs1) ^ h.x(i.rs2) ^ h.x(i.rs3));
}
