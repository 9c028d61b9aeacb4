//! `lr.w`: load reserved (A, Zalrsc).
use crate::prelude::*;

/// See the unprivileged manual, "Zalrsc".
pub const SPEC: Spec = Spec {
    name: "lr.w",
    title: "Load reserved word",
    extensions: &["A", "Zalrsc"],
    enc: &[Enc::parse(ALL, "rd rs1 aqrl 31..27=2 24..20=0 14..12=2 6..2=0x0B 1..0=3")],
    syntax: "rd, (rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "lr.w x5, (x6)",
            rs1: 0x80,
            rs2: 0x0,
            also: &[],
            gives: Gives::X(5, 0xffff_ffff_8382_8180),
            source: "unprivileged manual, \"Zalrsc\": the value in memory, sign-extended",
        },
        Example {
            xlen: 32,
            asm: "lr.w.aq x6, (x6)",
            rs1: 0x80,
            rs2: 0x0,
            also: &[],
            gives: Gives::X(6, 0x8382_8180),
            source: "unprivileged manual, \"Zalrsc\": the value in memory, sign-extended",
        },
        Example {
            xlen: 32,
            asm: "lr.w x5, (x6)",
            rs1: 0x8000_0001,
            rs2: 0x0,
            also: &[],
            gives: Gives::Trap(Cause::LoadMisaligned),
            source: "unprivileged manual, \"Zalrsc\": the address is a multiple of the size, or it traps",
        },
    ],
    claims: &[Claim {
        id: "lr.w/reserves",
        says: "it loads 32 bits from rs1, copies the top one upwards, and reserves just these bytes",
        reference: "unprivileged manual, \"Zalrsc\"",
        widths: &[32, 64, 128],
        state: |g| {
            let a = g.reg("rs1");
            let after = g.run(Insn::LrW, a, a, With::default());
            let old = g.reg("memory").lo(32);
            g.equal("address", after.load.expect("it loads").addr, bitwise::copy(a));
            g.equal("rd", after.rd(), bitwise::extend_sign(old, g.xlen()));
            let reserved = after.reservation.expect("it reserves");
            g.equal("reserved", reserved.addr.concat(reserved.data), bitwise::copy(a.concat(old)));
        },
    }],
};

/// `X(rd) = EXTS(mem32[X(rs1)]); reserve X(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let value = h.load_reserved(h.x(i.rs1), 32);
    h.set_x(i.rd, value.sext(H::XLEN));
}
