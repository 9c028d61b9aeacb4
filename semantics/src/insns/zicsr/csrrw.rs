//! `csrrw`: read and write a CSR (Zicsr).
use crate::prelude::*;

/// See the unprivileged manual, "Zicsr".
pub const SPEC: Spec = Spec {
    name: "csrrw",
    title: "Read and write a CSR",
    extensions: &["Zicsr"],
    enc: &[Enc::parse(ALL, "rd csr rs1 14..12=1 6..2=0x1C 1..0=3")],
    syntax: "rd, csr, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "csrrw x5, mscratch, x6",
            rs1: 0x8000_0007,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 0x1234_5678)],
            gives: Gives::X(5, 0x1234_5678),
            source: "unprivileged manual, \"Zicsr\": rd gets the old value",
        },
        Example {
            xlen: 64,
            asm: "csrrw x6, mscratch, x6",
            rs1: 0x8000_0000_0000_0005,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 9)],
            gives: Gives::Csr(csr::MSCRATCH, 0x8000_0000_0000_0005),
            source: "unprivileged manual, \"Zicsr\": the CSR gets the value of rs1",
        },
        Example {
            xlen: 64,
            asm: "csrrw x6, mscratch, x6",
            rs1: 0x8000_0000_0000_0005,
            rs2: 0,
            also: &[Given::Csr(csr::MSCRATCH, 9)],
            gives: Gives::X(6, 9),
            source: "unprivileged manual, \"Zicsr\": the old value, read before rs1 is overwritten",
        },
    ],
    claims: &[Claim {
        id: "csrrw/swap",
        says: "rd gets what the CSR held, the CSR what rs1 held",
        reference: "unprivileged manual, \"Zicsr\"",
        widths: &[32, 64, 128],
        state: |g| {
            let a = g.reg("rs1");
            let after = g.run(Insn::Csrrw, a, a, With::default());
            let old = g.reg("csr_0");
            g.equal("csr", after.csr(0), bitwise::copy(a));
            g.equal("rd", after.rd(), bitwise::copy(old));
        },
    }],
};

/// `if rd != x0 then t = CSR[csr]; CSR[csr] = X(rs1); X(rd) = t`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let (value, reads) = (h.x(i.rs1), i.rd != Reg(0));
    let old = if reads { h.csr(i.csr) } else { h.int(0) };
    h.set_csr(i.csr, value);
    h.set_x(i.rd, old);
}
