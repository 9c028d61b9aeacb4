//! One instruction as a directive that the GNU assembler and LLVM's take, whether or not they know it.
//!
//! Both take `.insn` with the manual's formats of 32-bit words, and with the two compressed formats
//! that hold a distance; other words of 16 bits are a number, with the registers' numbers in it.

use crate::expression::Word;

/// The immediates of formats that take a target.
const B: &[(u32, u32, u32)] = &[(31, 31, 12), (30, 25, 5), (11, 8, 1), (7, 7, 11)];
const J: &[(u32, u32, u32)] = &[(31, 31, 20), (30, 21, 1), (20, 20, 11), (19, 12, 12)];
const CB: &[(u32, u32, u32)] = &[(12, 12, 8), (11, 10, 3), (6, 5, 6), (4, 3, 1), (2, 2, 5)];
const CJ: &[(u32, u32, u32)] = &[
    (12, 12, 11),
    (11, 11, 4),
    (10, 9, 8),
    (8, 8, 10),
    (7, 7, 6),
    (6, 6, 7),
    (5, 3, 1),
    (2, 2, 5),
];
/// The immediates of formats that take an offset.
const I: &[(u32, u32, u32)] = &[(31, 20, 0)];
const S: &[(u32, u32, u32)] = &[(31, 25, 5), (11, 7, 0)];
const U: &[(u32, u32, u32)] = &[(31, 12, 12)];

/// A directive.
pub(crate) struct Directive {
    /// Its text.
    pub(crate) text: String,
    pub(crate) kind: Kind,
}

/// What is to be known of a directive by whoever writes its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Its number is an offset that stands before a base register, and the assembler checks it.
    Memory,
    /// Its number is a target: a label, or `. + distance`; the assembler checks it.
    Target,
    /// The same in a word of 16 bits.
    CompressedTarget,
    /// The assembler checks the number against the format.
    Checked,
    /// Numbers are to be checked before.
    Plain,
    /// So are the numbers of registers, which have symbols.
    Numbered,
}

impl Word<'_> {
    /// The directive of this word.
    pub(crate) fn directive(&self) -> Directive {
        let found = if self.enc.len == 2 { self.compressed() } else { self.formats() };
        found.unwrap_or_else(|| self.raw())
    }
    fn formats(&self) -> Option<Directive> {
        let (opcode, funct3) = (self.fixed(6, 0), self.fixed(14, 12));
        let start = |format: &str| format!(".insn {format} {opcode:#x}, {funct3:#x}");
        let (rd, rs1, rs2) = (self.register(11, 7), self.register(19, 15), self.register(24, 20));
        let made = |kind, text| Some(Directive { text, kind });
        // A selector beside the immediate, or in place of funct3, fits none of these formats.
        let funct3_fixed = self.bits(&[(14, 12)], true).is_some_and(|sum| sum.is_fixed());
        if let (true, Some(target), Some(rs1), Some(rs2)) =
            (funct3_fixed, self.plain(B), &rs1, &rs2)
        {
            let target = self.spelling.target(target);
            return made(Kind::Target, format!("{}, {rs1}, {rs2}, {target}", start("b")));
        }
        if let (Some(target), Some(rd)) = (self.plain(J), &rd) {
            let target = self.spelling.target(target);
            return made(Kind::Target, format!(".insn j {opcode:#x}, {rd}, {target}"));
        }
        if let (Some(imm), Some(rd)) = (self.plain(U).filter(|o| o.scale == 12), &rd) {
            let imm = self.spelling.number(imm);
            return made(Kind::Checked, format!(".insn u {opcode:#x}, {rd}, {imm}"));
        }
        let base = self.operands.iter().position(|o| o.offset).map(|k| &self.operands[k + 1]);
        if funct3_fixed && let Some(rs1) = &rs1 {
            if let (Some(imm), Some(rs2)) = (self.plain(S), &rs2) {
                let start = format!("{}, {rs2}", start("s"));
                return match base {
                    Some(b) => {
                        made(Kind::Memory, format!("{start}, {}", self.spelling.memory(imm, b)))
                    }
                    None => made(
                        Kind::Checked,
                        format!("{start}, {}({rs1})", self.spelling.number(imm)),
                    ),
                };
            }
            if let (Some(imm), Some(rd)) = (self.plain(I), &rd)
                && self.enc.operand(imm.slot).1 == 12
            {
                let start = format!("{}, {rd}", start("i"));
                return match base {
                    Some(b) => {
                        made(Kind::Memory, format!("{start}, {}", self.spelling.memory(imm, b)))
                    }
                    None => made(
                        Kind::Checked,
                        format!("{start}, {rs1}, {}", self.spelling.number(imm)),
                    ),
                };
            }
            if let (Some(rd), Some(sum)) = (&rd, self.bits(&[(31, 20)], false)) {
                let text = format!("{}, {rd}, {rs1}, {}", start("i"), sum.signed());
                return made(Kind::Plain, text);
            }
            if let (Some(rd), Some(rs2), Some(sum)) = (&rd, &rs2, self.bits(&[(31, 25)], false)) {
                let (start, funct7) = (start("r"), sum.unsigned());
                return made(Kind::Plain, format!("{start}, {funct7}, {rd}, {rs1}, {rs2}"));
            }
            if let (Some(rd), Some(rs2), Some(rs3), Some(sum)) =
                (&rd, &rs2, self.register(31, 27), self.bits(&[(26, 25)], false))
            {
                let (start, funct2) = (start("r4"), sum.unsigned());
                return made(Kind::Plain, format!("{start}, {funct2}, {rd}, {rs1}, {rs2}, {rs3}"));
            }
        }
        let (rd, sum) = (rd?, self.bits(&[(31, 12)], false)?);
        made(Kind::Plain, format!(".insn u {opcode:#x}, {rd}, {}", sum.unsigned()))
    }
    fn compressed(&self) -> Option<Directive> {
        let (opcode, funct3) = (self.fixed(1, 0), self.fixed(15, 13));
        let made = |text| Some(Directive { text, kind: Kind::CompressedTarget });
        if let Some(target) = self.plain(CJ) {
            let target = self.spelling.target(target);
            return made(format!(".insn cj {opcode:#x}, {funct3:#x}, {target}"));
        }
        let (target, rs1) = (self.plain(CB)?, self.register(9, 7)?);
        let target = self.spelling.target(target);
        made(format!(".insn cb {opcode:#x}, {funct3:#x}, {rs1}, {target}"))
    }
    fn raw(&self) -> Directive {
        let sum =
            self.bits(&[(8 * self.enc.len - 1, 0)], true).expect("registers are numbers here");
        let text = format!(".{}byte {}", self.enc.len, sum.unsigned());
        Directive { text, kind: Kind::Numbered }
    }
}
