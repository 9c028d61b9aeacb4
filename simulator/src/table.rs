//! The encoding table: one row for each instruction and width, written by hand from the unprivileged manual.
//!
//! A word belongs to the first row where `word & mask == value`, and where the bits `nonzero` (if any) are not all zero.
//! Everything about legality is in these, so the decoder has no second opinion: reserved bits are in `mask`, and the three rows of `aes64ks1i` cover `rnum` 0..=10 exactly.

mod base;
mod bitmanip;
mod compressed;
mod crypto;
mod custom;
mod papers;
mod system;

use crate::compressed::Shape;
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
    /// rd, rs1 or a 5-bit immediate, CSR number.
    Csr,
    /// A word of 16 bits.
    Compressed(Shape),
    /// rd, rs1, rs2, and a selector in the low three bits of funct7, which the masks fix.
    Selector,
    /// rd, rs1, rs2, rs3 in bits 31..27.
    R4,
}

/// The extensions that make a row legal; any one of them is enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Needs {
    Base,
    M,
    MOrZmmul,
    Zba,
    Zbb,
    Zbc,
    Zbs,
    Zbkb,
    Zbkx,
    Zknd,
    Zkne,
    Zknh,
    Zksed,
    Zksh,
    Zicond,
    Zaamo,
    Zalrsc,
    Zicsr,
    Zifencei,
    C,
    Xkyber,
    Xascon,
    Xchacha1,
    Xchacha2,
    Xchacha3,
    Xmont,
    Xkeccak,
    Xgf8,
    ZbbOrZbkb,
    ZbcOrZbkc,
    ZkneOrZknd,
}

