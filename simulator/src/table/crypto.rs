//! Zkne, Zknd, Zknh, Zksed and Zksh.

use super::{Format, Needs, OP, OP_IMM, Row, byte_select, register, row, unary};
use crate::op::Id;

const fn aes32(mnemonic: &'static str, funct5: u32, needs: Needs) -> Row {
    byte_select(mnemonic, funct5).needs(needs)
}

const fn aes64(mnemonic: &'static str, funct7: u32, needs: Needs) -> Row {
    register(mnemonic, funct7, 0, OP).needs(needs)
}

const fn ks1i(mask: u32, first: u32) -> Row {
    row("aes64ks1i", mask, (0x310 | first) << 20 | 1 << 12 | OP_IMM, Format::Round)
        .needs(Needs::ZkneOrZknd)
        .rv64(Id::Aes64ks1i)
}

const fn hash(mnemonic: &'static str, funct12: u32, needs: Needs) -> Row {
    unary(mnemonic, funct12, 1, OP_IMM).needs(needs)
}

const fn sha512_half(mnemonic: &'static str, funct7: u32, id: Id) -> Row {
    register(mnemonic, funct7, 0, OP).needs(Needs::Zknh).rv32(id)
}

const fn sm4(mnemonic: &'static str, funct5: u32, id: Id) -> Row {
    byte_select(mnemonic, funct5).needs(Needs::Zksed).both(id)
}

pub(super) const ROWS: &[Row] = &[
    aes32("aes32esi", 0x11, Needs::Zkne).rv32(Id::Aes32esi),
    aes32("aes32esmi", 0x13, Needs::Zkne).rv32(Id::Aes32esmi),
    aes32("aes32dsi", 0x15, Needs::Zknd).rv32(Id::Aes32dsi),
    aes32("aes32dsmi", 0x17, Needs::Zknd).rv32(Id::Aes32dsmi),
    aes64("aes64es", 0x19, Needs::Zkne).rv64(Id::Aes64es),
    aes64("aes64esm", 0x1b, Needs::Zkne).rv64(Id::Aes64esm),
    aes64("aes64ds", 0x1d, Needs::Zknd).rv64(Id::Aes64ds),
    aes64("aes64dsm", 0x1f, Needs::Zknd).rv64(Id::Aes64dsm),
    hash("aes64im", 0x300, Needs::Zknd).rv64(Id::Aes64im),
    ks1i(0xff80_707f, 0),
    ks1i(0xffe0_707f, 8),
    ks1i(0xfff0_707f, 10),
    aes64("aes64ks2", 0x3f, Needs::ZkneOrZknd).rv64(Id::Aes64ks2),
    hash("sha256sum0", 0x100, Needs::Zknh).both(Id::Sha256sum0),
    hash("sha256sum1", 0x101, Needs::Zknh).both(Id::Sha256sum1),
    hash("sha256sig0", 0x102, Needs::Zknh).both(Id::Sha256sig0),
    hash("sha256sig1", 0x103, Needs::Zknh).both(Id::Sha256sig1),
    hash("sha512sum0", 0x104, Needs::Zknh).rv64(Id::Sha512sum0),
    hash("sha512sum1", 0x105, Needs::Zknh).rv64(Id::Sha512sum1),
    hash("sha512sig0", 0x106, Needs::Zknh).rv64(Id::Sha512sig0),
    hash("sha512sig1", 0x107, Needs::Zknh).rv64(Id::Sha512sig1),
    sha512_half("sha512sum0r", 0x28, Id::Sha512sum0r),
    sha512_half("sha512sum1r", 0x29, Id::Sha512sum1r),
    sha512_half("sha512sig0l", 0x2a, Id::Sha512sig0l),
    sha512_half("sha512sig1l", 0x2b, Id::Sha512sig1l),
    sha512_half("sha512sig0h", 0x2e, Id::Sha512sig0h),
    sha512_half("sha512sig1h", 0x2f, Id::Sha512sig1h),
    hash("sm3p0", 0x108, Needs::Zksh).both(Id::Sm3p0),
    hash("sm3p1", 0x109, Needs::Zksh).both(Id::Sm3p1),
    sm4("sm4ed", 0x18, Id::Sm4ed),
    sm4("sm4ks", 0x1a, Id::Sm4ks),
];
