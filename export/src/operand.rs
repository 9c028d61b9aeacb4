//! The operands of an instruction as one writes them.

use crate::subject::Subject;
use semantics::{
    asm,
    encoding::Enc,
    spec::{Operands, Reg, Slot, Spec},
};

/// An operand of a syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operand {
    /// Its word in the syntax.
    pub(crate) name: &'static str,
    /// Its place in the record.
    pub(crate) slot: Slot,
    /// What is written, shifted left by this, is the operand.
    pub(crate) scale: u32,
    /// It is written as `imm(rs1)` together with the next one.
    pub(crate) offset: bool,
}

impl Operand {
    /// Whether it is the number of a register.
    pub(crate) fn is_register(&self) -> bool {
        matches!(self.slot, Slot::Rd | Slot::Rs1 | Slot::Rs2 | Slot::Rs3)
    }
}

/// The operands that an encoding has, in the order of the syntax.
pub(crate) fn operands(spec: &Spec, enc: &Enc) -> Vec<Operand> {
    let tokens: Vec<&'static str> = asm::tokens(spec.syntax).collect();
    let found = tokens.iter().enumerate().filter_map(|(k, &name)| {
        let scale = if name == "imm20" { 12 } else { 0 };
        let offset = tokens.get(k + 1) == Some(&"(");
        let slot = asm::slot(name).filter(|slot| enc.has(*slot))?;
        Some(Operand { name, slot, scale, offset })
    });
    found.collect()
}

/// The values that an operand's bits in a word can hold, as one writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    /// The smallest.
    pub(crate) min: i64,
    /// The largest.
    pub(crate) max: i64,
    /// All are multiples of this power of two.
    pub(crate) step: i64,
}

impl std::fmt::Display for Range {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} to {}", self.min, self.max)?;
        if self.step > 1 { write!(f, ", a multiple of {}", self.step) } else { Ok(()) }
    }
}

/// What an operand may be; `None` when it is not in the word, or written in two ways.
pub(crate) fn range(enc: &Enc, operand: &Operand) -> Option<Range> {
    let (parts, signed) = enc.operand(operand.slot);
    let top = parts.iter().map(|(hi, lo, at)| at + hi - lo + 1).max()?;
    let bottom = parts.iter().map(|part| part.2).min()?;
    // The upper 20 bits of a narrower number may have its sign or be without.
    if signed != 0 && operand.scale > 0 && signed < 32 {
        return None;
    }
    let (top, bottom) = (top - operand.scale, bottom - operand.scale.min(bottom));
    let step = 1 << bottom;
    let unsigned = signed == 0 || operand.scale > 0;
    let (min, max) = if unsigned {
        (0, (1 << top) - step)
    } else {
        (-(1 << (top - 1)), (1 << (top - 1)) - step)
    };
    Some(Range { min, max, step })
}

/// Operands that no reservation and no rule about `x0` is about, apart from selectors.
pub(crate) fn ordinary() -> Operands {
    let [rd, rs1, rs2, rs3] = [5, 6, 7, 28].map(Reg);
    Operands { rd, rs1, rs2, rs3, imm: 1, ..Operands::default() }
}

/// Wider operands are not swept: no encoding reserves single values of one.
const WIDEST: u32 = 12;

/// The values of one operand that are reserved whatever the others are.
pub(crate) fn reserved_values(subject: &Subject<'_>, slot: Slot) -> Vec<u32> {
    let (parts, signed) = subject.enc.operand(slot);
    let top = parts.iter().map(|(hi, lo, at)| at + hi - lo + 1).max().unwrap_or(0);
    let bottom = parts.iter().map(|part| part.2).min().unwrap_or(0);
    let Some(base) = legal(subject).filter(|_| top - bottom <= WIDEST) else { return Vec::new() };
    let with = |value: u32| {
        let value = if signed > 0 { extended(value, signed) } else { value };
        let mut operands = base;
        operands.set(slot, value);
        operands
    };
    let values = (0..1 << (top - bottom)).map(|value| value << bottom);
    values.filter(|&value| (subject.reserved)(&with(value))).collect()
}

fn extended(value: u32, signed: u32) -> u32 {
    ((value << (32 - signed)) as i32 >> (32 - signed)) as u32
}

/// Operands that are not reserved.
fn legal(subject: &Subject<'_>) -> Option<Operands> {
    let selectors = (0..16).flat_map(|bs| (0..16).map(move |rnum| (bs, rnum)));
    let mut all = selectors.map(|(bs, rnum)| Operands { bs, rnum, ..ordinary() });
    all.find(|operands| !(subject.reserved)(operands))
}
