//! I and M.

use super::{
    AUIPC, BRANCH, FUNCT3, FUNCT6, FUNCT7, Format, JAL, JALR, LOAD, LUI, MISC_MEM, Needs, OP,
    OP_32, OP_IMM, OP_IMM_32, OPCODE, Row, STORE, register, row, shift,
};
use crate::op::Id;

const fn upper(mnemonic: &'static str, opcode: u32, format: Format) -> Row {
    row(mnemonic, OPCODE, opcode, format)
}

const fn minor(mnemonic: &'static str, opcode: u32, funct3: u32, format: Format) -> Row {
    row(mnemonic, FUNCT3, funct3 << 12 | opcode, format)
}

/// Multiplications have the funct3 values below 4.
const fn muldiv(mnemonic: &'static str, funct3: u32, opcode: u32) -> Row {
    let needs = if funct3 < 4 { Needs::MOrZmmul } else { Needs::M };
    register(mnemonic, 1, funct3, opcode).needs(needs)
}

pub(super) const ROWS: &[Row] = &[
    upper("lui", LUI, Format::U).both(Id::Lui),
    upper("auipc", AUIPC, Format::U).both(Id::Auipc),
    upper("jal", JAL, Format::J).both(Id::Jal),
    minor("jalr", JALR, 0, Format::I).both(Id::Jalr),
    minor("beq", BRANCH, 0, Format::B).both(Id::Beq),
    minor("bne", BRANCH, 1, Format::B).both(Id::Bne),
    minor("blt", BRANCH, 4, Format::B).both(Id::Blt),
    minor("bge", BRANCH, 5, Format::B).both(Id::Bge),
    minor("bltu", BRANCH, 6, Format::B).both(Id::Bltu),
    minor("bgeu", BRANCH, 7, Format::B).both(Id::Bgeu),
    minor("lb", LOAD, 0, Format::I).both(Id::Lb),
    minor("lh", LOAD, 1, Format::I).both(Id::Lh),
    minor("lw", LOAD, 2, Format::I).both(Id::Lw),
    minor("ld", LOAD, 3, Format::I).rv64(Id::Ld),
    minor("lbu", LOAD, 4, Format::I).both(Id::Lbu),
    minor("lhu", LOAD, 5, Format::I).both(Id::Lhu),
    minor("lwu", LOAD, 6, Format::I).rv64(Id::Lwu),
    minor("sb", STORE, 0, Format::S).both(Id::Sb),
    minor("sh", STORE, 1, Format::S).both(Id::Sh),
    minor("sw", STORE, 2, Format::S).both(Id::Sw),
    minor("sd", STORE, 3, Format::S).rv64(Id::Sd),
    minor("addi", OP_IMM, 0, Format::I).rv32(Id::Addiw).rv64(Id::Addi),
    minor("slti", OP_IMM, 2, Format::I).both(Id::Slti),
    minor("sltiu", OP_IMM, 3, Format::I).both(Id::Sltiu),
    minor("xori", OP_IMM, 4, Format::I).both(Id::Xori),
    minor("ori", OP_IMM, 6, Format::I).both(Id::Ori),
    minor("andi", OP_IMM, 7, Format::I).both(Id::Andi),
    shift("slli", FUNCT7, 0x00, 1, OP_IMM).rv32(Id::Slliw),
    shift("srli", FUNCT7, 0x00, 5, OP_IMM).rv32(Id::Srliw),
    shift("srai", FUNCT7, 0x20, 5, OP_IMM).rv32(Id::Sraiw),
    shift("slli", FUNCT6, 0x00, 1, OP_IMM).rv64(Id::Slli),
    shift("srli", FUNCT6, 0x00, 5, OP_IMM).rv64(Id::Srli),
    shift("srai", FUNCT6, 0x20, 5, OP_IMM).rv64(Id::Srai),
    register("add", 0x00, 0, OP).rv32(Id::Addw).rv64(Id::Add),
    register("sub", 0x20, 0, OP).rv32(Id::Subw).rv64(Id::Sub),
    register("sll", 0x00, 1, OP).rv32(Id::Sllw).rv64(Id::Sll),
    register("slt", 0x00, 2, OP).both(Id::Slt),
    register("sltu", 0x00, 3, OP).both(Id::Sltu),
    register("xor", 0x00, 4, OP).both(Id::Xor),
    register("srl", 0x00, 5, OP).rv32(Id::Srlw).rv64(Id::Srl),
    register("sra", 0x20, 5, OP).rv32(Id::Sraw).rv64(Id::Sra),
    register("or", 0x00, 6, OP).both(Id::Or),
    register("and", 0x00, 7, OP).both(Id::And),
    minor("addiw", OP_IMM_32, 0, Format::I).rv64(Id::Addiw),
    shift("slliw", FUNCT7, 0x00, 1, OP_IMM_32).rv64(Id::Slliw),
    shift("srliw", FUNCT7, 0x00, 5, OP_IMM_32).rv64(Id::Srliw),
    shift("sraiw", FUNCT7, 0x20, 5, OP_IMM_32).rv64(Id::Sraiw),
    register("addw", 0x00, 0, OP_32).rv64(Id::Addw),
    register("subw", 0x20, 0, OP_32).rv64(Id::Subw),
    register("sllw", 0x00, 1, OP_32).rv64(Id::Sllw),
    register("srlw", 0x00, 5, OP_32).rv64(Id::Srlw),
    register("sraw", 0x20, 5, OP_32).rv64(Id::Sraw),
    // Reserved fence fields are to be ignored, not trapped on (manual, "Memory Ordering Instructions").
    minor("fence", MISC_MEM, 0, Format::None).both(Id::Fence),
    row("ecall", u32::MAX, 0x0000_0073, Format::None).both(Id::Ecall),
    row("ebreak", u32::MAX, 0x0010_0073, Format::None).both(Id::Ebreak),
    muldiv("mul", 0, OP).rv32(Id::Mulw).rv64(Id::Mul),
    muldiv("mulh", 1, OP).rv32(Id::Mulh32).rv64(Id::Mulh),
    muldiv("mulhsu", 2, OP).rv32(Id::Mulhsu32).rv64(Id::Mulhsu),
    muldiv("mulhu", 3, OP).rv32(Id::Mulhu32).rv64(Id::Mulhu),
    muldiv("div", 4, OP).rv32(Id::Divw).rv64(Id::Div),
    muldiv("divu", 5, OP).rv32(Id::Divuw).rv64(Id::Divu),
    muldiv("rem", 6, OP).rv32(Id::Remw).rv64(Id::Rem),
    muldiv("remu", 7, OP).rv32(Id::Remuw).rv64(Id::Remu),
    muldiv("mulw", 0, OP_32).rv64(Id::Mulw),
    muldiv("divw", 4, OP_32).rv64(Id::Divw),
    muldiv("divuw", 5, OP_32).rv64(Id::Divuw),
    muldiv("remw", 6, OP_32).rv64(Id::Remw),
    muldiv("remuw", 7, OP_32).rv64(Id::Remuw),
];
