//! Single instructions with their operands.

use super::{Choices, Side, inputs, reduction, value};
use crate::{
    case::{OpCase, length, reads_csrs},
    layout::{SCRATCH, SCRATCH_LEN},
};
use semantics::{
    decode::Decoded,
    insns::Insn,
    isa::{Isa, Legality},
    spec::{Reg, Slot, Spec, Timing},
};

/// No instruction is left to be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no instruction is selected")]
pub struct NothingToGenerate;

/// Which registers instructions name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picked {
    /// x5, x6 and x7 in half of the cases; every other number, x0 and equal numbers in the rest.
    Any,
    /// x5, x6 and x7: for engines that get values instead of a register file.
    Fixed,
}

/// What the generator knows of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) spec: &'static Spec,
    value: u32,
    /// Free bits that are not a register number.
    free: u32,
    /// Bits of the register numbers `rd`, `rs1`, `rs2` and `rs3` in the word, and the lowest of them; no bits
    /// where there is no such number, or where another one has them.
    registers: [(u32, u32); 4],
    /// Whether it names a CSR.
    csr: bool,
    /// Whether its address must be aligned.
    aligned: bool,
    /// A legal word, for when chance finds only reserved ones.
    fallback: u32,
    /// Whether it is defined on some inputs only.
    pub(super) conditional: bool,
    /// Whether it reads a modulus.
    reduces: bool,
}

/// Register numbers, in the order of [`Row::registers`].
const SLOTS: [Slot; 4] = [Slot::Rd, Slot::Rs1, Slot::Rs2, Slot::Rs3];

impl Row {
    fn new(isa: &Isa, insn: Insn) -> Option<Row> {
        let enc = insn.spec().enc(isa.xlen())?;
        let mut taken = 0;
        let bits = |slot: Slot| {
            let (parts, _) = enc.operand(slot);
            // Five bits, or three of a compressed word: then x8 to x15 are meant.
            let &[(high, low, 0)] = parts.as_slice() else { return (0, 0) };
            let bits = (u32::MAX >> (31 - (high - low))) << low & !taken;
            taken |= bits;
            (bits, low)
        };
        let registers = SLOTS.map(bits);
        let free = !enc.mask & !taken;
        let (csr, aligned, reduces) = (enc.has(Slot::Csr), enc.has(Slot::Order), reads_csrs(insn));
        let conditional = !insn.inputs().is_any();
        let (spec, value, fallback) = (insn.spec(), enc.value, 0);
        let mut row =
            Row { spec, value, free, registers, csr, aligned, fallback, conditional, reduces };
        let mut c = super::SplitMix::new(1);
        let legal = |word: &u32| isa.decode(*word).is_some();
        row.fallback = (0..10_000).map(|_| row.value | c.bits() as u32 & !enc.mask).find(legal)?;
        Some(row)
    }
    /// A word, perhaps with a reserved operand, from register numbers.
    #[inline]
    pub(super) fn word<C: Choices>(&self, c: &mut C, numbers: [u32; 4]) -> u32 {
        let numbers = numbers.into_iter().zip(self.registers);
        let registers = numbers.fold(0, |word, (r, (bits, low))| word | r << low & bits);
        self.value | registers | self.immediate(c) & self.free
    }
    #[inline]
    fn immediate<C: Choices>(&self, c: &mut C) -> u32 {
        if self.free == 0 {
            return 0;
        }
        match c.below(8) {
            0 => 0,
            1 => u32::MAX,
            2 => 1 << c.below(32),
            3 => !(1 << c.below(32)),
            _ => c.bits() as u32,
        }
    }
    pub(super) fn accesses_memory(&self) -> bool {
        self.spec.timing == Timing::Address
    }
    pub(super) fn jumps(&self) -> bool {
        self.spec.timing == Timing::ControlFlow
    }
    pub(super) fn fallback(&self) -> u32 {
        self.fallback
    }
}

/// Makes legal instructions of one instruction set, each as often as the others.
#[derive(Clone, Debug)]
pub struct OpGenerator {
    isa: Isa,
    /// The CSRs that exist.
    csrs: Vec<u32>,
    side: Side,
    pub(super) picked: Picked,
    pub(super) rows: Vec<Row>,
}

