//! `sc.w`: store conditional (A, Zalrsc).
use crate::prelude::*;

/// See the unprivileged manual, "Zalrsc".
pub const SPEC: Spec = Spec {
    name: "sc.w",
    title: "Store conditional word",
    extensions: &["A", "Zalrsc"],
    enc: &[Enc::parse(ALL, "rd rs1 rs2 aqrl 31..27=3 14..12=2 6..2=0x0B 1..0=3")],
    syntax: "rd, rs2, (rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "sc.w x5, x7, (x6)",
            rs1: 0x80,
            rs2: 0x8000_0001,
            also: &[],
            gives: Gives::X(5, 1),
            source: "unprivileged manual, \"Zalrsc\": without a reservation rd gets a failure code; 1 is the only one defined",
        },
        Example {
            xlen: 32,
            asm: "sc.w.rl x6, x7, (x6)",
            rs1: 0x90,
            rs2: 0x8000_0002,
            also: &[],
            gives: Gives::Byte(0x93, 0x93),
            source: "unprivileged manual, \"Zalrsc\": when it fails, nothing is written to memory",
        },
        Example {
            xlen: 32,
            asm: "sc.w x5, x7, (x6)",
            rs1: 0x81,
            rs2: 0x1,
            also: &[],
            gives: Gives::Trap(Cause::StoreMisaligned),
            source: "unprivileged manual, \"Zalrsc\": the address is a multiple of the size, or it traps",
        },
    ],
    claims: &[Claim {
        id: "sc.w/conditional",
        says: "it stores the low 32 bits of rs2 at rs1 if that is reserved, and says 0 if so and 1 if not",
        reference: "unprivileged manual, \"Zalrsc\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            let after = g.run(Insn::ScW, a, b, With::default());
            let (reserved, zero) = (g.var(1, "reserved").bit(0), g.lit(g.xlen(), 0));
            let store = after.store.expect("it stores");
            g.equal("address", store.addr, bitwise::copy(a));
            g.equal("data", store.data, bitwise::copy(b.lo(32)));
            let condition = after.condition.expect("on a condition");
            g.equal("condition", condition.bv(), (!!reserved).bv());
            g.equal("rd", after.rd(), reserved.select(zero, zero.lit(1)));
        },
    }],
};

/// `if reserved X(rs1) then (mem32[X(rs1)] = X(rs2); X(rd) = 0) else X(rd) = 1; reserve nothing`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let stored = h.store_conditional(h.x(i.rs1), h.x(i.rs2).lo(32));
    h.set_x(i.rd, (!stored).bv().zext(H::XLEN));
}
