//! `aes32esmi`: one byte of an AES middle round (Zkne, RV32).
use crate::prelude::*;

/// See the unprivileged manual, "aes32esmi".
pub const SPEC: Spec = Spec {
    name: "aes32esmi",
    title: "AES middle round encryption, one byte",
    extensions: &["Zkne"],
    enc: &[Enc::parse(RV32, "rd rs1 rs2 bs 29..25=0b10011 14..12=0 6..0=0x33")],
    syntax: "rd, rs1, rs2, bs",
    reserved: nothing_reserved,
    timing: Timing::DataIndependent,
    examples: &[
        Example {
            xlen: 32,
            asm: "aes32esmi x5, x6, x7, 0",
            rs1: 0,
            rs2: 83,
            also: &[],
            gives: Gives::X(5, 0x2ced_edc1),
            source: "FIPS-197 5.1.1: S(53) = ed; {03}ed = 2c, {02}ed = c1",
        },
        Example {
            xlen: 32,
            asm: "aes32esmi x6, x6, x7, 1",
            rs1: 0x89ab_cdef,
            rs2: 0x302_0100,
            also: &[],
            gives: Gives::X(6, 0xf5d7_356b),
            source: "oracle: values_rv32, aes32esmi",
        },
        Example {
            xlen: 32,
            asm: "aes32esmi x5, x6, x7, 0",
            rs1: 0x89ab_cdef,
            rs2: 0x8000_0000,
            also: &[],
            gives: Gives::X(5, 0x2cc8_ae29),
            source: "oracle: values_rv32, aes32esmi",
        },
    ],
    claims: &[],
};

/// `X(rd) = X(rs1) ^ (aes_mixcolumn_byte_fwd(sbox(X(rs2).byte(bs))) <<< 8*bs)`
pub fn exec<H: Hart>(h: &mut H, i: &Operands) {
    let si = h.x(i.rs2).byte(i.bs);
    let so = si.lookup(&gf256::SBOX);
    let mixed = gf256::aes_mixcolumn_byte_fwd(so);
    h.set_x(i.rd, h.x(i.rs1) ^ mixed.rotl(8 * i.bs));
}
