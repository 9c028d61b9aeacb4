//! The encoding table: one row for each instruction and width, written by hand from the unprivileged manual.
//!
//! A word belongs to a row when `word & mask == value`. Everything about legality is in the masks, so the decoder has
//! no second opinion: reserved bits are in `mask`, and the three rows of `aes64ks1i` cover `rnum` 0..=10 exactly.

use crate::config::Extensions;
use crate::op::Id;

/// Where the operands and the immediate are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// rd, rs1, rs2.
    R,
    /// rd, rs1, 12-bit signed immediate.
    I,
    /// rd, rs1, 6-bit shift amount (the masks keep bit 5 clear where 5 bits are meant).
    Shift,
    /// rs1, rs2, 12-bit signed offset.
    S,
    /// rs1, rs2, 13-bit signed offset.
    B,
    /// rd, upper 20 bits.
    U,
    /// rd, 21-bit signed offset.
    J,
    /// No operand that matters.
    None,
    /// rd, rs1, rs2, byte select in bits 31..30.
    ByteSelect,
    /// rd, rs1, round number in bits 23..20.
    Round,
}

/// The extensions that make a row legal; any one of them is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Base,
    M,
    MOrZmmul,
    Zkne,
    Zknd,
    ZkneOrZknd,
}

impl Needs {
    pub(crate) const fn met_by(self, extensions: Extensions) -> bool {
        match self {
            Self::Base => true,
            Self::M => extensions.m,
            Self::MOrZmmul => extensions.m || extensions.zmmul,
            Self::Zkne => extensions.zkne,
            Self::Zknd => extensions.zknd,
            Self::ZkneOrZknd => extensions.zkne || extensions.zknd,
        }
    }
}

/// One encoding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) mnemonic: &'static str,
    pub(crate) mask: u32,
    pub(crate) value: u32,
    pub(crate) format: Format,
    pub(crate) needs: Needs,
    /// The operation on RV32, if the word is legal there.
    pub(crate) rv32: Option<Id>,
    /// The operation on RV64, if the word is legal there.
    pub(crate) rv64: Option<Id>,
}

const LOAD: u32 = 0x03;
const MISC_MEM: u32 = 0x0f;
const OP_IMM: u32 = 0x13;
const AUIPC: u32 = 0x17;
const OP_IMM_32: u32 = 0x1b;
const STORE: u32 = 0x23;
const OP: u32 = 0x33;
const LUI: u32 = 0x37;
const OP_32: u32 = 0x3b;
const BRANCH: u32 = 0x63;
const JALR: u32 = 0x67;
const JAL: u32 = 0x6f;

/// Opcode alone.
const OPCODE: u32 = 0x0000_007f;
/// Opcode and funct3.
const FUNCT3: u32 = 0x0000_707f;
/// Opcode, funct3 and the upper 6 bits: a shift by up to 63.
const FUNCT6: u32 = 0xfc00_707f;
/// Opcode, funct3 and funct7.
const FUNCT7: u32 = 0xfe00_707f;
/// Everything but rd and rs1.
const UNARY: u32 = 0xfff0_707f;
/// Opcode, funct3 and the lower 5 bits of funct7.
const BYTE_SELECT: u32 = 0x3e00_707f;

const fn row(mnemonic: &'static str, mask: u32, value: u32, format: Format) -> Row {
    Row { mnemonic, mask, value, format, needs: Needs::Base, rv32: None, rv64: None }
}

impl Row {
    const fn needs(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }

    const fn rv32(mut self, id: Id) -> Self {
        self.rv32 = Some(id);
        self
    }

    const fn rv64(mut self, id: Id) -> Self {
        self.rv64 = Some(id);
        self
    }

    const fn both(self, id: Id) -> Self {
        self.rv32(id).rv64(id)
    }
}

const fn upper(mnemonic: &'static str, opcode: u32, format: Format) -> Row {
    row(mnemonic, OPCODE, opcode, format)
}

const fn minor(mnemonic: &'static str, opcode: u32, funct3: u32, format: Format) -> Row {
    row(mnemonic, FUNCT3, funct3 << 12 | opcode, format)
}

