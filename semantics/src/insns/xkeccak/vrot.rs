//! `vrot`: rotate lanes left (Xkeccak, of this project).
use crate::prelude::*;

/// See the book, "Xkeccak".
pub const SPEC: Spec = Spec {
    name: "vrot",
    title: "Rotate every 64-bit lane left (immediate)",
    extensions: &["Xkeccak"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 31..26=0 shamtd 14..12=3 6..2=0x0A 1..0=3")],
    syntax: "rd, rs1, imm",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "vrot x5, x6, 62",
            rs1: 0x8000_0000_0000_0005,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x6000_0000_0000_0001),
            source: "by hand: FIPS 202, table 2, lane (2, 0): 190 = 62 (mod 64); bits 63, 2 and 0 go to \
                     63 + 62 = 61, 2 + 62 = 0 and 0 + 62 = 62 (mod 64)",
        },
        Example {
            xlen: 64,
            asm: "vrot x6, x6, 1",
            rs1: 0x8000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0x3),
            source: "by hand: FIPS 202, table 2, lane (1, 0): 1; bits 63 and 0 go to 63 + 1 = 0 (mod 64) \
                     and 0 + 1 = 1",
        },
        Example {
            xlen: 128,
            asm: "vrot x5, x6, 28",
            rs1: 0x8000_0000_0000_0001_0000_0010_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x0000_0000_1800_0000_0000_0000_0000_0001),
            source: "by hand: FIPS 202, table 2, lane (3, 0): 28; in the high lane bits 63 and 0 go to \
                     63 + 28 = 27 (mod 64) and 28, in the low lane bit 36 goes to 36 + 28 = 0 (mod 64)",
        },
    ],
    claims: &[Claim {
        id: "vrot/lanes",
        says: "for every offset, bit z of each lane of the result is bit z - offset mod 64 of that lane",
        reference: "FIPS 202, section 3.2.2, rho, step 3a",
        widths: &[64, 128],
        state: |g| {
            let a = g.reg("rs1");
            for offset in 0..64 {
                let rd = g.run(Insn::Vrot, a, a, With::imm(g.lit(g.xlen(), offset.into()))).rd();
                let from = |z: u32| z / 64 * 64 + (z + 64 - offset) % 64;
                g.equal(format!("offset {offset}"), rd, bitwise::permute(a, from));
            }
        },
    }],
};

/// `X(rd).lane(k) = X(rs1).lane(k) <<< imm` for every 64-bit lane `k`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (x, by) = (h.x(i.rs1), h.imm(i).lo(6));
    let lane = |k: u32| x.bits(64 * k + 63, 64 * k).rol(by);
    h.set_x(i.rd, Bv::join((0..H::XLEN / 64).rev().map(lane)));
}
