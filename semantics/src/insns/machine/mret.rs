//! `mret`: return from a trap (machine mode).
use crate::prelude::*;

/// See the privileged manual, "Trap-Return Instructions".
pub const SPEC: Spec = Spec {
    name: "mret",
    title: "Return from a trap to machine mode",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "31..20=0x302 19..7=0 6..2=0x1C 1..0=3")],
    syntax: "",
    reserved: nothing_reserved,
    timing: Timing::ControlFlow,
    examples: &[
        Example {
            xlen: 32,
            asm: "mret",
            rs1: 0,
            rs2: 0,
            also: &[Given::Csr(csr::MEPC, 0x8000_2008)],
            gives: Gives::Pc(0x8000_2008),
            source: "privileged manual, \"Trap-Return Instructions\": pc is set to the value of mepc",
        },
        Example {
            xlen: 64,
            asm: "mret",
            rs1: 0,
            rs2: 0,
            also: &[Given::Csr(csr::MSTATUS, 0x80)],
            gives: Gives::Csr(csr::MSTATUS, 0x1888),
            source: "privileged manual, \"Privilege and Global Interrupt-Enable Stack in mstatus\": MIE is set \
                     to MPIE, MPIE to 1; MPP is 3 where only machine mode exists",
        },
    ],
    claims: &[Claim {
        id: "mret/state",
        says: "it goes to mepc; bit 3 of mstatus becomes bit 7, bit 7 becomes one, and the others stay",
        reference: "privileged manual, \"Trap-Return Instructions\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (a, old) = (g.reg("rs1"), g.reg("csr_300"));
            let after = g.run(Insn::Mret, a, a, With::default());
            g.equal("next pc", after.next, bitwise::copy(g.reg("csr_341")));
            let moved = bitwise::map_bits(old, |k, bit| match k {
                3 => old.bit(7),
                7 => g.lit(1, 1).bit(0),
                _ => bit,
            });
            g.equal("mstatus", after.csr(0x300), moved);
        },
    }],
};

/// `PC = mepc; mstatus.MIE = mstatus.MPIE; mstatus.MPIE = 1; reserve nothing`
pub fn exec<H: Hart>(h: &mut H, _: &Operands) {
    let (status, mepc) = (h.csr(csr::MSTATUS), h.csr(csr::MEPC));
    let enabled = status.bit(csr::MPIE).bv().zext(H::XLEN) << h.int(csr::MIE.into());
    let others = status & !h.int(1 << csr::MIE) | h.int(1 << csr::MPIE);
    h.set_csr(csr::MSTATUS, others | enabled);
    h.jump(mepc);
    h.cancel_reservation();
}
