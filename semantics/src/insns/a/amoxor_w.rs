//! `amoxor.w`: exclusive or in memory (A, Zaamo).
use crate::prelude::*;

/// See the unprivileged manual, "Zaamo".
pub const SPEC: Spec = Spec {
    name: "amoxor.w",
    title: "Exclusive or word in memory, atomically",
    extensions: &["A", "Zaamo"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 aqrl 31..27=4 14..12=2 6..2=0x0B 1..0=3")],
    syntax: "rd, rs2, (rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "amoxor.w x5, x7, (x6)",
            rs1: 0x80,
            rs2: 0xffff_ffff_8000_1234,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8382_8180),
            source: "unprivileged manual, \"Zaamo\": rd gets what was in memory, sign-extended",
        },
        Example {
            xlen: 32,
            asm: "amoxor.w.aqrl x6, x7, (x6)",
            rs1: 0x10,
            rs2: 0xf000_0005,
            also: &[],
            gives: Gives::Byte(0x13, 0xe3),
            source: "unprivileged manual, \"Zaamo\": the exclusive or goes to memory",
        },
    ],
    claims: &[Claim {
        id: "amoxor.w/memory",
        says: "a bit that is written is the opposite of what was read where rs2 has a one",
        reference: "unprivileged manual, \"Zaamo\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::AmoxorW, a, b, With::default());
            bitwise::modify(g, &after, 32, bitwise::differ);
        },
    }],
};

/// `t = mem32[X(rs1)]; mem32[X(rs1)] = t ^ X(rs2); X(rd) = EXTS(t)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let rs2 = h.x(i.rs2).lo(32);
    let old = h.modify(h.x(i.rs1), 32, |old| old ^ rs2);
    h.set_x(i.rd, old.sext(H::XLEN));
}
