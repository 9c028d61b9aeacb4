//! `orc.b`: bitwise OR-combine, byte granule (Zbb).
use crate::prelude::*;

/// See the unprivileged manual, "orc.b".
pub const SPEC: Spec = Spec {
    name: "orc.b",
    title: "Bitwise OR-combine, byte granule",
    extensions: &["Zbb"],
    enc: &[Enc::parse(RV32 | RV64, "rd rs1 31..20=0x287 14..12=5 6..2=0x04 1..0=3")],
    syntax: "rd, rs1",
    reserved: nothing_reserved,
    timing: Timing::Operands,
    examples: &[
        Example {
            xlen: 32,
            asm: "orc.b x5, x6",
            rs1: 0x302_0100,
            rs2: 0,
            also: &[],
            gives: Gives::X(5, 0xffff_ff00),
            source: "oracle: values_rv32_bk, orc.b",
        },
        Example {
            xlen: 64,
            asm: "orc.b x6, x6",
            rs1: 0x8877_6655_4433_2211,
            rs2: 0,
            also: &[],
            gives: Gives::X(6, 0xffff_ffff_ffff_ffff),
            source: "oracle: values_rv64_bk, orc.b",
        },
    ],
    claims: &[Claim {
        id: "orc.b/any",
        says: "each bit is 1 where any bit of its byte is",
        reference: "unprivileged manual, \"orc.b\"",
        widths: &[32, 64],
        state: |g| {
            let a = g.reg("rs1");
            g.equal(
                "rd",
                g.rd(Insn::OrcB, a, a),
                bitwise::map_bits(a, |k, _| bitwise::any(a.byte(k / 8))),
            );
        },
    }],
};

/// `X(rd).byte(k) = if X(rs1).byte(k) == 0 then 0x00 else 0xff` for every k
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let combined = h.x(i.rs1).map_bytes(|b| b.equals(b.lit(0)).select(b.lit(0), b.lit(0xff)));
    h.set_x(i.rd, combined);
}
