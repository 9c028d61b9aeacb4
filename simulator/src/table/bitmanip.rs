//! Zba, Zbb, Zbc, Zbs, Zbkb, Zbkc, Zbkx and Zicond.

use super::{
    FUNCT6, FUNCT7, Format, Needs, OP, OP_32, OP_IMM, OP_IMM_32, Row, UNARY, register, row, shift,
    unary,
};
use crate::op::Id;

const fn op(mnemonic: &'static str, funct7: u32, funct3: u32, needs: Needs) -> Row {
    register(mnemonic, funct7, funct3, OP).needs(needs)
}

const fn op_32(mnemonic: &'static str, funct7: u32, funct3: u32, needs: Needs) -> Row {
    register(mnemonic, funct7, funct3, OP_32).needs(needs)
}

const fn op_imm(mnemonic: &'static str, funct12: u32, funct3: u32, needs: Needs) -> Row {
    unary(mnemonic, funct12, funct3, OP_IMM).needs(needs)
}

const fn count(mnemonic: &'static str, funct12: u32, opcode: u32) -> Row {
    unary(mnemonic, funct12, 1, opcode).needs(Needs::Zbb)
}

/// A shift amount of 5 bits on RV32.
const fn shift_32(mnemonic: &'static str, funct7: u32, funct3: u32, needs: Needs) -> Row {
    shift(mnemonic, FUNCT7, funct7, funct3, OP_IMM).needs(needs)
}

/// A shift amount of 6 bits on RV64.
const fn shift_64(mnemonic: &'static str, funct7: u32, funct3: u32, needs: Needs) -> Row {
    shift(mnemonic, FUNCT6, funct7, funct3, OP_IMM).needs(needs)
}

/// A register operation whose rs2 is x0, under its own name.
const fn rs2_is_x0(mnemonic: &'static str, funct7: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, UNARY, funct7 << 25 | funct3 << 12 | opcode, Format::R)
}

