//! `rolw`: rotate left word (register) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "rolw".
pub const SPEC: Spec = Spec {
    name: "rolw",
    title: "Rotate left word (register)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV64, "rd rs1 rs2 31..25=0x30 14..12=1 6..2=0x0e 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 64,
            asm: "rolw x5, x6, x7",
            rs1: 0xff,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8000_007f),
            source: "oracle: values_rv64_bk, rolw",
        },
        Example {
            xlen: 64,
            asm: "rolw x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0xdead_beef_cafe_f00d,
            also: &[],
            gives: Gives::X(6, 0x5555_5555),
            source: "oracle: values_rv64_bk, rolw",
        },
    ],
    claims: &[Claim {
        id: "rolw/barrel",
        says: "a barrel rotator on the low word by five bits of rs2, its top bit copied upwards",
        reference: "unprivileged manual, \"rolw\"",
        widths: &[64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let word = bitwise::shift(bitwise::Shift::RotateLeft, a.lo(32), b);
            g.equal("rd", g.rd(Insn::Rolw, a, b), bitwise::extend_sign(word, 64));
        },
    }],
};

/// `X(rd) = EXTS(X(rs1)[31..0] <<< X(rs2)[4..0])`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let word = h.x(i.rs1).lo(32).rol(h.x(i.rs2).lo(5));
    h.set_x(i.rd, word.sext(H::XLEN));
}
