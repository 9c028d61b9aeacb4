//! An independent evaluator of the normal form: it must mean what the terms mean.
//!
//! It knows the definition of every atom and factor, and nothing of how they came about. 64 assignments
//! are evaluated at once, one in each bit of a machine word.

use super::{
    Normaliser,
    algebra::{Atom, Lit, SetId},
    sum::{Factor, FactorId, Poly},
};
use crate::cone::Inputs;
use num_bigint::BigInt;
use semantics::bits::{self, Arg, Op, Val};
use std::rc::Rc;

/// Assignments that are evaluated together.
pub(crate) const LANES: usize = 64;

/// A rule of the normal form is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Unsound {
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

pub(super) struct Check<'n> {
    pub(super) normal: &'n Normaliser<'n>,
    /// The value of each atom so far, a lane in each bit.
    atoms: Vec<u64>,
    factors: Vec<Option<Box<[i128; LANES]>>>,
    /// The values of integers' symbols, by their places.
    pub(super) symbols: Vec<Option<Rc<[BigInt]>>>,
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
        let mut check = Check { normal, atoms, factors, symbols };
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
