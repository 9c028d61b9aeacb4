//! `csrrci`: read a csr and clear bits of it, by an immediate (Zicsr).
use crate::prelude::*;

/// See the unprivileged manual, "Zicsr".
pub const SPEC: Spec = Spec {
    name: "csrrci",
    title: "Read a CSR and clear bits of it, by an immediate",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "rd csr zimm 14..12=7 6..2=0x1C 1..0=3")],
    syntax: "rd, csr, uimm",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "csrrci x5, mscratch, 31",
            rs1: 0x0,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0x8765_4321)],
            gives: Gives::X(5, 0x8765_4321),
            source: "unprivileged manual, \"Zicsr\": rd gets the old value",
        },
        Example {
            xlen: 64,
            asm: "csrrci x5, mscratch, 17",
            rs1: 0x0,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0xf0f0_0f0f_1234_5678)],
            gives: Gives::Csr(csr::MSCRATCH, 0xf0f0_0f0f_1234_5668),
            source: "unprivileged manual, \"Zicsr\": the immediate is a mask, zero-extended",
        },
    ],
    claims: &[Claim {
        id: "csrrci/bits",
        says: "rd gets what the CSR held; then a bit of it is zero where the immediate has a one",
        reference: "unprivileged manual, \"Zicsr\"",
        widths: &[32, 64, 128],
        state: |g| {
            let (imm, zero) = (g.immediate(Insn::Csrrci), g.lit(g.xlen(), 0));
            // An immediate of zero does not write, which leaves what this says there.
            let operands = Operands { imm: 1, ..Operands::default() };
            let with = With { operands, imm: Some(imm), ..With::default() };
            let after = g.run(Insn::Csrrci, zero, zero, with);
            let old = g.reg("csr_0");
            g.equal(
                "csr",
                after.csr(0),
                bitwise::both(old, !bitwise::extend_zero(g.var(5, "imm"), g.xlen())),
            );
            g.equal("rd", after.rd(), old);
        },
    }],
};

/// `t = CSR[csr]; if uimm != 0 then CSR[csr] = t & ~EXTZ(uimm); X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (mask, old) = (h.imm(i), h.csr(i.csr));
    if i.imm != 0 {
        h.set_csr(i.csr, old & !mask);
    }
    h.set_x(i.rd, old);
}
