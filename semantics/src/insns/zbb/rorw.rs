//! `rorw`: rotate right word (register) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "rorw".
pub const SPEC: Spec = Spec {
    name: "rorw",
    title: "Rotate right word (register)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x30 14..12=5 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "rorw x5, x6, x7",
            rs1: 0xff,
            rs2: 0x5555_5555_5555_5555,
            also: &[],
            gives: Gives::X(5, 0x7_f800),
            source: "oracle: values_rv64_bk, rorw",
        },
        Example {
            xlen: 64,
            asm: "rorw x6, x6, x7",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_8866_4422),
            source: "oracle: values_rv64_bk, rorw",
        },
    ],
    claims: &[Claim {
        id: "rorw/barrel",
        says: "a barrel rotator on the low word by five bits of rs2, its top bit copied upwards",
        reference: "unprivileged manual, \"rorw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let word = bitwise::shift(bitwise::Shift::RotateRight, a.lo(32), b);
            g.equal("rd", g.rd(Insn::Rorw, a, b), bitwise::extend_sign(word, 64));
        },
    }],
};

/// `X(rd) = EXTS(X(rs1)[31..0] >>> X(rs2)[4..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32).ror(h.x(i.rs2).lo(5));
    h.set_x(i.rd, word.sext(H::XLEN));
}
