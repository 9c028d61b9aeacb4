//! Bugs planted on purpose.
//!
//! A differential tool is only trusted once it has found a bug that is known to be there. Each of these is one example
//! of a kind that real simulators had. They act when rows and operations are made; the executor of an honest simulator
//! never asks.

use crate::config::{Config, Xlen};
use crate::op::{Id, Op};
use crate::table::{Needs, Row};

/// A planted bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SeededBug {
    /// `mulw` zero-extends its 32-bit result (RV64).
    MulwZeroExtended,
    /// `add` leaves the upper half of the host register clear, so that a later comparison is wrong (RV32).
    Rv32AddNotCanonical,
    /// `aes64ks2` takes the wrong half of rs2 (RV64).
    Aes64ks2WrongHalf,
    /// `aes32*` swap their sources (RV32).
    Aes32OperandsSwapped,
    /// `jalr` writes the link before it reads rs1, visible when rd = rs1.
    JalrLinkFirst,
    /// `mulhsu` with rd = rs1 treats rs1 as unsigned.
    MulhsuSameRegister,
    /// `div` by zero leaves rd as it was.
    DivByZeroUnwritten,
    /// `rem` of the most negative number by -1 gives that number instead of 0.
    RemOverflow,
    /// `srai` by the largest amount shifts zeros in.
    SraiByMaximum,
    /// RV32-only words retire on RV64: `aes32*`.
    Rv32WordsOnRv64,
    /// RV64-only words retire on RV32: `aes64*`.
    Rv64WordsOnRv32,
    /// Reserved round numbers of `aes64ks1i` retire (RV64).
    ReservedRoundNumber,
    /// `aes64im` ignores junk in its rs2 field (RV64).
    JunkInFixedField,
    /// Every unknown word next to `srai` runs as `srai`.
    CatchAllShift,
    /// `aes64ks1i` and `aes64ks2` trap unless Zkne is on: Zknd alone is forgotten (RV64).
    KeyScheduleNeedsZkne,
    /// A trapping `lw` clears rd.
    TrappingLoadWrites,
    /// `xperm8` leaves out the top lane.
    Xperm8TopLane,
    /// `clmulr` leaves out the top bit of rs2.
    ClmulrTopBit,
    /// `brev8` reverses the whole register.
    Brev8Whole,
    /// `zip` and `unzip` are exchanged (RV32), so that each still undoes the other.
    ZipUnzipExchanged,
    /// `sha512sig0h` takes the halves of its word the wrong way round (RV32).
    Sha512HalvesExchanged,
    /// Reserved compressed words retire: `c.addi4spn` of 0, `c.lwsp` and `c.ldsp` to x0 and their like.
    ReservedCompressed,
    /// `c.jal` and `c.jalr` link to pc + 4.
    CompressedLinkByFour,
}

impl SeededBug {
    /// Every planted bug.
    pub const ALL: [Self; 23] = [
        Self::MulwZeroExtended,
        Self::Rv32AddNotCanonical,
        Self::Aes64ks2WrongHalf,
        Self::Aes32OperandsSwapped,
        Self::JalrLinkFirst,
        Self::MulhsuSameRegister,
        Self::DivByZeroUnwritten,
        Self::RemOverflow,
        Self::SraiByMaximum,
        Self::Rv32WordsOnRv64,
        Self::Rv64WordsOnRv32,
        Self::ReservedRoundNumber,
        Self::JunkInFixedField,
        Self::CatchAllShift,
        Self::KeyScheduleNeedsZkne,
        Self::TrappingLoadWrites,
        Self::Xperm8TopLane,
        Self::ClmulrTopBit,
        Self::Brev8Whole,
        Self::ZipUnzipExchanged,
        Self::Sha512HalvesExchanged,
        Self::ReservedCompressed,
        Self::CompressedLinkByFour,
    ];

    /// Whether the bug can show on a machine of this width.
    pub const fn shows_on(self, xlen: Xlen) -> bool {
        match self {
            Self::MulwZeroExtended
            | Self::Aes64ks2WrongHalf
            | Self::Rv32WordsOnRv64
            | Self::ReservedRoundNumber
            | Self::JunkInFixedField
            | Self::KeyScheduleNeedsZkne => matches!(xlen, Xlen::Rv64),
            Self::Rv32AddNotCanonical
            | Self::Aes32OperandsSwapped
            | Self::Rv64WordsOnRv32
            | Self::ZipUnzipExchanged
            | Self::Sha512HalvesExchanged => matches!(xlen, Xlen::Rv32),
            Self::JalrLinkFirst
            | Self::MulhsuSameRegister
            | Self::DivByZeroUnwritten
            | Self::RemOverflow
            | Self::SraiByMaximum
            | Self::CatchAllShift
            | Self::TrappingLoadWrites
            | Self::Xperm8TopLane
            | Self::ClmulrTopBit
            | Self::Brev8Whole
            | Self::ReservedCompressed
            | Self::CompressedLinkByFour => true,
        }
    }
}

