//! Custom sets: Xmont, Xkeccak and Xgf8, all in custom-1.

use super::{CUSTOM_1, FUNCT2, FUNCT6, Format, Needs, Row, UNARY, register, row, shift};
use crate::op::Id;

const fn r4(mnemonic: &'static str, funct2: u32, funct3: u32, needs: Needs) -> Row {
    row(mnemonic, FUNCT2, funct2 << 25 | funct3 << 12 | CUSTOM_1, Format::R4).needs(needs)
}

const fn r(mnemonic: &'static str, funct7: u32, needs: Needs) -> Row {
    register(mnemonic, funct7, 2, CUSTOM_1).needs(needs)
}

pub(super) const ROWS: &[Row] = &[
    r4("addc", 0, 0, Needs::Xmont).both(Id::Addc),
    r4("addcc", 1, 0, Needs::Xmont).rv32(Id::Addcc32).rv64(Id::Addcc),
    r4("maccl", 2, 0, Needs::Xmont).both(Id::Maccl),
    r4("macch", 3, 0, Needs::Xmont).rv32(Id::Macch32).rv64(Id::Macch),
    r("montred", 0, Needs::Xmont).rv32(Id::Montred32).rv64(Id::Montred),
    r4("vxor3", 0, 1, Needs::Xkeccak).rv64(Id::Vxor3),
    shift("vrot", FUNCT6, 0, 3, CUSTOM_1).needs(Needs::Xkeccak).rv64(Id::Vrot),
    r4("gf8mat", 1, 1, Needs::Xgf8).rv32(Id::Gf8mat32),
    r("gf8mat", 1, Needs::Xgf8).rv64(Id::Gf8mat),
    // The field of rs2 is 0.
    row("gf8inv", UNARY, 2 << 25 | 2 << 12 | CUSTOM_1, Format::R)
        .needs(Needs::Xgf8)
        .both(Id::Gf8inv),
];
