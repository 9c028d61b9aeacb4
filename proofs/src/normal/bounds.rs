//! Bounds of integers: from the bounds of symbols, and from what ties symbols together.
//!
//! Three things are tried beside adding up. A floor is its integer less a rest: then what a reduction
//! takes away cancels. A floor that has two values only: the bounds hold in each case, and each case
//! bounds the floor's integer. What is negative by assumption, or in such a case, is taken away.

use super::{
    integer::{Bounds, Form, Integers, SIGN, Symbol, SymbolId, halved, power},
    sum::Broken,
};
use num_bigint::BigInt;

/// Products of two symbols whose bounds are tried with either of them at its end, at most.
const PRODUCTS: usize = 3;
/// Floors that are tried one by one, at most.
const FLOORS: usize = 6;

impl Integers {
    /// Bounds from those of the symbols.
    pub(crate) fn quick_bounds(&self, form: &Form) -> Bounds {
        let mut sum = Bounds { low: form.constant.clone(), high: form.constant.clone() };
        for (monomial, c) in &form.terms {
            let mut term = Bounds { low: c.clone(), high: c.clone() };
            for symbol in self.monomial(*monomial) {
                term = times(&term, self.bounds_of_symbol(*symbol));
            }
            sum.low += term.low;
            sum.high += term.high;
        }
        sum
    }
    /// Whether an integer lies within bounds for certain.
    pub(crate) fn fits(&mut self, form: &Form, within: &Bounds) -> bool {
        within.contains(&self.quick_bounds(form)) || within.contains(&self.bounds(form))
    }
    /// Bounds, with some effort.
    pub(crate) fn bounds(&mut self, form: &Form) -> Bounds {
        if form.terms.is_empty() {
            return self.quick_bounds(form);
        }
        if let Some(known) = self.bounds_of.get(form) {
            return known.clone();
        }
        let negative = self.negative.clone();
        let mut bounds = self.bounds_with(form, &negative);
        for floor in self.floors_in(form) {
            if let Some(cases) = self.by_cases(form, floor, &negative) {
                bounds = intersection(bounds, cases);
            }
        }
        self.bounds_of.insert(form.clone(), bounds.clone());
        bounds
    }
    /// The floors in an integer, each once.
    fn floors_in(&self, form: &Form) -> Vec<SymbolId> {
        let mut floors: Vec<SymbolId> = Vec::new();
        for symbol in form.terms.iter().flat_map(|term| self.monomial(term.0)) {
            if matches!(self.symbol(*symbol), Symbol::Floor(..)) && !floors.contains(symbol) {
                floors.push(*symbol);
            }
        }
        floors.truncate(FLOORS);
        floors
    }
    /// Bounds as the union of those for either value of a floor that has two.
    fn by_cases(&mut self, form: &Form, floor: SymbolId, negative: &[Form]) -> Option<Bounds> {
        let Bounds { low, high } = self.bounds_of_symbol(floor).clone();
        if &high - &low != BigInt::from(1) {
            return None;
        }
        let Symbol::Floor(of, k) = self.symbol(floor).clone() else { return None };
        let mut union: Option<Bounds> = None;
        for value in [low, high] {
            // value 2^k <= of < (value + 1) 2^k
            let least = &value << k;
            let off = if self.breaks(Broken::Cases) { power(k) } else { BigInt::ZERO };
            let mut negative = negative.to_vec();
            negative.push(of.shifted(-(&least + power(k))));
            negative.push(of.times(&BigInt::from(-1)).shifted(&least - 1 + off));
            let case = self.replaced(form, floor, &Form::constant(value));
            let bounds = self.bounds_with(&case, &negative);
            union = Some(match union {
                None => bounds,
                Some(other) => {
                    Bounds { low: other.low.min(bounds.low), high: other.high.max(bounds.high) }
                }
            });
        }
        union
    }
    /// An integer with another one in the place of a symbol.
    fn replaced(&mut self, form: &Form, symbol: SymbolId, by: &Form) -> Form {
        let mut sum = Form::constant(form.constant.clone());
        for (monomial, c) in &form.terms {
            let mut symbols = self.monomial(*monomial).to_vec();
            let Some(at) = symbols.iter().position(|s| *s == symbol) else {
                sum.terms.push((*monomial, c.clone()));
                continue;
            };
            symbols.remove(at);
            let part = if symbols.is_empty() {
                by.clone()
            } else {
                let rest = self.product_of(symbols);
                let rest = Form { constant: BigInt::ZERO, terms: vec![(rest, BigInt::from(1))] };
                self.expanded(by, &rest)
            };
            sum = sum.plus(&part, c);
        }
        sum
    }
    /// 2^k times an integer, with a floor by 2^k as what it is the floor of, less a rest.
    fn without_floor(&mut self, form: &Form, floor: SymbolId) -> Option<(Form, u32)> {
        let Symbol::Floor(of, k) = self.symbol(floor).clone() else { return None };
        if k == SIGN {
            return None;
        }
        let rest = self.of_symbol(Symbol::Rest(of.clone(), k));
        let numerator = if self.breaks(Broken::Rest) { of } else { of.difference(&rest) };
        // The places without the floor take the factor 2^k, the others have it already.
        let none = self.replaced(form, floor, &Form::default());
        let with = form.difference(&none);
        let with = self.replaced(&with, floor, &numerator);
        Some((none.times(&power(k)).sum(&with), k))
    }
    /// Bounds where some integers are negative.
    fn bounds_with(&mut self, form: &Form, negative: &[Form]) -> Bounds {
        let mut bounds = self.bounds_of_scaled(form, 0, negative);
        let floors = self.floors_in(form);
        let mut all = Some((form.clone(), 0));
        for floor in &floors {
            if let Some((scaled, k)) = self.without_floor(form, *floor) {
                bounds = intersection(bounds, self.bounds_of_scaled(&scaled, k, negative));
            }
            all = all.map(|(scaled, k)| match self.without_floor(&scaled, *floor) {
                Some((without, more)) => (without, k + more),
                None => (scaled, k),
            });
        }
        if let Some((scaled, k)) = all.filter(|_| floors.len() > 1) {
            bounds = intersection(bounds, self.bounds_of_scaled(&scaled, k, negative));
        }
        bounds
    }
    /// Bounds of an integer of which 2^k times is given.
    fn bounds_of_scaled(&self, scaled: &Form, k: u32, negative: &[Form]) -> Bounds {
        let high = halved(&self.greatest(scaled, negative), k);
        let low = -halved(&self.greatest(&scaled.times(&BigInt::from(-1)), negative), k);
        Bounds { low, high }
    }
    /// The greatest value, at most.
    fn greatest(&self, form: &Form, negative: &[Form]) -> BigInt {
        let mut best: Option<BigInt> = None;
        for (form, less) in self.less_negative(form, negative) {
            for linear in self.without_products(&form) {
                for (form, more) in self.less_negative(&linear, negative) {
                    let high = self.quick_bounds(&form).high - &less - more;
                    best = Some(best.map_or(high.clone(), |best| best.min(high)));
                }
            }
        }
        best.unwrap_or_default()
    }
    /// The integer itself, and less multiples of negative ones, each with what that takes away at least.
    fn less_negative(&self, form: &Form, negative: &[Form]) -> Vec<(Form, BigInt)> {
        let mut all = vec![(form.clone(), BigInt::ZERO)];
        for n in negative {
            for (monomial, c) in n.terms.iter().take(2) {
                let Ok(at) = form.terms.binary_search_by_key(monomial, |term| term.0) else {
                    continue;
                };
                let own = &form.terms[at].1;
                let multiple = own / c;
                if multiple > BigInt::ZERO && &multiple * c == *own {
                    all.push((form.plus(n, &-&multiple), multiple));
                }
            }
        }
        all
    }
    /// Integers without products of two symbols that are at least as large.
    fn without_products(&self, form: &Form) -> Vec<Form> {
        let mut all = vec![form.clone()];
        let pairs: Vec<_> = form
            .terms
            .iter()
            .filter_map(|(monomial, c)| match *self.monomial(*monomial) {
                [x, y] => Some((*monomial, c.clone(), [x, y])),
                _ => None,
            })
            .collect();
        if pairs.is_empty() || pairs.len() > PRODUCTS {
            return all;
        }
        for (monomial, c, [x, y]) in pairs {
            let natural = |s: SymbolId| self.bounds_of_symbol(s).low >= BigInt::ZERO;
            if !natural(x) || !natural(y) {
                continue;
            }
            let mut more = Vec::new();
            for form in &all {
                for (kept, replaced) in [(x, y), (y, x)] {
                    let Bounds { low, high } = self.bounds_of_symbol(replaced);
                    let end = if c > BigInt::ZERO { high } else { low };
                    let Some(kept) = self.once(kept) else { continue };
                    let gone = Form { constant: BigInt::ZERO, terms: vec![(monomial, c.clone())] };
                    let linear = Form { constant: BigInt::ZERO, terms: vec![(kept, &c * end)] };
                    more.push(form.difference(&gone).sum(&linear));
                }
            }
            all = if more.is_empty() { all } else { more };
        }
        all.push(form.clone());
        all
    }
}

fn times(a: &Bounds, b: &Bounds) -> Bounds {
    let products = [&a.low * &b.low, &a.low * &b.high, &a.high * &b.low, &a.high * &b.high];
    let [mut low, mut high] = [products[0].clone(), products[0].clone()];
    for product in &products[1..] {
        low = low.min(product.clone());
        high = high.max(product.clone());
    }
    Bounds { low, high }
}

fn intersection(a: Bounds, b: Bounds) -> Bounds {
    Bounds { low: a.low.max(b.low), high: a.high.min(b.high) }
}