/// Legality bugs: a row of the table, changed.
pub(crate) fn row(config: Config, mut row: Row) -> Row {
    match config.bug {
        Some(SeededBug::Rv32WordsOnRv64) if row.mnemonic.starts_with("aes32") => {
            row.rv64 = row.rv32;
        }
        Some(SeededBug::Rv64WordsOnRv32) if row.mnemonic.starts_with("aes64") => {
            row.rv32 = row.rv64;
        }
        Some(SeededBug::ReservedRoundNumber) if row.mnemonic == "aes64ks1i" => {
            row.mask &= !0x00f0_0000;
            row.value &= row.mask;
        }
        Some(SeededBug::JunkInFixedField) if row.mnemonic == "aes64im" => {
            row.mask &= !0x01f0_0000;
        }
        Some(SeededBug::CatchAllShift) if row.mnemonic == "srai" => {
            row.mask &= !0xbe00_0000;
        }
        Some(SeededBug::ReservedCompressed) => row.nonzero = 0,
        Some(SeededBug::KeyScheduleNeedsZkne) if row.needs == Needs::ZkneOrZknd => {
            row.needs = Needs::Zkne;
        }
        _ => {}
    }
    row
}

/// Value bugs: an operation, changed.
#[cold]
pub(crate) fn op(config: Config, mut op: Op) -> Op {
    let Some(bug) = config.bug else { return op };
    let most = config.xlen.bits() as i32 - 1;
    op.id = match (bug, op.id) {
        (SeededBug::MulwZeroExtended, Id::Mulw) => Id::BugMulw,
        (SeededBug::Rv32AddNotCanonical, Id::Addw) if config.xlen == Xlen::Rv32 => Id::BugAddw,
        (SeededBug::Aes64ks2WrongHalf, Id::Aes64ks2) => Id::BugAes64ks2,
        (SeededBug::JalrLinkFirst, Id::Jalr) => Id::BugJalr,
        (SeededBug::MulhsuSameRegister, Id::Mulhsu) if op.rd == op.rs1 => Id::Mulhu,
        (SeededBug::MulhsuSameRegister, Id::Mulhsu32) if op.rd == op.rs1 => Id::Mulhu32,
        (SeededBug::DivByZeroUnwritten, Id::Div) => Id::BugDiv,
        (SeededBug::DivByZeroUnwritten, Id::Divw) if config.xlen == Xlen::Rv32 => Id::BugDiv,
        (SeededBug::RemOverflow, Id::Rem) => Id::BugRem,
        (SeededBug::RemOverflow, Id::Remw) if config.xlen == Xlen::Rv32 => Id::BugRem,
        (SeededBug::SraiByMaximum, Id::Srai) if op.imm == most => Id::Srli,
        (SeededBug::SraiByMaximum, Id::Sraiw) if op.imm == most => Id::Srliw,
        (SeededBug::TrappingLoadWrites, Id::Lw) => Id::BugLw,
        (SeededBug::Xperm8TopLane, Id::Xperm8 | Id::Xperm8Of32) => Id::BugXperm8,
        (SeededBug::ClmulrTopBit, Id::Clmulr | Id::Clmulr32) => Id::BugClmulr,
        (SeededBug::Brev8Whole, Id::Brev8) => Id::BugBrev8,
        (SeededBug::ZipUnzipExchanged, Id::Zip) => Id::Unzip,
        (SeededBug::ZipUnzipExchanged, Id::Unzip) => Id::Zip,
        (SeededBug::Sha512HalvesExchanged, id @ Id::Sha512sig0h) => {
            (op.rs1, op.rs2) = (op.rs2, op.rs1);
            id
        }
        (
            SeededBug::Aes32OperandsSwapped,
            id @ (Id::Aes32esi | Id::Aes32esmi | Id::Aes32dsi | Id::Aes32dsmi),
        ) => {
            (op.rs1, op.rs2) = (op.rs2, op.rs1);
            id
        }
        (SeededBug::CompressedLinkByFour, id @ (Id::Jal | Id::Jalr)) => {
            op.len = 4;
            id
        }
        (_, id) => id,
    };
    op
}
