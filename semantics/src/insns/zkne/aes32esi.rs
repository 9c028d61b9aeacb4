//! `aes32esi`: one byte of the last AES round (Zkne, RV32).
use crate::prelude::*;

/// See the unprivileged manual, "aes32esi".
pub const SPEC: Spec = Spec {
    name: "aes32esi",
    title: "AES final round encryption, one byte",
    extensions: &["Zkne"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 bs 29..25=0b10001 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "aes32esi x5, x6, x7, 0",
            rs1: 0,
            rs2: 83,
            also: &[],
            gives: Gives::X(5, 237),
            source: "FIPS-197 5.1.1: S(53) = ed",
        },
        Example {
            xlen: 32,
            asm: "aes32esi x6, x6, x7, 3",
            rs1: 0xffff_ffff,
            rs2: 0x5300_0000,
            also: &[],
            gives: Gives::X(6, 0x12ff_ffff),
            source: "FIPS-197 5.1.1: S(53) = ed, exclusive-ored into byte 3",
        },
        Example {
            xlen: 32,
            asm: "aes32esi x5, x6, x7, 0",
            rs1: 0xcafe_f00d,
            rs2: 0x7fff_ffff,
            also: &[],
            gives: Gives::X(5, 0xcafe_f01b),
            source: "oracle: values_rv32, aes32esi",
        },
    ],
    claims: &[],
};

/// `X(rd) = X(rs1) ^ (sbox(X(rs2).byte(bs)) <<< 8*bs)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let si = h.x(i.rs2).byte(i.bs);
    let so = si.lookup(&gf256::SBOX).zext(32);
    h.set_x(i.rd, h.x(i.rs1) ^ so.rotl(8 * i.bs));
}
