//! An independent evaluator of the normal form: it must mean what the terms mean.
//!
//! It knows the definition of every atom and factor, and nothing of how they came about. 64 assignments
//! are evaluated at once, one in each bit of a machine word.

use super::{
    Normaliser,
    algebra::{Atom, Lit, SetId},
    sum::{Factor, FactorId, Poly},
};
use crate::{
    cone::{Cone, Inputs},
    evaluate::Evaluator,
};
use num_bigint::BigInt;
use semantics::bits::{self, Arg, Op, Val};
use std::rc::Rc;

/// Assignments that are evaluated together.
pub(crate) const LANES: usize = 64;

/// A rule of the normal form is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsound {
    /// An integer is outside the range that was derived for it.
    #[error("normal form: an integer is outside its range")]
    Range,
    /// An integer that was taken for a bit is none.
    #[error("normal form: a carry is no bit")]
    Carry,
    /// An assumption does not hold where it was checked.
    #[error("normal form: an assumption does not hold")]
    Assumption,
    /// A term has another value than its normal form.
    #[error("normal form: term {term} has another value")]
    Value {
        /// Its place in the cone of the question.
        term: usize,
    },
}

impl Normaliser<'_> {
    /// Evaluates every form at [`LANES`] assignments, by the definitions of its atoms, and compares with
    /// the terms' own evaluator.
    pub(crate) fn recheck(&self, cone: &Cone, inputs: &[Inputs]) -> Result<(), Unsound> {
        let check = Check::new(self, inputs)?;
        // One lane after the other, and in each of them all terms: everything in that order.
        let mut bits = Vec::new();
        let mut words = vec![Vec::new(); LANES];
        let mut numbers = Vec::new();
        let mut integers = vec![Vec::new(); LANES];
        let wrapped = check.wrapped();
        for id in self.arena.ids().filter(|id| cone.contains(*id)) {
            let place = cone.at(id);
            for (limb, own) in
                self.values[id.index()].iter().flat_map(|own| own.chunks(64).enumerate())
            {
                bits.push((place, limb));
                let mut square = [0; LANES];
                square.iter_mut().zip(own).for_each(|(row, bit)| *row = check.lit(*bit));
                transpose(&mut square);
                words.iter_mut().zip(square).for_each(|(lane, word)| lane.push(word));
            }
            if let Some(values) = check.number(&wrapped, id) {
                numbers.push((place, self.arena.term(id).1));
                integers.iter_mut().zip(values).for_each(|(lane, value)| lane.push(value));
            }
        }
        let mut lanes = words.iter().zip(&integers);
        let mut wrong = None;
        Evaluator::new(cone).find(&inputs[..inputs.len().min(LANES)], |at| {
            let Some((words, integers)) = lanes.next() else { return false };
            let bits = bits.iter().zip(words);
            let mut bits =
                bits.filter(|&(&(place, limb), &word)| at.get(place).limbs()[limb] != word);
            let numbers = numbers.iter().zip(integers);
            let mut numbers = numbers.filter(|&(&(place, width), &value)| {
                Val::<2>::from(value).truncate(width).low() != at.get(place).low()
            });
            let first = bits.next().map(|(&(place, _), _)| place);
            wrong = first.or_else(|| numbers.next().map(|(&(place, _), _)| place));
            wrong.is_some()
        });
        wrong.map_or(Ok(()), |term| Err(Unsound::Value { term }))
    }
}

pub(super) struct Check<'n> {
    pub(super) normal: &'n Normaliser<'n>,
    /// The value of each atom so far, a lane in each bit.
    atoms: Vec<u64>,
    factors: Vec<Option<Box<[i128; LANES]>>>,
    /// The values of integers' symbols, by their places.
    pub(super) symbols: Vec<Option<Rc<[BigInt]>>>,
    /// How many of them are known without a gap.
    pub(super) evaluated: usize,
}

