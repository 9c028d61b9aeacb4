//! `c.ld`: load doubleword (RV64, RV128).
use crate::prelude::*;

/// See the unprivileged manual, "Register-Based Loads and Stores" of the extension C.
pub const SPEC: Spec = Spec {
    name: "c.ld",
    title: "Load doubleword",
    extensions: &["C", "Zca"],
    enc: &[Enc::parse(RV64 | RV128, "rd_p rs1_p c_uimm8lo c_uimm8hi 15..13=3 1..0=0")],
    syntax: "rd, imm(rs1)",
    reserved: nothing_reserved,
    timing: Timing::Address,
    examples: &[
        Example {
            xlen: 64,
            asm: "c.ld x8, 8(x9)",
            rs1: 128,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0x8f8e_8d8c_8b8a_8988),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": a 64-bit value is loaded",
        },
        Example {
            xlen: 64,
            asm: "c.ld x9, 248(x9)",
            rs1: 0x8000_0000_0000_0000,
            rs2: 0,
            also: &[],
            gives: Gives::X(9, 0xfffe_fdfc_fbfa_f9f8),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": the offset is zero-extended and scaled by 8",
        },
        Example {
            xlen: 128,
            asm: "c.ld x8, 0(x9)",
            rs1: 128,
            rs2: 0,
            also: &[],
            gives: Gives::X(8, 0xffff_ffff_ffff_ffff_8786_8584_8382_8180),
            source: "unprivileged manual, \"Register-Based Loads and Stores\": it is `ld`, which sign-extends on RV128",
        },
    ],
    claims: &[Claim {
        id: "c.ld/doubleword",
        says: "it loads 64 bits from rs1 plus the scaled offset and copies the top one upwards",
        reference: "unprivileged manual, \"Register-Based Loads and Stores\" of the extension C",
        widths: &[64],
        state: |g| {
            let (a, imm) = (g.reg("rs1"), g.immediate(Insn::CLd));
            let after = g.run(Insn::CLd, a, a, With::imm(imm));
            bitwise::load_at(g, &after, bitwise::scaled(g, 5, 3), 64, bitwise::extend_sign);
        },
    }],
};

/// `ld rd, imm(rs1)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    base::ld::exec(h, i);
}
