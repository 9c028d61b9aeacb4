//! `csrrwi`: read a CSR and write an immediate to it (Zicsr).
use crate::prelude::*;

/// See the unprivileged manual, "Zicsr".
pub const SPEC: Spec = Spec {
    name: "csrrwi",
    title: "Read a CSR and write an immediate to it",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "rd csr zimm 14..12=5 6..2=0x1C 1..0=3")],
    syntax: "rd, csr, uimm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "csrrwi x5, mscratch, 31",
            rs1: 0x0,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0x8765_4321)],
            gives: Gives::X(5, 0x8765_4321),
            source: "unprivileged manual, \"Zicsr\": rd gets the old value",
        },
        Example {
            xlen: 64,
            asm: "csrrwi x5, mscratch, 16",
            rs1: 0x0,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0x8000_0000_0000_0005)],
            gives: Gives::Csr(csr::MSCRATCH, 0x10),
            source: "unprivileged manual, \"Zicsr\": the immediate is zero-extended",
        },
    ],
    claims: &[Claim {
        id: "csrrwi/swap",
        says: "rd gets what the CSR held, the CSR the immediate, zeros in front",
        reference: "unprivileged manual, \"Zicsr\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (imm, zero) = (g.immediate(Insn::Csrrwi), g.lit(g.xlen(), 0));
            let after = g.run(Insn::Csrrwi, zero, zero, With::imm(imm));
            let old = g.reg("csr_0");
            g.equal("csr", after.csr(0), bitwise::extend_zero(g.var(5, "imm"), g.xlen()));
            g.equal("rd", after.rd(), bitwise::copy(old));
        },
    }],
};

/// `if rd != x0 then t = CSR[csr]; CSR[csr] = EXTZ(uimm); X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (value, reads) = (h.imm(i), i.rd != Reg(0));
    let old = if reads { h.csr(i.csr) } else { h.int(0) };
    h.set_csr(i.csr, value);
    h.set_x(i.rd, old);
}
