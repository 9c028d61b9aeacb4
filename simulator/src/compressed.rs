//! Operands of 16-bit words, as those of the operations that they expand to.

use crate::op::SINK;

/// Where a compressed word has its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// `c.addi4spn`.
    StackAddress,
    LoadWord,
    LoadDouble,
    StoreWord,
    StoreDouble,
    /// rd = rs1, six signed bits.
    Immediate,
    /// As above, added to x0.
    Constant,
    /// `c.addi16sp`.
    Stack,
    /// `c.lui`.
    Upper,
    /// A short rd = rs1, six signed bits, or an amount.
    Alu,
    /// A short rd = rs1, a short rs2.
    Registers,
    /// `c.j` and `c.jal`: bit 15 is set in the first and clear in the second, which links to ra.
    Jump,
    /// A short rs1, compared with x0.
    Branch,
    /// rd = rs1, an amount of six bits.
    Amount,
    StackLoadWord,
    StackLoadDouble,
    StackStoreWord,
    StackStoreDouble,
    /// rs1; bit 12 says whether it links to ra.
    JumpRegister,
    /// rd, rs2; rs1 is x0.
    Move,
    /// rd = rs1, rs2.
    Add,
    /// No operand.
    None,
}

/// Operands of an operation: rd (never x0), rs1, rs2 and the immediate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operands {
    pub(crate) rd: u8,
    pub(crate) rs1: u8,
    pub(crate) rs2: u8,
    pub(crate) imm: i32,
}

const RA: u8 = 1;
const SP: u8 = 2;

/// `len` bits from `low` on, placed at bit `at`.
const fn bits(word: u32, low: u32, len: u32, at: u32) -> i32 {
    ((word >> low & ((1 << len) - 1)) << at) as i32
}

/// The bits above bit `sign` become copies of it.
const fn signed(value: i32, sign: u32) -> i32 {
    value << (31 - sign) >> (31 - sign)
}

impl Shape {
    /// The operands of a word of this shape.
    pub(crate) fn operands(self, word: u32) -> Operands {
        let full = |low: u32| (word >> low & 31) as u8;
        let short = |low: u32| (word >> low & 7) as u8 + 8;
        let result = |register: u8| if register == 0 { SINK } else { register };
        let six = bits(word, 12, 1, 5) | bits(word, 2, 5, 0);
        let of = |rd: u8, rs1: u8, rs2: u8, imm: i32| Operands { rd, rs1, rs2, imm };
        let word_offset = || bits(word, 10, 3, 3) | bits(word, 6, 1, 2) | bits(word, 5, 1, 6);
        let double_offset = || bits(word, 10, 3, 3) | bits(word, 5, 2, 6);
        match self {
            Self::StackAddress => {
                let low = bits(word, 6, 1, 2) | bits(word, 5, 1, 3) | bits(word, 11, 2, 4);
                of(short(2), SP, 0, low | bits(word, 7, 4, 6))
            }
            Self::LoadWord => of(short(2), short(7), 0, word_offset()),
            Self::LoadDouble => of(short(2), short(7), 0, double_offset()),
            Self::StoreWord => of(SINK, short(7), short(2), word_offset()),
            Self::StoreDouble => of(SINK, short(7), short(2), double_offset()),
            Self::Immediate => of(result(full(7)), full(7), 0, signed(six, 5)),
            Self::Constant => of(result(full(7)), 0, 0, signed(six, 5)),
            Self::Stack => {
                let low = bits(word, 6, 1, 4) | bits(word, 2, 1, 5) | bits(word, 5, 1, 6);
                of(SP, SP, 0, signed(low | bits(word, 3, 2, 7) | bits(word, 12, 1, 9), 9))
            }
            Self::Upper => of(result(full(7)), 0, 0, signed(six, 5) << 12),
            // An amount is cut to what the operation has.
            Self::Alu => of(short(7), short(7), 0, signed(six, 5)),
            Self::Registers => of(short(7), short(7), short(2), 0),
            Self::Jump => {
                let low = bits(word, 3, 3, 1) | bits(word, 11, 1, 4) | bits(word, 2, 1, 5);
                let middle = bits(word, 7, 1, 6) | bits(word, 6, 1, 7) | bits(word, 9, 2, 8);
                let high = bits(word, 8, 1, 10) | bits(word, 12, 1, 11);
                let link = if word >> 15 == 0 { RA } else { SINK };
                of(link, 0, 0, signed(low | middle | high, 11))
            }
            Self::Branch => {
                let low = bits(word, 3, 2, 1) | bits(word, 10, 2, 3) | bits(word, 2, 1, 5);
                of(SINK, short(7), 0, signed(low | bits(word, 5, 2, 6) | bits(word, 12, 1, 8), 8))
            }
            Self::Amount => of(result(full(7)), full(7), 0, six),
            Self::StackLoadWord => {
                let offset = bits(word, 4, 3, 2) | bits(word, 12, 1, 5) | bits(word, 2, 2, 6);
                of(full(7), SP, 0, offset)
            }
            Self::StackLoadDouble => {
                let offset = bits(word, 5, 2, 3) | bits(word, 12, 1, 5) | bits(word, 2, 3, 6);
                of(full(7), SP, 0, offset)
            }
            Self::StackStoreWord => {
                of(SINK, SP, full(2), bits(word, 9, 4, 2) | bits(word, 7, 2, 6))
            }
            Self::StackStoreDouble => {
                of(SINK, SP, full(2), bits(word, 10, 3, 3) | bits(word, 7, 3, 6))
            }
            Self::JumpRegister => of(if word >> 12 & 1 == 1 { RA } else { SINK }, full(7), 0, 0),
            Self::Move => of(result(full(7)), 0, full(2), 0),
            Self::Add => of(result(full(7)), full(7), full(2), 0),
            Self::None => of(SINK, 0, 0, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of the least and the greatest immediate, from the figures of the manual's chapter on C.
    #[test]
    fn immediates_cover_their_ranges() {
        for (shape, word, imm) in [
            (Shape::StackAddress, 0x0040, 4),
            (Shape::StackAddress, 0x1fe0, 1020),
            (Shape::LoadWord, 0x5c60, 124),
            (Shape::LoadDouble, 0x7c60, 248),
            (Shape::Immediate, 0x1001, -32),
            (Shape::Immediate, 0x007d, 31),
            (Shape::Stack, 0x7101, -512),
            (Shape::Stack, 0x617d, 496),
            (Shape::Upper, 0x7281, -32 << 12),
            (Shape::Jump, 0xb001, -2048),
            (Shape::Jump, 0xaffd, 2046),
            (Shape::Branch, 0xd001, -256),
            (Shape::Branch, 0xcc7d, 254),
            (Shape::Amount, 0x107e, 63),
            (Shape::StackLoadWord, 0x50fe, 252),
            (Shape::StackLoadDouble, 0x70fe, 504),
            (Shape::StackStoreWord, 0xdf82, 252),
            (Shape::StackStoreDouble, 0xff82, 504),
        ] {
            assert_eq!(shape.operands(word).imm, imm, "{shape:?} {word:04x}");
        }
    }
}