pub(super) const ROWS: &[Row] = &[
    op("sh1add", 0x10, 2, Needs::Zba).both(Id::Sh1add),
    op("sh2add", 0x10, 4, Needs::Zba).both(Id::Sh2add),
    op("sh3add", 0x10, 6, Needs::Zba).both(Id::Sh3add),
    op_32("add.uw", 0x04, 0, Needs::Zba).rv64(Id::AddUw),
    op_32("sh1add.uw", 0x10, 2, Needs::Zba).rv64(Id::Sh1addUw),
    op_32("sh2add.uw", 0x10, 4, Needs::Zba).rv64(Id::Sh2addUw),
    op_32("sh3add.uw", 0x10, 6, Needs::Zba).rv64(Id::Sh3addUw),
    shift("slli.uw", FUNCT6, 0x04, 1, OP_IMM_32).needs(Needs::Zba).rv64(Id::SlliUw),
    op("andn", 0x20, 7, Needs::ZbbOrZbkb).both(Id::Andn),
    op("orn", 0x20, 6, Needs::ZbbOrZbkb).both(Id::Orn),
    op("xnor", 0x20, 4, Needs::ZbbOrZbkb).both(Id::Xnor),
    count("clz", 0x600, OP_IMM).rv32(Id::Clzw).rv64(Id::Clz),
    count("ctz", 0x601, OP_IMM).rv32(Id::Ctzw).rv64(Id::Ctz),
    count("cpop", 0x602, OP_IMM).rv32(Id::Cpopw).rv64(Id::Cpop),
    count("clzw", 0x600, OP_IMM_32).rv64(Id::Clzw),
    count("ctzw", 0x601, OP_IMM_32).rv64(Id::Ctzw),
    count("cpopw", 0x602, OP_IMM_32).rv64(Id::Cpopw),
    op_imm("sext.b", 0x604, 1, Needs::Zbb).both(Id::SextB),
    op_imm("sext.h", 0x605, 1, Needs::Zbb).both(Id::SextH),
    rs2_is_x0("zext.h", 0x04, 4, OP).needs(Needs::ZbbOrZbkb).rv32(Id::Packw),
    rs2_is_x0("zext.h", 0x04, 4, OP_32).needs(Needs::ZbbOrZbkb).rv64(Id::Packw),
    op("min", 0x05, 4, Needs::Zbb).both(Id::Min),
    op("minu", 0x05, 5, Needs::Zbb).both(Id::Minu),
    op("max", 0x05, 6, Needs::Zbb).both(Id::Max),
    op("maxu", 0x05, 7, Needs::Zbb).both(Id::Maxu),
    op("rol", 0x30, 1, Needs::ZbbOrZbkb).rv32(Id::Rolw).rv64(Id::Rol),
    op("ror", 0x30, 5, Needs::ZbbOrZbkb).rv32(Id::Rorw).rv64(Id::Ror),
    shift_32("rori", 0x30, 5, Needs::ZbbOrZbkb).rv32(Id::Roriw),
    shift_64("rori", 0x30, 5, Needs::ZbbOrZbkb).rv64(Id::Rori),
    op_32("rolw", 0x30, 1, Needs::ZbbOrZbkb).rv64(Id::Rolw),
    op_32("rorw", 0x30, 5, Needs::ZbbOrZbkb).rv64(Id::Rorw),
    shift("roriw", FUNCT7, 0x30, 5, OP_IMM_32).needs(Needs::ZbbOrZbkb).rv64(Id::Roriw),
    op_imm("orc.b", 0x287, 5, Needs::Zbb).both(Id::OrcB),
    op_imm("rev8", 0x698, 5, Needs::ZbbOrZbkb).rv32(Id::Rev8),
    op_imm("rev8", 0x6b8, 5, Needs::ZbbOrZbkb).rv64(Id::Rev8),
    op("pack", 0x04, 4, Needs::Zbkb).rv32(Id::Packw).rv64(Id::Pack),
    op("packh", 0x04, 7, Needs::Zbkb).both(Id::Packh),
    op_32("packw", 0x04, 4, Needs::Zbkb).rv64(Id::Packw),
    op_imm("brev8", 0x687, 5, Needs::Zbkb).both(Id::Brev8),
    op_imm("zip", 0x08f, 1, Needs::Zbkb).rv32(Id::Zip),
    op_imm("unzip", 0x08f, 5, Needs::Zbkb).rv32(Id::Unzip),
    op("clmul", 0x05, 1, Needs::ZbcOrZbkc).both(Id::Clmul),
    op("clmulh", 0x05, 3, Needs::ZbcOrZbkc).rv32(Id::Clmulh32).rv64(Id::Clmulh),
    op("clmulr", 0x05, 2, Needs::Zbc).rv32(Id::Clmulr32).rv64(Id::Clmulr),
    op("bclr", 0x24, 1, Needs::Zbs).both(Id::Bclr),
    op("bext", 0x24, 5, Needs::Zbs).both(Id::Bext),
    op("binv", 0x34, 1, Needs::Zbs).both(Id::Binv),
    op("bset", 0x14, 1, Needs::Zbs).both(Id::Bset),
    shift_32("bclri", 0x24, 1, Needs::Zbs).rv32(Id::Bclri),
    shift_64("bclri", 0x24, 1, Needs::Zbs).rv64(Id::Bclri),
    shift_32("bexti", 0x24, 5, Needs::Zbs).rv32(Id::Bexti),
    shift_64("bexti", 0x24, 5, Needs::Zbs).rv64(Id::Bexti),
    shift_32("binvi", 0x34, 1, Needs::Zbs).rv32(Id::Binvi),
    shift_64("binvi", 0x34, 1, Needs::Zbs).rv64(Id::Binvi),
    shift_32("bseti", 0x14, 1, Needs::Zbs).rv32(Id::Bseti),
    shift_64("bseti", 0x14, 1, Needs::Zbs).rv64(Id::Bseti),
    op("xperm4", 0x14, 2, Needs::Zbkx).rv32(Id::Xperm4Of32).rv64(Id::Xperm4),
    op("xperm8", 0x14, 4, Needs::Zbkx).rv32(Id::Xperm8Of32).rv64(Id::Xperm8),
    op("czero.eqz", 0x07, 5, Needs::Zicond).both(Id::CzeroEqz),
    op("czero.nez", 0x07, 7, Needs::Zicond).both(Id::CzeroNez),
];