impl Needs {
    pub(crate) const fn met_by(self, extensions: Extensions) -> bool {
        match self {
            Self::Base => true,
            Self::M => extensions.m,
            Self::MOrZmmul => extensions.m || extensions.zmmul,
            Self::Zba => extensions.zba,
            Self::Zbb => extensions.zbb,
            Self::Zbc => extensions.zbc,
            Self::Zbs => extensions.zbs,
            Self::Zbkb => extensions.zbkb,
            Self::Zbkx => extensions.zbkx,
            Self::Zknd => extensions.zknd,
            Self::Zkne => extensions.zkne,
            Self::Zknh => extensions.zknh,
            Self::Zksed => extensions.zksed,
            Self::Zksh => extensions.zksh,
            Self::Zicond => extensions.zicond,
            Self::Zaamo => extensions.zaamo,
            Self::Zalrsc => extensions.zalrsc,
            Self::Zicsr => extensions.zicsr,
            Self::Zifencei => extensions.zifencei,
            Self::C => extensions.compressed(),
            Self::Xkyber => extensions.xkyber,
            Self::Xascon => extensions.xascon,
            Self::Xchacha1 => extensions.xchacha1,
            Self::Xchacha2 => extensions.xchacha2,
            Self::Xchacha3 => extensions.xchacha3,
            Self::Xmont => extensions.xmont,
            Self::Xkeccak => extensions.xkeccak,
            Self::Xgf8 => extensions.xgf8,
            Self::ZbbOrZbkb => extensions.zbb || extensions.zbkb,
            Self::ZbcOrZbkc => extensions.zbc || extensions.zbkc,
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
    /// Bits that may not all be zero in a word of this row; 0 where that is not asked.
    pub(crate) nonzero: u32,
    pub(crate) format: Format,
    pub(crate) needs: Needs,
    /// The operation on RV32, if the word is legal there.
    pub(crate) rv32: Option<Id>,
    /// The operation on RV64, if the word is legal there.
    pub(crate) rv64: Option<Id>,
}

const LOAD: u32 = 0x03;
const CUSTOM_0: u32 = 0x0b;
const MISC_MEM: u32 = 0x0f;
const OP_IMM: u32 = 0x13;
const AUIPC: u32 = 0x17;
const OP_IMM_32: u32 = 0x1b;
const STORE: u32 = 0x23;
const CUSTOM_1: u32 = 0x2b;
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

/// Opcode, funct3 and funct2.
const FUNCT2: u32 = 0x0600_707f;

const fn row(mnemonic: &'static str, mask: u32, value: u32, format: Format) -> Row {
    Row { mnemonic, mask, value, nonzero: 0, format, needs: Needs::Base, rv32: None, rv64: None }
}

impl Row {
    const fn needs(mut self, needs: Needs) -> Self {
        self.needs = needs;
        self
    }

    const fn nonzero(mut self, bits: u32) -> Self {
        self.nonzero = bits;
        self
    }

    const fn format(mut self, format: Format) -> Self {
        self.format = format;
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

const fn shift(mnemonic: &'static str, mask: u32, funct7: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, mask, funct7 << 25 | funct3 << 12 | opcode, Format::Shift)
}

const fn register(mnemonic: &'static str, funct7: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, FUNCT7, funct7 << 25 | funct3 << 12 | opcode, Format::R)
}

/// A word of OP-IMM or OP-IMM-32 whose whole immediate selects the operation.
const fn unary(mnemonic: &'static str, funct12: u32, funct3: u32, opcode: u32) -> Row {
    row(mnemonic, UNARY, funct12 << 20 | funct3 << 12 | opcode, Format::R)
}

/// Byte select in the two bits above `funct5`.
const fn byte_select(mnemonic: &'static str, funct5: u32) -> Row {
    row(mnemonic, BYTE_SELECT, funct5 << 25 | OP, Format::ByteSelect)
}

/// Every encoding that the simulator executes itself.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    let own = [base::ROWS, bitmanip::ROWS, crypto::ROWS, custom::ROWS, papers::ROWS, system::ROWS];
    own.into_iter().chain([compressed::ROWS]).flatten()
}

/// Whether the simulator executes `mnemonic` (lower case, as in the manual) itself, on at least one width.
pub fn implements(mnemonic: &str) -> bool {
    rows().any(|row| row.mnemonic == mnemonic)
}

/// Every mnemonic that the simulator executes itself, each once, in the order of the manual.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    let first = |&(i, row): &(usize, &Row)| rows().take(i).all(|r| r.mnemonic != row.mnemonic);
    rows().enumerate().filter(first).map(|(_, row)| row.mnemonic)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `zext.h` is `pack` (RV32) or `packw` (RV64) with rs2 = x0, and lives without Zbkb. `c.addi16sp` takes the words
    /// of `c.lui` whose rd is x2.
    #[test]
    fn words_of_two_rows_are_known() {
        let rows: Vec<&Row> = rows().collect();
        let mut aliases = Vec::new();
        for (i, a) in rows.iter().enumerate() {
            for b in &rows[i + 1..] {
                let both = |x: Option<Id>, y: Option<Id>| x.is_some() && y.is_some();
                let meet = both(a.rv32, b.rv32) || both(a.rv64, b.rv64);
                // What one row must have not all zero, the other one has all zero.
                let apart = |a: &Row, b: &Row| {
                    a.nonzero != 0 && a.nonzero & !b.mask == 0 && b.value & a.nonzero == 0
                };
                let meet = meet && !apart(a, b) && !apart(b, a);
                if meet && (a.value ^ b.value) & a.mask & b.mask == 0 {
                    aliases.push([a.mnemonic, b.mnemonic]);
                }
            }
        }
        let expected = [["zext.h", "pack"], ["zext.h", "packw"], ["c.addi16sp", "c.lui"]];
        assert_eq!(aliases, expected);
    }

    #[test]
    fn values_have_no_bit_outside_their_mask() {
        assert!(rows().all(|row| row.value & !row.mask == 0));
    }

    #[test]
    fn mnemonics_are_those_of_the_extensions() {
        // RV32I 40, RV64I 12 more, M 8 + 5; Zba 3 + 5, Zbb 18 + 6, Zbc 3, Zbs 8, Zbkb 5 + 1 + 1 (zext.h is counted in
        // Zbb), Zbkx 2, Zicond 2; AES 4 + 7, Zknh 4 + 6 + 4, Zksed 2, Zksh 2; Xmont 5, Xkeccak 2, Xgf8 2;
        // XKyber 6, Xascon 5 * 2, ChaCha 2, 4 and 2 + 4; A 11 + 11, Zicsr 6, Zifencei 1, MRET and WFI; C 27 + 7.
        let standard = 40 + 12 + 13 + 8 + 24 + 3 + 8 + 6 + 2 + 2 + 11 + 14 + 4;
        let system = 22 + 6 + 1 + 2;
        assert_eq!(mnemonics().count(), system + standard + 5 + 2 + 2 + 6 + 10 + 2 + 4 + 6 + 34);
        assert!(implements("aes64ks1i") && implements("zext.h") && !implements("sret"));
    }
}