const fn shift(mnemonic: &'static str, mask: u32, funct7: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, mask, funct7 << 25 | funct3 << 12 | opcode, Format::Shift)
}

const fn register(mnemonic: &'static str, funct7: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, FUNCT7, funct7 << 25 | funct3 << 12 | opcode, Format::R)
}

/// Multiplications have the funct3 values below 4.
const fn muldiv(mnemonic: &'static str, funct3: u32, opcode: u32) -> Row {
    let needs = if funct3 < 4 { Needs::MOrZmmul } else { Needs::M };
    register(mnemonic, 1, funct3, opcode).needs(needs)
}

const fn aes32(mnemonic: &'static str, funct5: u32, needs: Needs) -> Row {
    row(mnemonic, BYTE_SELECT, funct5 << 25 | OP, Format::ByteSelect).needs(needs)
}

const fn aes64(mnemonic: &'static str, funct7: u32, needs: Needs) -> Row {
    register(mnemonic, funct7, 0, OP).needs(needs)
}

const fn ks1i(mask: u32, first: u32) -> Row {
    row("aes64ks1i", mask, (0x310 | first) << 20 | 1 << 12 | OP_IMM, Format::Round)
        .needs(Needs::ZkneOrZknd)
        .rv64(Id::Aes64ks1i)
}

/// Every encoding that the simulator executes itself.
pub(crate) const ROWS: &[Row] = &[
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
    aes32("aes32esi", 0x11, Needs::Zkne).rv32(Id::Aes32esi),
    aes32("aes32esmi", 0x13, Needs::Zkne).rv32(Id::Aes32esmi),
    aes32("aes32dsi", 0x15, Needs::Zknd).rv32(Id::Aes32dsi),
    aes32("aes32dsmi", 0x17, Needs::Zknd).rv32(Id::Aes32dsmi),
    aes64("aes64es", 0x19, Needs::Zkne).rv64(Id::Aes64es),
    aes64("aes64esm", 0x1b, Needs::Zkne).rv64(Id::Aes64esm),
    aes64("aes64ds", 0x1d, Needs::Zknd).rv64(Id::Aes64ds),
    aes64("aes64dsm", 0x1f, Needs::Zknd).rv64(Id::Aes64dsm),
    row("aes64im", UNARY, 0x3000_1013, Format::R).needs(Needs::Zknd).rv64(Id::Aes64im),
    ks1i(0xff80_707f, 0),
    ks1i(0xffe0_707f, 8),
    ks1i(0xfff0_707f, 10),
    aes64("aes64ks2", 0x3f, Needs::ZkneOrZknd).rv64(Id::Aes64ks2),
];

/// Whether the simulator executes `mnemonic` (lower case, as in the manual) itself, on at least one width.
pub fn implements(mnemonic: &str) -> bool {
    ROWS.iter().any(|row| row.mnemonic == mnemonic)
}

/// Every mnemonic that the simulator executes itself, each once, in the order of the manual.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let first = |i: usize| ROWS[..i].iter().all(|row| row.mnemonic != ROWS[i].mnemonic);
    (0..ROWS.len()).filter(move |&i| first(i)).map(|i| ROWS[i].mnemonic)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_belongs_to_two_rows_of_one_width() {
        for (i, a) in ROWS.iter().enumerate() {
            for b in &ROWS[i + 1..] {
                let same_width =
                    a.rv32.is_some() && b.rv32.is_some() || a.rv64.is_some() && b.rv64.is_some();
                let overlap = (a.value ^ b.value) & a.mask & b.mask == 0;
                assert!(!(same_width && overlap), "{} and {}", a.mnemonic, b.mnemonic);
            }
        }
    }

    #[test]
    fn values_have_no_bit_outside_their_mask() {
        assert!(ROWS.iter().all(|row| row.value & !row.mask == 0));
    }

    #[test]
    fn mnemonics_are_those_of_the_four_extensions() {
        // RV32I 40, RV64I 12 more, M 8 + 5, AES 4 + 7.
        assert_eq!(mnemonics().count(), 40 + 12 + 13 + 11);
        assert!(implements("aes64ks1i") && implements("add") && !implements("sha256sig0"));
    }
}
