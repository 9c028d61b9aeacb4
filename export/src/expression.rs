//! Bits of a word as an expression that assemblers evaluate.

use crate::operand::Operand;
use semantics::{
    encoding::Enc,
    spec::{Reg, Slot},
};

/// How operands are spelt: in a macro, or in an inline-assembly template.
pub(crate) trait Spelling {
    /// A register, as an assembler reads it.
    fn register(&self, operand: &Operand) -> String;
    /// The number of a register.
    fn register_number(&self, operand: &Operand) -> String;
    /// A number.
    fn number(&self, operand: &Operand) -> String;
    /// Where a branch or jump goes.
    fn target(&self, operand: &Operand) -> String {
        self.number(operand)
    }
    /// An offset and a base register, `imm(rs1)`.
    fn memory(&self, offset: &Operand, base: &Operand) -> String {
        format!("{}({})", self.number(offset), self.register(base))
    }
}

/// A word, its operands, and how they are spelt.
pub(crate) struct Word<'a> {
    pub(crate) enc: &'a Enc,
    pub(crate) operands: &'a [Operand],
    pub(crate) spelling: &'a dyn Spelling,
}

impl Word<'_> {
    /// The operand of this place in the record, when the syntax names it.
    pub(crate) fn operand(&self, slot: Slot) -> Option<&Operand> {
        self.operands.iter().find(|o| o.slot == slot)
    }
    /// The register that the bits from `hi` to `lo` name: an operand of them all, or a fixed one.
    pub(crate) fn register(&self, hi: u32, lo: u32) -> Option<String> {
        let fields = || self.enc.fields().filter(|f| self.operand(f.slot).is_some());
        let meets = |part: &&(u32, u32, u32)| part.0 >= lo && part.1 <= hi;
        match fields().find(|f| f.parts.iter().any(|p| meets(&p))) {
            Some(field) => {
                let operand = self.operand(field.slot).filter(|o| o.is_register())?;
                let (parts, _) = self.enc.operand(field.slot);
                (parts.len() == 1 && (parts[0].0, parts[0].1) == (hi, lo))
                    .then(|| self.spelling.register(operand))
            }
            None => Some(Reg((self.fixed(hi, lo)) as u8).to_string()),
        }
    }
    /// The fixed bits of a range; what no operand sets is zero.
    pub(crate) fn fixed(&self, hi: u32, lo: u32) -> u32 {
        self.enc.value >> lo & ones(hi - lo + 1)
    }
    /// Whether a number operand has exactly these bits (see [`Field::parts`](semantics::encoding::Field::parts)).
    pub(crate) fn plain(&self, parts: &[(u32, u32, u32)]) -> Option<&Operand> {
        let operand = self.operands.iter().find(|o| !o.is_register())?;
        let mut found = self.enc.operand(operand.slot).0;
        found.sort_by_key(|part| std::cmp::Reverse(part.0));
        (found == parts).then_some(operand)
    }
    /// The bits of some ranges of the word, the first range on top, as an unsigned number; `None`
    /// when a register operand is among them and `registers` may not be.
    pub(crate) fn bits(&self, ranges: &[(u32, u32)], registers: bool) -> Option<Sum> {
        let mut sum = Sum { width: 0, fixed: 0, terms: Vec::new(), variable: 0 };
        for &(hi, lo) in ranges.iter().rev() {
            sum.fixed |= self.fixed(hi, lo) << sum.width;
            for operand in self.operands {
                let (parts, _) = self.enc.operand(operand.slot);
                // Where two bits of an operand share a bit of the word, the lower one is what it holds.
                let doubled = |lo, at| parts.iter().any(|p| p.1 == lo && p.2 < at);
                for &(part_hi, part_lo, at) in &parts {
                    if doubled(part_lo, at) {
                        continue;
                    }
                    let (top, bottom) = (part_hi.min(hi), part_lo.max(lo));
                    if top < bottom {
                        continue;
                    }
                    if operand.is_register() && !registers {
                        return None;
                    }
                    let spelt = match operand.is_register() {
                        true => self.spelling.register_number(operand),
                        false => self.spelling.number(operand),
                    };
                    let from = at + bottom - part_lo - operand.scale;
                    let (count, to) = (top - bottom + 1, sum.width + bottom - lo);
                    // A whole operand was checked against its range.
                    let whole = parts.len() == 1
                        && (top, bottom) == (part_hi, part_lo)
                        && at == operand.scale
                        && (!operand.is_register() || count == 5)
                        && self.enc.operand(operand.slot).1 == 0;
                    sum.terms.push(term(&spelt, from, (!whole).then_some(count), to));
                    sum.variable |= ones(count) << to;
                }
            }
            sum.width += hi - lo + 1;
        }
        Some(sum)
    }
}

fn ones(count: u32) -> u32 {
    u32::MAX >> (32 - count)
}

/// `count` bits of `text` from bit `from`, moved to bit `to`; all of it without `count`.
fn term(text: &str, from: u32, count: Option<u32>, to: u32) -> String {
    let mut term = format!("({text})");
    if from > 0 {
        term = format!("({term} >> {from})");
    }
    if let Some(count) = count {
        term = format!("({term} & {:#x})", ones(count));
    }
    if to > 0 { format!("({term} << {to})") } else { term }
}

/// A number of some bits, the sum of a constant and of operands.
pub(crate) struct Sum {
    width: u32,
    fixed: u32,
    terms: Vec<String>,
    variable: u32,
}

impl Sum {
    /// Whether no operand is in it.
    pub(crate) fn is_fixed(&self) -> bool {
        self.terms.is_empty()
    }
    /// As an unsigned number.
    pub(crate) fn unsigned(&self) -> String {
        let mut all = self.terms.clone();
        if self.fixed != 0 || all.is_empty() {
            all.push(format!("{:#x}", self.fixed));
        }
        // The parts have no bit in common, and `|` means something to C compilers.
        all.join(" + ")
    }
    /// As the signed number with the same bits.
    pub(crate) fn signed(&self) -> String {
        let top = 1 << (self.width - 1);
        if self.variable & top != 0 {
            format!("(({}) ^ {top:#x}) - {top:#x}", self.unsigned())
        } else if self.fixed & top == 0 {
            self.unsigned()
        } else if self.terms.is_empty() {
            format!("-{:#x}", (top << 1) - self.fixed)
        } else {
            format!("{} - {:#x}", self.unsigned(), top << 1)
        }
    }
}
