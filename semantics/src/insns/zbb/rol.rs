//! `rol`: rotate left (register) (Zbb, Zbkb).
use crate::prelude::*;

/// See the unprivileged manual, "rol".
pub const SPEC: Spec = Spec {
    name: "rol",
    title: "Rotate left (register)",
    extensions: &["Zbb", "Zbkb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 rs2 31..25=0x30 14..12=1 6..2=0x0c 1..0=3")],
    syntax: "rd, rs1, rs2",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "rol x5, x6, x7",
            rs1: 0x4433_2211,
            rs2: 0x89ab_cdef,
            also: &[],
            gives: Gives::X(5, 0x9108_a219),
            source: "oracle: values_rv32_bk, rol",
        },
        Example {
            xlen: 64,
            asm: "rol x6, x6, x7",
            rs1: 0xaaaa_aaaa_aaaa_aaaa,
            rs2: 0xffff_ffff,
            also: &[],
            gives: Gives::X(6, 0x5555_5555_5555_5555),
            source: "oracle: values_rv64_bk, rol",
        },
    ],
    claims: &[Claim {
        id: "rol/barrel",
        says: "a barrel rotator: higher bits of the amount do not count",
        reference: "unprivileged manual, \"rol\"",
        widths: &[32, 64],
        state: |g| {
            let (a, b) = (g.reg("rs1"), g.reg("rs2"));
            g.equal("rd", g.rd(Insn::Rol, a, b), bitwise::shift(bitwise::Shift::RotateLeft, a, b));
        },
    }],
};

/// `X(rd) = X(rs1) <<< X(rs2)[log2(xlen)-1..0]`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let shamt = h.x(i.rs2).lo(H::XLEN.ilog2());
    h.set_x(i.rd, h.x(i.rs1).rol(shamt));
}
