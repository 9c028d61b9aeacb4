//! Makes failing cases small.

use crate::case::{OpCase, OpSequence, ProgramCase};
use semantics::{
    decode::{self, Decoded},
    isa::Isa,
    spec::Slot,
};

/// A case that knows simpler ones.
pub trait Shrink: Clone {
    /// How much there is to understand. Every shrinking step lowers it, so shrinking ends.
    fn weight(&self) -> u64;
    /// Candidates, the boldest first; those that are not lighter are ignored.
    fn simpler(&self) -> Vec<Self>;
}

/// The simplest case found that still fails, after at most `budget` calls of `fails`.
pub fn shrink<T: Shrink>(mut case: T, budget: usize, mut fails: impl FnMut(&T) -> bool) -> T {
    let mut left = budget;
    loop {
        let weight = case.weight();
        let mut candidates = case.simpler().into_iter().filter(|c| c.weight() < weight);
        let next = candidates.find(|candidate| {
            let may = left > 0;
            left = left.saturating_sub(1);
            may && fails(candidate)
        });
        match next {
            Some(next) => case = next,
            None => return case,
        }
    }
}

/// 0, then 1, then powers of two, then what has few bits.
fn bits_weight(v: u128) -> u64 {
    u64::from(2 * v.count_ones() + (128 - v.leading_zeros()))
}

fn simpler_bits(v: u128) -> Vec<u128> {
    if v == 0 {
        return Vec::new();
    }
    let top = 127 - v.leading_zeros();
    let (half, all) = (top.div_ceil(2), u128::MAX);
    let mut out = vec![0, 1, 1 << top, v & !(all << half), v >> half, v >> 1];
    out.extend((0..=top).rev().filter(|k| v >> k & 1 == 1).map(|k| v & !(1 << k)));
    out
}

/// Register numbers that reports like best.
const USUAL: [(Slot, u32); 4] = [(Slot::Rd, 5), (Slot::Rs1, 6), (Slot::Rs2, 7), (Slot::Rs3, 28)];
/// Operands that are numbers.
const NUMBERS: [Slot; 4] = [Slot::Imm, Slot::Bs, Slot::Rnum, Slot::Ignored];

fn numbers_weight(d: &Decoded) -> u64 {
    let weight = |slot| {
        let v = i128::from(d.operands.get(slot) as i32);
        bits_weight(v.unsigned_abs()) + u64::from(v < 0)
    };
    NUMBERS.into_iter().map(weight).sum()
}

/// Words with one immediate made smaller.
fn simpler_numbers(isa: &Isa, d: &Decoded) -> Vec<u32> {
    let mut words = Vec::new();
    for slot in NUMBERS {
        let v = d.operands.get(slot) as i32;
        for smaller in simpler_bits(v.unsigned_abs().into()) {
            for signed in [smaller as i32, (smaller as i32).wrapping_neg()] {
                let mut operands = d.operands;
                operands.set(slot, signed as u32);
                words.extend(decode::encode(d.insn, &operands, isa.xlen()));
            }
        }
    }
    words
}

fn op_weight(case: &OpCase) -> u64 {
    let word = case.decoded.as_ref().map_or(0, |d| {
        let unusual = |&(slot, r): &(Slot, u32)| {
            let has = d.insn.spec().enc(case.xlen).is_some_and(|enc| enc.has(slot));
            has && d.operands.get(slot) != r
        };
        numbers_weight(d) + USUAL.iter().filter(|u| unusual(u)).count() as u64
    });
    let values = case.values().into_iter().chain(case.csrs);
    word + values.map(bits_weight).sum::<u64>()
}

