//! The evaluator's part for integers: what every symbol is by its definition, and whether all that was
//! derived of integers is so.

use super::{
    check::{Check, LANES, Unsound},
    integer::{Form, Integers, Symbol, SymbolId},
    modular::Modular,
    residue::Residue,
};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use semantics::dag::Id;
use std::rc::Rc;

/// The values of a form, one a lane.
type Values = Vec<BigInt>;

impl<'n> Check<'n> {
    fn modular(&self) -> Option<&'n Modular> {
        self.normal.modular.as_ref()
    }
    /// The integer whose bits are [`super::algebra::Atom::Digit`]s.
    pub(super) fn digits(&mut self, number: u32) -> Result<Values, Unsound> {
        match self.modular() {
            Some(modular) => self.form(&modular.integers, modular.digit(number)),
            None => Ok(Vec::new()),
        }
    }
    fn form(&mut self, integers: &Integers, form: &Form) -> Result<Values, Unsound> {
        let mut sum = vec![form.constant.clone(); LANES];
        for (monomial, c) in &form.terms {
            let factors = integers.monomial(*monomial).iter();
            let factors: Vec<_> =
                factors.map(|s| self.symbol(integers, *s)).collect::<Result<_, _>>()?;
            for (lane, sum) in sum.iter_mut().enumerate() {
                *sum += factors.iter().fold(c.clone(), |product, factor| product * &factor[lane]);
            }
        }
        Ok(sum)
    }
    fn symbol(&mut self, integers: &Integers, id: SymbolId) -> Result<Rc<[BigInt]>, Unsound> {
        if let Some(known) = &self.symbols[id.index()] {
            return Ok(Rc::clone(known));
        }
        let values: Values = match integers.symbol(id) {
            Symbol::Word(bits) => {
                let columns: Vec<u64> = bits.iter().map(|bit| self.lit(*bit)).collect();
                let digit = |n: BigInt, column: &u64, lane| (n << 1u32) + (column >> lane & 1);
                let number = |lane: usize| {
                    columns.iter().rev().fold(BigInt::ZERO, |n, column| digit(n, column, lane))
                };
                (0..LANES).map(number).collect()
            }
            Symbol::Floor(form, k) => {
                self.form(integers, form)?.into_iter().map(|n| n >> *k).collect()
            }
            Symbol::Rest(form, k) => {
                let rest = |n: BigInt| &n - ((&n >> *k) << *k);
                self.form(integers, form)?.into_iter().map(rest).collect()
            }
            Symbol::Named(form) => self.form(integers, form)?,
            Symbol::Residue(residue) => self.residue(integers, residue)?,
            Symbol::Quotient(form, by) => {
                let quotients = self.form(integers, form)?.into_iter();
                quotients.map(|n| if n < BigInt::ZERO { n } else { n / *by }).collect()
            }
        };
        let bounds = integers.bounds_of_symbol(id);
        if values.iter().any(|v| *v < bounds.low || *v > bounds.high) {
            return Err(Unsound::Range);
        }
        let values: Rc<[BigInt]> = values.into();
        self.symbols[id.index()] = Some(Rc::clone(&values));
        Ok(values)
    }
    fn residue(&mut self, integers: &Integers, residue: &Residue) -> Result<Values, Unsound> {
        let modulus = residue.modulus;
        let mut sum = [residue.constant; LANES];
        for (monomial, c) in &residue.terms {
            let mut product = [*c; LANES];
            for symbol in integers.monomial(*monomial) {
                let factor = self.symbol(integers, *symbol)?;
                for (product, factor) in product.iter_mut().zip(factor.iter()) {
                    let factor = u64::try_from(factor)
                        .map_or_else(|_| remainder(factor, modulus), |small| small % modulus);
                    *product = *product * factor % modulus;
                }
            }
            sum.iter_mut().zip(product).for_each(|(sum, p)| *sum = (*sum + p) % modulus);
        }
        Ok(sum.into_iter().map(BigInt::from).collect())
    }
    /// Whether every symbol, every bound and every assumption is what it is said to be.
    pub(super) fn integers(&mut self) -> Result<(), Unsound> {
        let Some(modular) = self.modular() else { return Ok(()) };
        let integers = &modular.integers;
        for k in 0..integers.symbols().len() {
            self.symbol(integers, SymbolId::at(k))?;
        }
        for form in integers.negative() {
            if self.form(integers, form)?.iter().any(|n| *n >= BigInt::ZERO) {
                return Err(Unsound::Assumption);
            }
        }
        for ([a, b], form) in integers.rules() {
            let (a, b) = (self.symbol(integers, *a)?, self.symbol(integers, *b)?);
            let product = a.iter().zip(b.iter()).map(|(a, b)| a * b);
            if product.ne(self.form(integers, form)?) {
                return Err(Unsound::Assumption);
            }
        }
        let wrapped = self.wrapped();
        for (form, bounds) in integers.derived() {
            let [Ok(low), Ok(high)] = [&bounds.low, &bounds.high].map(i128::try_from) else {
                continue;
            };
            let values = low_words(integers, &wrapped, form);
            if values.iter().any(|v| !(low..=high).contains(&(*v as i128))) {
                return Err(Unsound::Range);
            }
        }
        Ok(())
    }
    /// The low 128 bits of every symbol.
    fn wrapped(&self) -> Vec<[u128; LANES]> {
        let low = |values: &Option<Rc<[BigInt]>>| {
            let values = values.as_deref().unwrap_or_default();
            std::array::from_fn(|lane| values.get(lane).map_or(0, low_word))
        };
        self.symbols.iter().map(low).collect()
    }
    /// The low 128 bits of the integers of terms.
    pub(super) fn numbers(&self, terms: &[Id]) -> FxHashMap<Id, [u128; LANES]> {
        let Some(modular) = self.modular() else { return FxHashMap::default() };
        let wrapped = self.wrapped();
        let number = |id: &Id| {
            let form = self.normal.numbers[id.index()].as_ref()?;
            Some((*id, low_words(&modular.integers, &wrapped, form)))
        };
        terms.iter().filter_map(number).collect()
    }
}

fn low_words(integers: &Integers, wrapped: &[[u128; LANES]], form: &Form) -> [u128; LANES] {
    let mut sum = [low_word(&form.constant); LANES];
    for (monomial, c) in &form.terms {
        let mut product = [low_word(c); LANES];
        for symbol in integers.monomial(*monomial) {
            let factor = &wrapped[symbol.index()];
            product.iter_mut().zip(factor).for_each(|(p, f)| *p = p.wrapping_mul(*f));
        }
        sum.iter_mut().zip(product).for_each(|(sum, p)| *sum = sum.wrapping_add(p));
    }
    sum
}

fn remainder(n: &BigInt, modulus: u64) -> u64 {
    let rest = n % modulus;
    let natural = if rest < BigInt::ZERO { rest + modulus } else { rest };
    u64::try_from(natural).unwrap_or_default()
}

/// An integer modulo 2^128.
fn low_word(n: &BigInt) -> u128 {
    if let Ok(small) = i128::try_from(n) {
        return small as u128;
    }
    let low = n - ((n >> 128u32) << 128u32);
    u128::try_from(low).unwrap_or_default()
}
