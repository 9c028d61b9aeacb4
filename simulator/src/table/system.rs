//! A, Zicsr, Zifencei and machine mode.

use super::{FUNCT3, Format, MISC_MEM, Needs, Row, row};
use crate::op::Id;

const AMO: u32 = 0x2f;
const SYSTEM: u32 = 0x73;
/// Opcode, funct3 and funct5: aq and rl are free.
const FUNCT5: u32 = 0xf800_707f;

const fn atomic(mnemonic: &'static str, funct5: u32, funct3: u32) -> Row {
    row(mnemonic, FUNCT5, funct5 << 27 | funct3 << 12 | AMO, Format::R).needs(Needs::Zaamo)
}

const fn conditional(mnemonic: &'static str, funct3: u32) -> Row {
    row(mnemonic, FUNCT5, 3 << 27 | funct3 << 12 | AMO, Format::R).needs(Needs::Zalrsc)
}

/// Its rs2 field is zero.
const fn reserve(mnemonic: &'static str, funct3: u32) -> Row {
    let mask = FUNCT5 | 0x01f0_0000;
    row(mnemonic, mask, 2 << 27 | funct3 << 12 | AMO, Format::R).needs(Needs::Zalrsc)
}

const fn csr(mnemonic: &'static str, funct3: u32) -> Row {
    row(mnemonic, FUNCT3, funct3 << 12 | SYSTEM, Format::Csr).needs(Needs::Zicsr)
}

/// The whole word is fixed.
const fn privileged(mnemonic: &'static str, funct12: u32) -> Row {
    row(mnemonic, u32::MAX, funct12 << 20 | SYSTEM, Format::None).needs(Needs::Zicsr)
}

pub(super) const ROWS: &[Row] = &[
    reserve("lr.w", 2).both(Id::LrW),
    reserve("lr.d", 3).rv64(Id::LrD),
    conditional("sc.w", 2).both(Id::ScW),
    conditional("sc.d", 3).rv64(Id::ScD),
    atomic("amoswap.w", 0x01, 2).both(Id::AmoswapW),
    atomic("amoadd.w", 0x00, 2).both(Id::AmoaddW),
    atomic("amoxor.w", 0x04, 2).both(Id::AmoxorW),
    atomic("amoand.w", 0x0c, 2).both(Id::AmoandW),
    atomic("amoor.w", 0x08, 2).both(Id::AmoorW),
    atomic("amomin.w", 0x10, 2).both(Id::AmominW),
    atomic("amomax.w", 0x14, 2).both(Id::AmomaxW),
    atomic("amominu.w", 0x18, 2).both(Id::AmominuW),
    atomic("amomaxu.w", 0x1c, 2).both(Id::AmomaxuW),
    atomic("amoswap.d", 0x01, 3).rv64(Id::AmoswapD),
    atomic("amoadd.d", 0x00, 3).rv64(Id::AmoaddD),
    atomic("amoxor.d", 0x04, 3).rv64(Id::AmoxorD),
    atomic("amoand.d", 0x0c, 3).rv64(Id::AmoandD),
    atomic("amoor.d", 0x08, 3).rv64(Id::AmoorD),
    atomic("amomin.d", 0x10, 3).rv64(Id::AmominD),
    atomic("amomax.d", 0x14, 3).rv64(Id::AmomaxD),
    atomic("amominu.d", 0x18, 3).rv64(Id::AmominuD),
    atomic("amomaxu.d", 0x1c, 3).rv64(Id::AmomaxuD),
    csr("csrrw", 1).both(Id::Csrrw),
    csr("csrrs", 2).both(Id::Csrrs),
    csr("csrrc", 3).both(Id::Csrrc),
    csr("csrrwi", 5).both(Id::Csrrwi),
    csr("csrrsi", 6).both(Id::Csrrsi),
    csr("csrrci", 7).both(Id::Csrrci),
    // Stores are seen by fetches at once, and no interrupt comes: nothing to do, as for FENCE.
    row("fence.i", FUNCT3, 1 << 12 | MISC_MEM, Format::None).needs(Needs::Zifencei).both(Id::Fence),
    privileged("wfi", 0x105).both(Id::Fence),
    privileged("mret", 0x302).both(Id::Mret),
];