fn simpler_ops(isa: &Isa, case: &OpCase) -> Vec<OpCase> {
    let mut words = Vec::new();
    if let Some(d) = &case.decoded {
        // All at once first: one by one, two registers cannot be exchanged.
        let one_by_one = USUAL.chunks(1);
        for usual in std::iter::once(&USUAL[..]).chain(one_by_one) {
            let mut operands = d.operands;
            let has = |slot| d.insn.spec().enc(case.xlen).is_some_and(|enc| enc.has(slot));
            for &(slot, r) in usual.iter().filter(|(slot, _)| has(*slot)) {
                operands.set(slot, r);
            }
            words.extend(decode::encode(d.insn, &operands, case.xlen));
        }
        words.extend(simpler_numbers(isa, d));
    }
    let values = case.values();
    let new = |word, values| OpCase::new(isa, word, values).with_csrs(case.csrs);
    let reworded = words.into_iter().map(|w| new(w, values));
    let one = |k: usize| {
        simpler_bits(values[k]).into_iter().map(move |v| {
            let mut values = values;
            values[k] = v;
            values
        })
    };
    let all = simpler_bits(case.rs1).into_iter().map(|v| [v; 3]).take(4);
    let revalued = (0..3).flat_map(one).chain(all).map(|v| new(case.word, v));
    // A modulus and its inverse only go together.
    let without_csrs = std::iter::once(case.with_csrs([0; 2]));
    let all = without_csrs.chain(reworded).chain(revalued);
    // A word that became illegal is another case, not a simpler one.
    all.filter(|c| c.decoded.is_some() == case.decoded.is_some()).collect()
}

/// Weight of an instruction itself.
const INSTRUCTION: u64 = 10_000;

/// Ranges to remove from a list, the longest first.
fn chunks(len: usize) -> impl Iterator<Item = std::ops::Range<usize>> {
    let sizes = std::iter::successors(Some(len), |size| (*size > 1).then_some(size / 2));
    sizes.filter(|&size| size > 0).flat_map(move |size| {
        (0..len).step_by(size).map(move |start| start..(start + size).min(len))
    })
}

fn without<T: Clone>(list: &[T], range: std::ops::Range<usize>) -> Vec<T> {
    [&list[..range.start], &list[range.end..]].concat()
}

impl Shrink for OpSequence {
    fn weight(&self) -> u64 {
        self.cases.iter().map(|case| INSTRUCTION + op_weight(case)).sum()
    }
    /// The last case stays: it is the one that fails.
    fn simpler(&self) -> Vec<Self> {
        let with = |cases| OpSequence { isa: self.isa.clone(), cases };
        let before = self.cases.len().saturating_sub(1);
        let mut out: Vec<_> =
            chunks(before).map(|range| with(without(&self.cases, range))).collect();
        for k in (0..self.cases.len()).rev() {
            for simpler in simpler_ops(&self.isa, &self.cases[k]) {
                let mut cases = self.cases.clone();
                cases[k] = simpler;
                out.push(with(cases));
            }
        }
        out
    }
}

/// `addi x0, x0, 0`
const NOP: u32 = 0x0000_0013;

