//! `amoadd.q`: add in memory (A, Zaamo).
use crate::prelude::*;

/// See the unprivileged manual, "Zaamo".
pub const SPEC: Spec = Spec {
    name: "amoadd.q",
    title: "Add quadword in memory, atomically",
    extensions: &["A", "Zaamo"],
    enc: &[Enc::parse(RV128, "rd rs1 rs2 aqrl 31..27=0 14..12=4 6..2=0x0B 1..0=3")],
    syntax: "rd, rs2, (rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 128,
            asm: "amoadd.q x5, x7, (x6)",
            rs1: 0x80,
            rs2: 0x8000_0000_0000_0000_0000_0000_0000_1234,
            also: &[],
            gives: Gives::X(5, 0x8f8e_8d8c_8b8a_8988_8786_8584_8382_8180),
            source: "unprivileged manual, \"Zaamo\": rd gets what was in memory, sign-extended",
        },
        Example {
            xlen: 128,
            asm: "amoadd.q.aqrl x6, x7, (x6)",
            rs1: 0x10,
            rs2: 0xf000_0000_0000_0000_0000_0000_0000_0005,
            also: &[],
            gives: Gives::Byte(0x1f, 0xf),
            source: "unprivileged manual, \"Zaamo\": the sum goes to memory",
        },
    ],
    claims: &[Claim {
        id: "amoadd.q/memory",
        says: "what is written is the sum of a ripple-carry adder",
        reference: "unprivileged manual, \"Zaamo\"",
        widths: &[128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::AmoaddQ, a, b, With::default());
            bitwise::modify(g, &after, 128, bitwise::add);
        },
    }],
};

/// `t = mem128[X(rs1)]; mem128[X(rs1)] = t + X(rs2); X(rd) = EXTS(t)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let rs2 = h.x(i.rs2).lo(128);
    let old = h.modify(h.x(i.rs1), 128, |old| old + rs2);
    h.set_x(i.rd, old.sext(H::XLEN));
}