impl OpGenerator {
    /// For the instructions of `isa` that `wanted` accepts.
    ///
    /// # Errors
    /// When there is none.
    pub fn new(
        isa: &Isa,
        picked: Picked,
        wanted: impl Fn(Insn) -> bool,
    ) -> Result<Self, NothingToGenerate> {
        let rows: Vec<_> =
            isa.insns().filter(|&i| wanted(i)).filter_map(|i| Row::new(isa, i)).collect();
        if rows.is_empty() {
            return Err(NothingToGenerate);
        }
        let csrs = isa.csrs().collect();
        Ok(OpGenerator { isa: isa.clone(), csrs, side: Side::Inside, picked, rows })
    }
    /// With the values of this side, instead of those on which the instructions are defined.
    pub fn on(self, side: Side) -> Self {
        OpGenerator { side, ..self }
    }
    /// The instruction set.
    pub fn isa(&self) -> &Isa {
        &self.isa
    }
    /// Whether an instruction is generated.
    pub(crate) fn has(&self, insn: Insn) -> bool {
        self.rows.iter().any(|row| std::ptr::eq(row.spec, insn.spec()))
    }
    /// The instructions that are generated.
    pub fn insns(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.rows.iter().map(|row| row.spec.name)
    }
    /// A case.
    #[inline]
    pub fn case<C: Choices>(&self, c: &mut C) -> OpCase {
        let xlen = self.isa.xlen();
        let row = &self.rows[c.below(self.rows.len() as u32) as usize];
        let (word, decoded) = self.legal(c, row);
        let mut values = values(c, xlen, decoded.as_ref());
        if let Some(d) = decoded
            && row.accesses_memory()
            && !c.one_in(8)
        {
            values[0] = inside(c, &d);
            if row.aligned && !c.one_in(4) {
                values[0] &= !15;
            }
        }
        let case = OpCase::decoded(&self.isa, word, decoded, values);
        if row.reduces {
            reduction::inside(c, case)
        } else if row.conditional {
            inputs::placed(&self.isa, self.side, case)
        } else {
            case
        }
    }
    /// A word of this row, perhaps with a reserved operand; mostly on a CSR that exists, where it names one.
    #[inline]
    pub(super) fn word<C: Choices>(&self, c: &mut C, row: &Row, registers: [u32; 4]) -> u32 {
        let word = row.word(c, registers);
        if !row.csr || self.csrs.is_empty() || c.one_in(16) {
            return word;
        }
        // The counters of no event are most of them, and all alike.
        let some = (0..4).map(|_| self.csrs[c.below(self.csrs.len() as u32) as usize]);
        let counts_nothing = |n: &u32| matches!(n & 0x7f, 3..=0x1f) && n >> 8 >= 0xb;
        let number = some.min_by_key(counts_nothing).unwrap_or(0);
        word & 0x000f_ffff | number << 20
    }
    /// A legal word of this row.
    #[inline]
    fn legal<C: Choices>(&self, c: &mut C, row: &Row) -> (u32, Option<Decoded>) {
        for _ in 0..8 {
            let registers = self.registers(c);
            let word = self.word(c, row, registers);
            if let Some(decoded) = self.isa.decode(word) {
                return (word, Some(decoded));
            }
        }
        (row.fallback, self.isa.decode(row.fallback))
    }
    #[inline]
    fn registers<C: Choices>(&self, c: &mut C) -> [u32; 4] {
        if self.picked == Picked::Fixed || c.below(2) == 0 {
            return [5, 6, 7, 28];
        }
        let some = c.bits() as u32;
        let [d, a, b] = [some & 31, some >> 5 & 31, some >> 10 & 31];
        let [d, a, b] = match c.below(8) {
            0 => [a, a, b],
            1 => [b, a, b],
            2 => [d, a, a],
            3 => [a, a, a],
            4 => [0, a, b],
            5 => [d, 0, b],
            6 => [d, a, 0],
            _ => [d, a, b],
        };
        // Most instructions have no third source: it costs no choice of its own.
        let e = match some >> 20 & 7 {
            0 => d,
            1 => a,
            2 => b,
            3 => 0,
            _ => some >> 15 & 31,
        };
        [d, a, b, e]
    }
    /// A word that raises an illegal-instruction exception: mostly one near to a legal word.
    pub fn illegal<C: Choices>(&self, c: &mut C) -> u32 {
        for _ in 0..16 {
            let row = &self.rows[c.below(self.rows.len() as u32) as usize];
            let registers = self.registers(c);
            let word = match c.below(8) {
                0 => foreign(c),
                1 => c.bits() as u32 | 3,
                // Reserved operands, where there are some.
                2 | 3 => row.word(c, registers),
                _ => {
                    let word = row.word(c, registers);
                    word ^ 4 << c.below(8 * length(word) as u32 - 2)
                }
            };
            let stands = length(word) == 4 || self.isa.ialign() == 2;
            if stands && matches!(self.isa.legality(word), Legality::Illegal(_)) {
                return word;
            }
        }
        u32::MAX
    }
}

/// A word of any instruction on any width.
fn foreign<C: Choices>(c: &mut C) -> u32 {
    let insn = Insn::all()[c.below(Insn::all().len() as u32) as usize];
    let encs = insn.spec().enc;
    let enc = encs[c.below(encs.len() as u32) as usize];
    enc.value | c.bits() as u32 & !enc.mask
}

/// Whether an instruction has a third source register.
#[inline]
pub(super) fn has_rs3(decoded: Option<&Decoded>, xlen: u32) -> bool {
    decoded.is_some_and(|d| d.insn.spec().enc(xlen).is_some_and(|enc| enc.has(Slot::Rs3)))
}

/// Values of `rs1`, `rs2` and, where there is one, `rs3`.
#[inline]
pub(super) fn values<C: Choices>(c: &mut C, xlen: u32, decoded: Option<&Decoded>) -> [u128; 3] {
    let first = value(c, xlen, 0);
    let second = value(c, xlen, first);
    let third = if has_rs3(decoded, xlen) { value(c, xlen, second) } else { 0 };
    [first, second, third]
}

/// The value of `rs1` that makes a load or store hit the memory, or just miss it.
#[inline]
fn inside<C: Choices>(c: &mut C, d: &Decoded) -> u128 {
    let offset = c.below(SCRATCH_LEN as u32 + 8);
    u128::from(SCRATCH - 4 + u64::from(offset)).wrapping_add_signed(-i128::from(d.operands.imm))
}

/// Whether two decoded instructions are the same one with the same operands and would repeat its result.
pub(super) fn reads_its_result(d: &Decoded) -> bool {
    let i = &d.operands;
    i.rd != Reg(0) && [i.rs1, i.rs2, i.rs3].contains(&i.rd)
}