impl Shrink for ProgramCase {
    fn weight(&self) -> u64 {
        let word = |&word: &u32| match self.isa.decode(word) {
            _ if word == NOP => INSTRUCTION,
            Some(d) => INSTRUCTION + 100 + numbers_weight(&d),
            None => INSTRUCTION + 100,
        };
        let registers = self.registers.iter().map(|&v| bits_weight(v));
        self.words.iter().map(word).chain(registers).sum()
    }
    fn simpler(&self) -> Vec<Self> {
        let mut out: Vec<_> = chunks(self.words.len())
            .map(|range| ProgramCase { words: without(&self.words, range), ..self.clone() })
            .filter(|program| !program.words.is_empty())
            .collect();
        out.push(ProgramCase { registers: [0; 32], ..self.clone() });
        for (k, &word) in self.words.iter().enumerate() {
            let decoded = self.isa.decode(word);
            let numbers = decoded.map_or_else(Vec::new, |d| simpler_numbers(&self.isa, &d));
            for simpler in std::iter::once(NOP).chain(numbers) {
                let mut program = self.clone();
                program.words[k] = simpler;
                out.push(program);
            }
        }
        for r in 1..32 {
            for simpler in simpler_bits(self.registers[r]) {
                let mut program = self.clone();
                program.registers[r] = simpler;
                out.push(program);
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        generate::{OpGenerator, Picked, ProgramGenerator, Seeded},
        isas,
    };

    #[test]
    fn the_minimal_value_of_a_bug_is_found() {
        let isa = isas::full(64);
        let ops = OpGenerator::new(&isa, Picked::Any, |i| i.spec().name == "add").unwrap();
        // A bug that needs bit 37 of rs1 and an odd rs2, in any registers.
        let fails =
            |s: &OpSequence| s.cases.last().is_some_and(|c| c.rs1 >> 37 & 1 == 1 && c.rs2 & 1 == 1);
        let cases = Seeded::new(1, 0).map(|mut c| ops.case(&mut c));
        let mut found = 0;
        for case in cases.take(20_000) {
            let start = OpSequence { isa: isa.clone(), cases: vec![case] };
            if fails(&start) && case.operands().rs1 != case.operands().rs2 {
                let end = shrink(start, 10_000, fails);
                assert_eq!((end.cases[0].rs1, end.cases[0].rs2), (1 << 37, 1));
                assert_eq!(
                    end.cases[0].to_string(),
                    ".word 0x007302b3  # add x5, x6, x7  x6 = 0x2000000000  x7 = 0x1"
                );
                found += 1;
            }
        }
        assert!(found > 1000);
    }

    #[test]
    fn a_sequence_keeps_only_the_cases_that_matter() {
        let isa = isas::full(32);
        let ops = OpGenerator::new(&isa, Picked::Fixed, |_| true).unwrap();
        let cases: Vec<_> = Seeded::new(2, 0).take(64).map(|mut c| ops.case(&mut c)).collect();
        let (key, last) = (cases[20].name(), cases[63].name());
        // Fails when the last two of this sort are in order.
        let fails = |s: &OpSequence| {
            let end = s.cases.last().map(OpCase::name) == Some(last);
            end && s.cases.len() > 1 && s.cases.iter().rev().skip(1).any(|c| c.name() == key)
        };
        let end = shrink(OpSequence { isa, cases }, 10_000, fails);
        assert_eq!(end.cases.iter().map(OpCase::name).collect::<Vec<_>>(), [key, last]);
        assert!(end.cases.iter().all(|c| (c.rs1, c.rs2) == (0, 0)));
    }

    #[test]
    fn a_program_shrinks_to_the_instructions_that_matter() {
        let isa = isas::full(32);
        let ops = OpGenerator::new(&isa, Picked::Any, |_| true).unwrap();
        let programs = ProgramGenerator::new(&ops);
        let named = |p: &ProgramCase, name| {
            let is = |&w: &u32| isa.decode(w).is_some_and(|d| d.insn.spec().name == name);
            p.words.iter().position(is)
        };
        let fails =
            |p: &ProgramCase| named(p, "add").zip(named(p, "addi")).is_some_and(|(a, b)| a < b);
        let start = Seeded::new(3, 0).map(|mut c| programs.case(&mut c)).find(fails).unwrap();
        let end = shrink(start, 10_000, fails);
        assert_eq!(end.words.len(), 2);
        assert_eq!(end.registers, [0; 32]);
    }

    #[test]
    fn the_budget_is_kept_and_a_case_that_cannot_shrink_stays() {
        let isa = isas::full(32);
        let case = OpCase::new(&isa, 0x0073_02b3, [0xffff, 0xffff, 0]);
        let start = OpSequence { isa, cases: vec![case] };
        let mut calls = 0;
        let end = shrink(start.clone(), 17, |_| {
            calls += 1;
            false
        });
        assert_eq!((calls, end), (17, start));
    }
}
