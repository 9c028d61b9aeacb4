//! Integers as polynomials over words, with floors of their quotients by powers of two (NF3, NF4).
//!
//! Here a word is one symbol however wide it is, where [`super::sum`] has one for each 32 bits, and a
//! floor may be by any power of two. So a remainder or a reduction that is made of shifts and products
//! is an exact integer: what it is modulo a constant can be read off its coefficients.

use super::{algebra::Lit, residue::Residue, sum::Broken};
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Symbols of a product, at most.
const DEGREE: usize = 4;
/// Terms of a product of sums, at most.
const TERMS: usize = 1024;

/// A symbol, by its place in [`Integers`]; it depends on earlier ones only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SymbolId(u32);

impl SymbolId {
    /// The symbol at a place.
    pub(crate) fn at(place: usize) -> Self {
        SymbolId(place as u32)
    }
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A product of symbols, by its place in [`Integers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MonomialId(u32);

/// What a symbol stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Symbol {
    /// The number of which these are the binary digits, the lowest first.
    Word(Rc<[Lit]>),
    /// An integer divided by a power of two, rounded down.
    Floor(Form, u32),
    /// What is left of that division.
    Rest(Form, u32),
    /// An integer that got a name, so that forms stay short.
    Named(Form),
    /// The least natural number that is congruent to a sum.
    Residue(Rc<Residue>),
    /// A natural number divided by a constant, rounded down.
    Quotient(Form, u64),
}

/// An integer: a constant and multiples of products, ascending, none zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Form {
    pub(crate) constant: BigInt,
    pub(crate) terms: Vec<(MonomialId, BigInt)>,
}

/// The least and the greatest value that an integer can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) low: BigInt,
    pub(crate) high: BigInt,
}

impl Bounds {
    pub(crate) fn contains(&self, inner: &Bounds) -> bool {
        self.low <= inner.low && inner.high <= self.high
    }
    /// Of an unsigned word.
    pub(crate) fn unsigned(width: u32) -> Self {
        Bounds { low: BigInt::ZERO, high: power(width) - 1 }
    }
    /// Of a word in two's complement.
    pub(crate) fn signed(width: u32) -> Self {
        Bounds { low: -power(width - 1), high: power(width - 1) - 1 }
    }
}

/// Two to the power `k`.
pub(crate) fn power(k: u32) -> BigInt {
    BigInt::from(1) << k
}

/// `n / 2^k`, rounded down.
pub(crate) fn halved(n: &BigInt, k: u32) -> BigInt {
    n >> k
}

impl Form {
    pub(crate) fn constant(constant: impl Into<BigInt>) -> Self {
        Form { constant: constant.into(), terms: Vec::new() }
    }
    /// `self + c * other`
    pub(crate) fn plus(&self, other: &Form, c: &BigInt) -> Form {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let mut mine = self.terms.iter().peekable();
        for (monomial, d) in &other.terms {
            while let Some(term) = mine.next_if(|term| term.0 < *monomial) {
                terms.push(term.clone());
            }
            let own = mine.next_if(|term| term.0 == *monomial);
            let sum = own.map_or(BigInt::ZERO, |term| term.1.clone()) + c * d;
            if sum != BigInt::ZERO {
                terms.push((*monomial, sum));
            }
        }
        terms.extend(mine.cloned());
        Form { constant: &self.constant + c * &other.constant, terms }
    }
    pub(crate) fn sum(&self, other: &Form) -> Form {
        self.plus(other, &BigInt::from(1))
    }
    pub(crate) fn difference(&self, other: &Form) -> Form {
        self.plus(other, &BigInt::from(-1))
    }
    pub(crate) fn times(&self, c: &BigInt) -> Form {
        Form::default().plus(self, c)
    }
    /// `self + c`
    pub(crate) fn shifted(&self, c: impl Into<BigInt>) -> Form {
        Form { constant: &self.constant + c.into(), terms: self.terms.clone() }
    }
    /// The number that it is for every input.
    pub(crate) fn known(&self) -> Option<&BigInt> {
        self.terms.is_empty().then_some(&self.constant)
    }
    /// The product that it is, once and with nothing beside it.
    pub(crate) fn single(&self) -> Option<MonomialId> {
        match &self.terms[..] {
            [(monomial, c)] if *c == BigInt::from(1) && self.constant == BigInt::ZERO => {
                Some(*monomial)
            }
            _ => None,
        }
    }
    /// `self = rest + 2^k * quotient`, with the coefficients of `rest` around zero and its constant from
    /// 0 to 2^k - 1.
    pub(crate) fn split(&self, k: u32) -> (Form, Form) {
        let (base, half) = (power(k), power(k) / 2);
        let high = halved(&self.constant, k);
        let mut rest = Form::constant(&self.constant - &high * &base);
        let mut quotient = Form::constant(high);
        for (monomial, c) in &self.terms {
            let high = halved(&(c + &half - 1), k);
            let low = c - &high * &base;
            if low != BigInt::ZERO {
                rest.terms.push((*monomial, low));
            }
            if high != BigInt::ZERO {
                quotient.terms.push((*monomial, high));
            }
        }
        (rest, quotient)
    }
}

/// The symbols of one proof, and what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Integers {
    symbols: Vec<Symbol>,
    bounds: Vec<Bounds>,
    symbol_index: FxHashMap<Symbol, SymbolId>,
    monomials: Vec<Rc<[SymbolId]>>,
    monomial_index: FxHashMap<Rc<[SymbolId]>, MonomialId>,
    /// Integers that are negative by assumption.
    pub(super) negative: Vec<Form>,
    /// Products of two symbols that are something else by assumption.
    rules: Vec<([SymbolId; 2], Form)>,
    /// Bounds that took some effort.
    pub(super) bounds_of: FxHashMap<Form, Bounds>,
    /// Of symbols, modulo a number.
    pub(super) residues: FxHashMap<(SymbolId, u64), Rc<Residue>>,
    /// A rule that a test breaks, to see that it is noticed.
    #[cfg(test)]
    pub(super) broken: Option<Broken>,
}

impl Integers {
    /// Whether a rule is broken on purpose: in tests only.
    #[cfg(test)]
    pub(super) fn breaks(&self, rule: Broken) -> bool {
        self.broken == Some(rule)
    }
    /// Whether a rule is broken on purpose: never.
    #[cfg(not(test))]
    pub(super) fn breaks(&self, _: Broken) -> bool {
        false
    }
    pub(crate) fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }
    pub(crate) fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }
    pub(crate) fn bounds_of_symbol(&self, id: SymbolId) -> &Bounds {
        &self.bounds[id.index()]
    }
    /// The symbols of a product, ascending.
    pub(crate) fn monomial(&self, id: MonomialId) -> &[SymbolId] {
        &self.monomials[id.0 as usize]
    }
    /// The symbol that an integer is.
    pub(crate) fn only_symbol(&self, form: &Form) -> Option<SymbolId> {
        match *self.monomial(form.single()?) {
            [symbol] => Some(symbol),
            _ => None,
        }
    }
    pub(super) fn intern(&mut self, symbol: Symbol) -> SymbolId {
        if let Some(&id) = self.symbol_index.get(&symbol) {
            return id;
        }
        let bounds = match &symbol {
            Symbol::Word(bits) => {
                let number = |digit: &dyn Fn(&Lit) -> bool| {
                    let digits = bits.iter().rev();
                    digits.fold(BigInt::ZERO, |n, b| (n << 1u32) + u32::from(digit(b)))
                };
                Bounds { low: number(&|b| *b == Lit::TRUE), high: number(&|b| *b != Lit::FALSE) }
            }
            Symbol::Floor(form, k) => {
                let Bounds { low, high } = self.bounds(form);
                Bounds { low: halved(&low, *k), high: halved(&high, *k) }
            }
            Symbol::Rest(_, k) => Bounds::unsigned(*k),
            Symbol::Named(form) => self.bounds(form),
            Symbol::Residue(residue) => {
                Bounds { low: BigInt::ZERO, high: BigInt::from(residue.modulus - 1) }
            }
            Symbol::Quotient(form, by) => {
                let Bounds { low, high } = self.bounds(form);
                Bounds { low: low / *by, high: high / *by }
            }
        };
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(symbol.clone());
        self.bounds.push(bounds);
        self.symbol_index.insert(symbol, id);
        self.product_of(vec![id]);
        id
    }
    /// A symbol as a product.
    pub(super) fn once(&self, symbol: SymbolId) -> Option<MonomialId> {
        self.monomial_index.get(&[symbol][..]).copied()
    }
    /// The product of these symbols, in any order.
    pub(super) fn product_of(&mut self, mut symbols: Vec<SymbolId>) -> MonomialId {
        symbols.sort_unstable();
        if let Some(&id) = self.monomial_index.get(&symbols[..]) {
            return id;
        }
        let id = MonomialId(self.monomials.len() as u32);
        let symbols: Rc<[SymbolId]> = symbols.into();
        self.monomials.push(Rc::clone(&symbols));
        self.monomial_index.insert(symbols, id);
        id
    }
    pub(super) fn of_symbol(&mut self, symbol: Symbol) -> Form {
        let id = self.intern(symbol);
        self.of_symbols(vec![id])
    }
    fn of_symbols(&mut self, symbols: Vec<SymbolId>) -> Form {
        let monomial = self.product_of(symbols);
        Form { constant: BigInt::ZERO, terms: vec![(monomial, BigInt::from(1))] }
    }
    /// The number with these binary digits.
    pub(crate) fn word(&mut self, bits: &[Lit]) -> Form {
        self.of_symbol(Symbol::Word(bits.into()))
    }
    /// The same integer as one symbol.
    pub(crate) fn named(&mut self, form: &Form) -> Form {
        if form.known().is_some() || self.only_symbol(form).is_some() {
            return form.clone();
        }
        self.of_symbol(Symbol::Named(form.clone()))
    }
    /// Product.
    pub(crate) fn product(&mut self, a: &Form, b: &Form) -> Form {
        let degree = |f: &Form| {
            f.terms.iter().map(|term| self.monomial(term.0).len()).max().unwrap_or_default()
        };
        let long = a.terms.len() * b.terms.len() > TERMS;
        if degree(a) > 0 && degree(b) > 0 && (long || degree(a) + degree(b) > DEGREE) {
            let (a, b) = (self.named(a), self.named(b));
            return self.expanded(&a, &b);
        }
        self.expanded(a, b)
    }
    pub(super) fn expanded(&mut self, a: &Form, b: &Form) -> Form {
        let mut product = a.times(&b.constant);
        product =
            product.plus(&Form { constant: BigInt::ZERO, terms: b.terms.clone() }, &a.constant);
        for (x, c) in &a.terms {
            for (y, d) in &b.terms {
                let symbols = [self.monomial(*x), self.monomial(*y)].concat();
                let part = self.rewritten(symbols);
                product = product.plus(&part, &(c * d));
            }
        }
        product
    }
    /// The product of symbols, by the rules.
    fn rewritten(&mut self, mut symbols: Vec<SymbolId>) -> Form {
        for k in 0..self.rules.len() {
            let pair = self.rules[k].0;
            let find = |symbols: &[SymbolId], s| symbols.iter().position(|x| *x == s);
            let Some(first) = find(&symbols, pair[0]) else { continue };
            let mut rest = symbols.clone();
            rest.remove(first);
            let Some(second) = find(&rest, pair[1]) else { continue };
            rest.remove(second);
            let value = self.rules[k].1.clone();
            if rest.is_empty() {
                return value;
            }
            let rest = self.rewritten(rest);
            return self.expanded(&value, &rest);
        }
        symbols.sort_unstable();
        self.of_symbols(symbols)
    }
    /// By assumption, the product of two integers is `known` modulo 2^`k`.
    pub(super) fn assume_product(&mut self, [a, b]: [&Form; 2], k: u32, known: &BigInt) {
        let [Some(x), Some(y)] = [a, b].map(|form| self.only_symbol(form)) else { return };
        let product = self.of_symbols(vec![x, y]);
        let floor = self.of_symbol(Symbol::Floor(product, k));
        let value = floor.times(&power(k)).shifted(known.clone());
        self.rules.push(([x, y], value));
    }
    /// By assumption, an integer is negative.
    pub(super) fn assume_negative(&mut self, form: Form) {
        self.bounds_of.clear();
        self.negative.push(form);
    }
    /// What is assumed of products.
    pub(crate) fn rules(&self) -> &[([SymbolId; 2], Form)] {
        &self.rules
    }
    /// What is negative by assumption.
    pub(crate) fn negative(&self) -> &[Form] {
        &self.negative
    }
    /// The bounds that were derived.
    pub(crate) fn derived(&self) -> impl Iterator<Item = (&Form, &Bounds)> {
        self.bounds_of.iter()
    }
    /// `form / 2^k`, rounded down.
    pub(crate) fn floor(&mut self, form: &Form, k: u32) -> Form {
        if k == 0 {
            return form.clone();
        }
        if let Some(known) = self.known_floor(form, k) {
            return Form::constant(known);
        }
        if k < SIGN && self.fits(form, &Bounds { low: -power(k), high: power(k) - 1 }) {
            return self.sign(form);
        }
        let (rest, quotient) = form.split(k);
        if quotient.terms.is_empty() {
            let floor = self.floor_of_rest(&rest, k);
            return quotient.sum(&floor);
        }
        let floor = match self.known_floor(&rest, k) {
            Some(known) => Form::constant(known),
            None => self.floor_of_rest(&rest, k),
        };
        quotient.sum(&floor)
    }
    fn known_floor(&mut self, form: &Form, k: u32) -> Option<BigInt> {
        let within = |b: &Bounds| {
            let floor = halved(&b.low, k);
            (floor == halved(&b.high, k)).then_some(floor)
        };
        let quick = self.quick_bounds(form);
        within(&quick).or_else(|| within(&self.bounds(form)))
    }
    fn floor_of_rest(&mut self, rest: &Form, k: u32) -> Form {
        // floor(P) = -1 - floor(-P - 1): of a pair, the one whose first coefficient is positive.
        if rest.terms[0].1 < BigInt::ZERO {
            let reflected = rest.times(&BigInt::from(-1)).shifted(-1);
            let floor = self.floor(&reflected, k);
            return floor.times(&BigInt::from(-1)).shifted(-1);
        }
        self.of_symbol(Symbol::Floor(rest.clone(), k))
    }
    /// -1 where an integer is negative, else 0: one symbol, whatever word the integer is read in.
    fn sign(&mut self, form: &Form) -> Form {
        if form.terms[0].1 < BigInt::ZERO {
            let reflected = form.times(&BigInt::from(-1)).shifted(-1);
            let sign = self.of_symbol(Symbol::Floor(reflected, SIGN));
            return sign.times(&BigInt::from(-1)).shifted(-1);
        }
        self.of_symbol(Symbol::Floor(form.clone(), SIGN))
    }
    /// What is left of a division by 2^`k`.
    pub(crate) fn low(&mut self, form: &Form, k: u32) -> Form {
        if self.fits(form, &Bounds::unsigned(k)) {
            return form.clone();
        }
        let floor = self.floor(form, k);
        form.plus(&floor, &-power(k))
    }
    /// The number that a word of `width` bits is when its value is `form` modulo 2^width.
    pub(crate) fn unsigned(&mut self, form: &Form, width: u32) -> Form {
        self.low(form, width)
    }
    /// The same in two's complement.
    pub(crate) fn signed(&mut self, form: &Form, width: u32) -> Form {
        if self.fits(form, &Bounds::signed(width)) {
            return form.clone();
        }
        let half = power(width - 1);
        let less = if self.breaks(Broken::Signed) { BigInt::ZERO } else { half.clone() };
        self.low(&form.shifted(half), width).shifted(-less)
    }
}

/// Bits by which the floor is taken that only tells whether an integer is negative.
pub(super) const SIGN: u32 = 256;
