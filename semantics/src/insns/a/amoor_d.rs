//! `amoor.d`: or in memory (A, Zaamo).
use crate::prelude::*;

/// See the unprivileged manual, "Zaamo".
pub const SPEC: Spec = Spec {
    name: "amoor.d",
    title: "Or doubleword in memory, atomically",
    extensions: &["A", "Zaamo"],
    enc: &[Enc::parse(RV64 | RV128, "rd rs1 rs2 aqrl 31..27=8 14..12=3 6..2=0x0B 1..0=3")],
    syntax: "rd, rs2, (rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "amoor.d x5, x7, (x6)",
            rs1: 0x80,
            rs2: 0x8000_0000_0000_1234,
            also: &[],
            gives: Gives::X(5, 0x8786_8584_8382_8180),
            source: "unprivileged manual, \"Zaamo\": rd gets what was in memory, sign-extended",
        },
        Example {
            xlen: 64,
            asm: "amoor.d.aqrl x6, x7, (x6)",
            rs1: 0x10,
            rs2: 0xf000_0000_0000_0005,
            also: &[],
            gives: Gives::Byte(0x17, 0xf7),
            source: "unprivileged manual, \"Zaamo\": the disjunction goes to memory",
        },
    ],
    claims: &[Claim {
        id: "amoor.d/memory",
        says: "a bit that is written is one where rs2 has a one, else what was read",
        reference: "unprivileged manual, \"Zaamo\"",
        widths: &[64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::AmoorD, a, b, With::default());
            bitwise::modify(g, &after, 64, bitwise::either);
        },
    }],
};

/// `t = mem64[X(rs1)]; mem64[X(rs1)] = t | X(rs2); X(rd) = EXTS(t)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let rs2 = h.x(i.rs2).lo(64);
    let old = h.modify(h.x(i.rs1), 64, |old| old | rs2);
    h.set_x(i.rd, old.sext(H::XLEN));
}
