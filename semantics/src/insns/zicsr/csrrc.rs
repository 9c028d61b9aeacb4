//! `csrrc`: read a csr and clear bits of it (Zicsr).
use crate::prelude::*;

/// See the unprivileged manual, "Zicsr".
pub const SPEC: Spec = Spec {
    name: "csrrc",
    title: "Read a CSR and clear bits of it",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "rd csr rs1 14..12=3 6..2=0x1C 1..0=3")],
    syntax: "rd, csr, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "csrrc x5, mscratch, x6",
            rs1: 0x8000_0007,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0x1234_5678)],
            gives: Gives::X(5, 0x1234_5678),
            source: "unprivileged manual, \"Zicsr\": rd gets the old value",
        },
        Example {
            xlen: 64,
            asm: "csrrc x6, mscratch, x6",
            rs1: 0x8000_0000_0000_0005,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0xf0f0_0f0f_1234_5678)],
            gives: Gives::Csr(csr::MSCRATCH, 0x70f0_0f0f_1234_5678),
            source: "unprivileged manual, \"Zicsr\": the value of rs1 is a mask",
        },
    ],
    claims: &[Claim {
        id: "csrrc/bits",
        says: "rd gets what the CSR held; then a bit of it is zero where rs1 has a one",
        reference: "unprivileged manual, \"Zicsr\"",
        widths: &[32, 64, 128],
        state: |g| {
            let a = g.reg("rs1");
            let after = g.run(Insn::Csrrc, a, a, With::default());
            let old = g.reg("csr_0");
            g.equal("csr", after.csr(0), bitwise::both(old, !a));
            g.equal("rd", after.rd(), bitwise::copy(old));
        },
    }],
};

/// `t = CSR[csr]; if rs1 != x0 then CSR[csr] = t & ~X(rs1); X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (mask, old) = (h.x(i.rs1), h.csr(i.csr));
    if i.rs1 != Reg(0) {
        h.set_csr(i.csr, old & !mask);
    }
    h.set_x(i.rd, old);
}
