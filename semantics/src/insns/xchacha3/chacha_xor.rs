//! `chacha.xor`: exclusive or and rotation of two words (Xchacha3, RV64).
use crate::prelude::*;
use chacha::words;

/// See Marshall, Page, Pham, "A Lightweight ISE for ChaCha on RISC-V", ASAP 2021, variant 3, where bs is called imm.
pub const SPEC: Spec = Spec {
    name: "chacha.xor",
    title: "ChaCha exclusive ors and rotations of two quarter rounds",
    extensions: &["Xchacha3"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..28=3 bs3 14..12=7 6..0=0x0b")],
    syntax: "rd, rs1, rs2, bs",
    reserved: |i| (i.bs == 0 || i.bs > 4).then_some("only bs = 1 to 4 selects a rotation"),
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "chacha.xor x5, x6, x7, 1",
            rs1: 0x3d63_1689_0123_4567,
            rs2: 0x7bc3_d2fd_1213_1415,
            also: &[],
            gives: Gives::X(5, 0xc474_46a0_5172_1330),
            source: "RFC 8439 2.1.1 and 2.2.1: d after operation 1 of both quarter rounds, by hand",
        },
        Example {
            xlen: 64,
            asm: "chacha.xor x5, x6, x7, 2",
            rs1: 0x8000_0000_0000_0001,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0x800_0000_1000),
            source: "RFC 8439 2.1, operation 2: rotations by 12, by hand",
        },
        Example {
            xlen: 64,
            asm: "chacha.xor x6, x6, x7, 3",
            rs1: 0xc474_46a0_5172_1330,
            rs2: 0xbdb8_86dc_ea2a_92f4,
            also: &[],
            gives: Gives::X(6, 0xccc0_7c79_5881_c4bb),
            source: "RFC 8439 2.1.1 and 2.2.1: d after both quarter rounds",
        },
        Example {
            xlen: 64,
            asm: "chacha.xor x5, x6, x7, 4",
            rs1: 0x102_0304,
            rs2: 0x789a_bcde,
            also: &[],
            gives: Gives::X(5, 0xcc5f_ed3c),
            source: "RFC 8439 2.1: the example of one operation",
        },
    ],
    claims: &[Claim {
        id: "chacha.xor/lanes",
        says: "the exclusive or of each word, rotated bit by bit by 16, 12, 8 or 7",
        reference: "Marshall, Page, Pham, \"A Lightweight ISE for ChaCha on RISC-V\", ASAP 2021, variant 3",
        widths: &[64],
        state: |g| {
            let (d, a) = (g.reg("rs1"), g.reg("rs2"));
            for (bs, by) in [(1, 16), (2, 12), (3, 8), (4, 7)] {
                let rd = g.run(Insn::ChachaXor, d, a, With::bs(bs)).rd();
                let word = |high: u32| {
                    chacha::rotated(bitwise::differ(d, a).bits(32 * high + 31, 32 * high), by)
                };
                g.equal(format!("low word, bs = {bs}"), rd.lo(32), word(0));
                g.equal(format!("high word, bs = {bs}"), rd.hi(32), word(1));
            }
        },
    }],
};

/// `r = (16, 12, 8, 7)[bs - 1];`
/// `X(rd) = ((X(rs1) ^ X(rs2))[63..32] <<< r) @ ((X(rs1) ^ X(rs2))[31..0] <<< r)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let [d1, d0] = words(h.x(i.rs1) ^ h.x(i.rs2));
    let r = ROTATIONS[i.bs as usize];
    h.set_x(i.rd, d1.rotl(r).concat(d0.rotl(r)));
}

/// By `bs`; the word with 0 is that of `chacha.add`.
const ROTATIONS: [u32; 5] = [0, 16, 12, 8, 7];