impl<'n> Check<'n> {
    /// Evaluates every atom.
    pub(super) fn new(normal: &'n Normaliser<'n>, inputs: &[Inputs]) -> Result<Self, Unsound> {
        let factors = normal.words.sums.factors().iter().map(|_| None).collect();
        let atoms = Vec::with_capacity(normal.words.bits.atoms().len());
        let symbols = normal
            .modular
            .as_ref()
            .map_or_else(Vec::new, |m| vec![None; m.integers.symbols().len()]);
        let mut check = Check { normal, atoms, factors, symbols, evaluated: 0 };
        let mut digits: Option<(u32, Vec<BigInt>)> = None;
        let mut sum: Option<(u32, [i128; LANES])> = None;
        let mut result: Option<(u32, Vec<u64>)> = None;
        for atom in normal.words.bits.atoms() {
            let value = match atom {
                Atom::Input { var, bit } => lanes(|lane| {
                    inputs[lane.min(inputs.len() - 1)][*var].limbs()[*bit as usize / 64]
                        >> (bit % 64)
                        & 1
                        == 1
                }),
                Atom::Product(factors) => {
                    factors.iter().fold(u64::MAX, |product, set| product & check.set(*set))
                }
                Atom::Cut(set) => check.set(*set),
                Atom::Carry(place) => {
                    let number = check.poly(normal.words.sums.poly(*place))?;
                    if number.iter().any(|n| !(0..=1).contains(n)) {
                        return Err(Unsound::Carry);
                    }
                    lanes(|lane| number[lane] == 1)
                }
                Atom::Sum { sum: place, bit } => {
                    if sum.is_none_or(|(known, _)| known != *place) {
                        sum = Some((*place, check.poly(normal.words.sums.poly(*place))?));
                    }
                    let number = sum.map_or([0; LANES], |(_, number)| number);
                    lanes(|lane| number[lane] >> bit & 1 == 1)
                }
                Atom::Digit { number, bit } => {
                    if digits.as_ref().is_none_or(|(known, _)| known != number) {
                        digits = Some((*number, check.digits(*number)?));
                    }
                    let values = digits.as_ref().map_or(&[][..], |(_, values)| values);
                    lanes(|lane| values.get(lane).is_some_and(|v| v.bit(u64::from(*bit))))
                }
                Atom::Opaque { result: place, bit } => {
                    if result.as_ref().is_none_or(|(known, _)| known != place) {
                        result = Some((*place, check.opaque(*place)));
                    }
                    result.as_ref().map_or(0, |(_, columns)| columns[*bit as usize])
                }
            };
            check.atoms.push(value);
        }
        check.proven_ranges()?;
        check.integers()?;
        Ok(check)
    }
    /// The value of a bit in every lane.
    pub(super) fn lit(&self, lit: Lit) -> u64 {
        self.set(lit.set()) ^ if lit.is_complemented() { u64::MAX } else { 0 }
    }
    fn set(&self, set: SetId) -> u64 {
        let atoms = self.normal.words.bits.set(set);
        atoms.iter().fold(0, |sum, atom| sum ^ self.atoms[atom.index()])
    }
    /// The value of a word of bits in one lane.
    fn word(&self, bits: &[Lit], lane: usize) -> Val {
        let mut limbs = [0u64; 8];
        for (k, bit) in bits.iter().enumerate() {
            limbs[k / 64] |= (self.lit(*bit) >> lane & 1) << (k % 64);
        }
        Val::from(limbs)
    }
    fn poly(&mut self, poly: &Poly) -> Result<[i128; LANES], Unsound> {
        let mut sum = [poly.constant; LANES];
        for &(factor, c) in &poly.terms {
            let value = self.factor(factor)?;
            sum.iter_mut().zip(value.iter()).for_each(|(sum, v)| *sum += c * v);
        }
        Ok(sum)
    }
    fn factor(&mut self, id: FactorId) -> Result<Box<[i128; LANES]>, Unsound> {
        if let Some(known) = &self.factors[id.index()] {
            return Ok(known.clone());
        }
        let sums = &self.normal.words.sums;
        let value: Box<[i128; LANES]> = Box::new(match sums.factor(id) {
            Factor::Word(bits) => {
                let columns: Vec<u64> = bits.iter().map(|bit| self.lit(*bit)).collect();
                std::array::from_fn(|lane| {
                    columns
                        .iter()
                        .rev()
                        .fold(0, |n, column| n << 1 | i128::from(column >> lane & 1))
                })
            }
            Factor::Floor(poly) => self.poly(poly)?.map(|n| n.div_euclid(1 << 32)),
            Factor::Product(of) => {
                let mut product = [1i128; LANES];
                for factor in of.iter() {
                    let value = self.factor(*factor)?;
                    product.iter_mut().zip(value.iter()).for_each(|(p, v)| *p *= v);
                }
                product
            }
        });
        let range = sums.range_of(id);
        if value.iter().any(|v| !(range.low..=range.high).contains(v)) {
            return Err(Unsound::Range);
        }
        self.factors[id.index()] = Some(value.clone());
        Ok(value)
    }
    fn proven_ranges(&mut self) -> Result<(), Unsound> {
        for (terms, range) in self.normal.words.sums.proven() {
            let poly = Poly { constant: 0, terms: terms.to_vec() };
            if self.poly(&poly)?.iter().any(|n| !(range.low..=range.high).contains(n)) {
                return Err(Unsound::Range);
            }
        }
        Ok(())
    }
    /// The columns of an operation's result.
    fn opaque(&self, place: u32) -> Vec<u64> {
        let application = self.normal.opaque.result(place);
        let (op, width): (Op, u32) = (application.op, application.width);
        let values: Vec<Val> = (0..LANES)
            .map(|lane| {
                let arg =
                    |bits: &Vec<Lit>| Arg { raw: self.word(bits, lane), width: bits.len() as u32 };
                bits::eval(op, width, &application.args.iter().map(arg).collect::<Vec<_>>())
            })
            .collect();
        let column =
            |k: u32| lanes(|lane| values[lane].limbs()[k as usize / 64] >> (k % 64) & 1 == 1);
        (0..width).map(column).collect()
    }
}

pub(super) fn lanes(bit: impl Fn(usize) -> bool) -> u64 {
    (0..LANES).fold(0, |all, lane| all | u64::from(bit(lane)) << lane)
}

/// Exchanges the bits of a square with its diagonal as the mirror: blocks of 32 by 32 first, then those inside.
fn transpose(rows: &mut [u64; LANES]) {
    let mut size = LANES / 2;
    let mut low = u64::MAX >> size;
    while size > 0 {
        for k in (0..LANES).filter(|k| k & size == 0) {
            let swapped = (rows[k] >> size ^ rows[k + size]) & low;
            rows[k] ^= swapped << size;
            rows[k + size] ^= swapped;
        }
        size /= 2;
        low ^= low << size;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transposed_square_has_rows_for_columns() {
        let rows: [u64; LANES] =
            std::array::from_fn(|k| 0x9e37_79b9_7f4a_7c15u64.wrapping_mul(k as u64 + 1));
        let mut columns = rows;
        transpose(&mut columns);
        for (k, row) in rows.iter().enumerate() {
            for (l, column) in columns.iter().enumerate() {
                assert_eq!(row >> l & 1, column >> k & 1, "bit {l} of row {k}");
            }
        }
    }
}
