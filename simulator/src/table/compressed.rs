//! C: words of 16 bits, each of which expands to an operation of the base.

use super::{Format, Needs, Row, row};
use crate::compressed::Shape;
use crate::op::Id;

/// Quadrant and funct3.
const FUNCT3: u32 = 0xe003;
/// As above, and bit 12.
const FUNCT4: u32 = 0xf003;
/// As [`FUNCT3`], and bits 11..10: shifts and `c.andi`.
const FUNCT2: u32 = 0xec03;
/// Bits 15..10 and 6..5: arithmetic of two registers.
const FUNCT6: u32 = 0xfc63;

/// The register number in bits 11..7.
const RD: u32 = 0x0f80;
/// The register number in bits 6..2.
const RS2: u32 = 0x007c;
/// A six-bit immediate.
const IMM6: u32 = 0x107c;

const fn c(mnemonic: &'static str, mask: u32, value: u32, shape: Shape) -> Row {
    row(mnemonic, mask, value, Format::Compressed(shape)).needs(Needs::C)
}

const fn short(mnemonic: &'static str, quadrant: u32, funct3: u32, shape: Shape) -> Row {
    c(mnemonic, FUNCT3, funct3 << 13 | quadrant, shape)
}

/// A shift right or `c.andi`; RV32 has five bits of amount.
const fn right(mnemonic: &'static str, mask: u32, funct2: u32) -> Row {
    c(mnemonic, mask, 4 << 13 | funct2 << 10 | 1, Shape::Alu)
}

const fn arithmetic(mnemonic: &'static str, bit12: u32, funct2: u32) -> Row {
    c(mnemonic, FUNCT6, 4 << 13 | bit12 << 12 | 3 << 10 | funct2 << 5 | 1, Shape::Registers)
}

pub(super) const ROWS: &[Row] = &[
    short("c.addi4spn", 0, 0, Shape::StackAddress).nonzero(0x1fe0).rv32(Id::Addiw).rv64(Id::Addi),
    short("c.lw", 0, 2, Shape::LoadWord).both(Id::Lw),
    short("c.ld", 0, 3, Shape::LoadDouble).rv64(Id::Ld),
    short("c.sw", 0, 6, Shape::StoreWord).both(Id::Sw),
    short("c.sd", 0, 7, Shape::StoreDouble).rv64(Id::Sd),
    c("c.nop", FUNCT3 | RD, 1, Shape::Immediate).rv32(Id::Addiw).rv64(Id::Addi),
    short("c.addi", 1, 0, Shape::Immediate).nonzero(RD).rv32(Id::Addiw).rv64(Id::Addi),
    short("c.jal", 1, 1, Shape::Jump).rv32(Id::Jal),
    short("c.addiw", 1, 1, Shape::Immediate).nonzero(RD).rv64(Id::Addiw),
    short("c.li", 1, 2, Shape::Constant).rv32(Id::Addiw).rv64(Id::Addi),
    // Before `c.lui`, of which it is the row of rd = x2.
    c("c.addi16sp", FUNCT3 | RD, 3 << 13 | 2 << 7 | 1, Shape::Stack)
        .nonzero(IMM6)
        .rv32(Id::Addiw)
        .rv64(Id::Addi),
    short("c.lui", 1, 3, Shape::Upper).nonzero(IMM6).both(Id::Lui),
    right("c.srli", FUNCT2 | 0x1000, 0).rv32(Id::Srliw),
    right("c.srai", FUNCT2 | 0x1000, 1).rv32(Id::Sraiw),
    right("c.srli", FUNCT2, 0).rv64(Id::Srli),
    right("c.srai", FUNCT2, 1).rv64(Id::Srai),
    right("c.andi", FUNCT2, 2).both(Id::Andi),
    arithmetic("c.sub", 0, 0).rv32(Id::Subw).rv64(Id::Sub),
    arithmetic("c.xor", 0, 1).both(Id::Xor),
    arithmetic("c.or", 0, 2).both(Id::Or),
    arithmetic("c.and", 0, 3).both(Id::And),
    arithmetic("c.subw", 1, 0).rv64(Id::Subw),
    arithmetic("c.addw", 1, 1).rv64(Id::Addw),
    short("c.j", 1, 5, Shape::Jump).both(Id::Jal),
    short("c.beqz", 1, 6, Shape::Branch).both(Id::Beq),
    short("c.bnez", 1, 7, Shape::Branch).both(Id::Bne),
    c("c.slli", FUNCT4, 2, Shape::Amount).rv32(Id::Slliw),
    short("c.slli", 2, 0, Shape::Amount).rv64(Id::Slli),
    short("c.lwsp", 2, 2, Shape::StackLoadWord).nonzero(RD).both(Id::Lw),
    short("c.ldsp", 2, 3, Shape::StackLoadDouble).nonzero(RD).rv64(Id::Ld),
    c("c.jr", FUNCT4 | RS2, 0x8002, Shape::JumpRegister).nonzero(RD).both(Id::Jalr),
    c("c.mv", FUNCT4, 0x8002, Shape::Move).nonzero(RS2).rv32(Id::Addw).rv64(Id::Add),
    c("c.ebreak", FUNCT4 | RD | RS2, 0x9002, Shape::None).both(Id::Ebreak),
    c("c.jalr", FUNCT4 | RS2, 0x9002, Shape::JumpRegister).nonzero(RD).both(Id::Jalr),
    c("c.add", FUNCT4, 0x9002, Shape::Add).nonzero(RS2).rv32(Id::Addw).rv64(Id::Add),
    short("c.swsp", 2, 6, Shape::StackStoreWord).both(Id::Sw),
    short("c.sdsp", 2, 7, Shape::StackStoreDouble).rv64(Id::Sd),
];
