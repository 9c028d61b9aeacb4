//! Integers as polynomials over words of 32 bits, with floors of their quotients by 2^32 (NF2, NF3).
//!
//! A wrapping sum is `P - 2^32 * floor(P / 2^32)` for an integer polynomial `P`, and the floor is a
//! factor like a word is. So carries need no pattern: the comparison that makes one, and the wider
//! addition that has one inside, are the same floor.

use super::algebra::Lit;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Bits of a word.
pub(crate) const WORD: usize = 32;
const BASE: i128 = 1 << WORD;
/// Factors of a product, at most.
const DEGREE: usize = 4;

/// A factor of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FactorId(u32);

impl FactorId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a factor stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Factor {
    /// The number of which these are the binary digits, the lowest first.
    Word(Rc<[Lit]>),
    /// The polynomial divided by 2^32, rounded down.
    Floor(Poly),
    /// A product of words and floors, ascending.
    Product(Rc<[FactorId]>),
}

/// An exact integer: a constant and multiples of factors, ascending, none zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Poly {
    pub(crate) constant: i128,
    pub(crate) terms: Vec<(FactorId, i128)>,
}

/// The least and the greatest value that an integer can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i128,
    pub(crate) high: i128,
}

impl Range {
    /// Of the integer divided by 2^32, rounded down. What may have been too large for its number stays
    /// unbounded.
    fn floor(self) -> Range {
        const UNBOUNDED: i128 = 1 << 126;
        let low = if self.low < -UNBOUNDED { i128::MIN } else { self.low.div_euclid(BASE) };
        let high = if self.high > UNBOUNDED { i128::MAX } else { self.high.div_euclid(BASE) };
        Range { low, high }
    }
}

/// An integer became too large, or a product too long, for this form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLarge;

impl Poly {
    pub(crate) fn constant(constant: i128) -> Self {
        Poly { constant, terms: Vec::new() }
    }
    fn factor(factor: FactorId) -> Self {
        Poly { constant: 0, terms: vec![(factor, 1)] }
    }
    /// `self + c * other`
    pub(crate) fn plus(&self, other: &Poly, c: i128) -> Result<Poly, TooLarge> {
        let times = |x: i128| x.checked_mul(c).ok_or(TooLarge);
        let sum = |x: i128, y: i128| x.checked_add(y).ok_or(TooLarge);
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut i, mut j) = (0, 0);
        loop {
            let (a, b) = (self.terms.get(i), other.terms.get(j));
            let (factor, coefficient) = match (a, b) {
                (None, None) => break,
                (Some(&a), Some(&b)) if a.0 == b.0 => {
                    (i, j) = (i + 1, j + 1);
                    (a.0, sum(a.1, times(b.1)?)?)
                }
                (Some(&a), b) if b.is_none_or(|b| a.0 < b.0) => {
                    i += 1;
                    a
                }
                (_, Some(&b)) => {
                    j += 1;
                    (b.0, times(b.1)?)
                }
                (Some(_), None) => unreachable!("a term is before no term"),
            };
            if coefficient != 0 {
                terms.push((factor, coefficient));
            }
        }
        Ok(Poly { constant: sum(self.constant, times(other.constant)?)?, terms })
    }
    /// `c - self`
    pub(crate) fn subtracted_from(&self, c: i128) -> Result<Poly, TooLarge> {
        Poly::constant(c).plus(self, -1)
    }
    /// `self = rest + 2^32 * quotient`, with the coefficients of `rest` around zero and its constant
    /// from 0 to 2^32 - 1.
    pub(crate) fn split(&self) -> (Poly, Poly) {
        let mut rest = Poly::constant(self.constant.rem_euclid(BASE));
        let mut quotient = Poly::constant(self.constant.div_euclid(BASE));
        for &(factor, coefficient) in &self.terms {
            let mut low = coefficient.rem_euclid(BASE);
            if low > BASE / 2 {
                low -= BASE;
            }
            let high = (coefficient - low) / BASE;
            if low != 0 {
                rest.terms.push((factor, low));
            }
            if high != 0 {
                quotient.terms.push((factor, high));
            }
        }
        (rest, quotient)
    }
    /// The number that it is for every input.
    pub(crate) fn known(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }
}

/// The factors of one proof, what is known of their ranges, and the sums that have bits.
#[derive(Debug, Default)]
pub(crate) struct Sums {
    factors: Vec<Factor>,
    ranges: Vec<Range>,
    factor_index: FxHashMap<Factor, FactorId>,
    /// Proven ranges of sums of terms without their constant, the first coefficient positive.
    proven: FxHashMap<Vec<(FactorId, i128)>, Range>,
    /// Integers that have atoms of their own.
    polys: Vec<Poly>,
    /// A rule that a test breaks, to see that it is noticed.
    #[cfg(test)]
    pub(crate) broken: Option<Broken>,
}

/// A rule that can be broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// Words that may overlap are taken for disjoint.
    Disjoint,
    /// The floor of a reflected integer is one too large.
    Reflection,
    /// A word and its complement add up to one more than all ones.
    Complement,
    /// A bit times a word forgets where the bit was.
    Masked,
    /// The greatest value of a floor is forgotten.
    Range,
    /// The order of words is that of their low halves, extended or not.
    Extended,
    /// A table is read without the complements in its index.
    Table,
    /// The upper word of a number that does not wrap is taken for less than it can be.
    Greatest,
    /// A floor is taken for its integer divided, nothing left.
    Rest,
    /// Of the two values of a floor, either is taken for possible a block too low.
    Cases,
    /// What may be the modulus itself is taken for the least natural number.
    Canonical,
    /// Remainders by one number are taken for remainders by any other one.
    Tower,
    /// A choice starts from the wrong side.
    Choice,
    /// A word in two's complement is not moved back.
    Signed,
    /// What a bit is spread over is complemented.
    Spread,
    /// Copies of a factor are complemented.
    Copies,
}

impl Broken {
    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 16] = [
        Self::Disjoint,
        Self::Reflection,
        Self::Complement,
        Self::Masked,
        Self::Range,
        Self::Extended,
        Self::Table,
        Self::Greatest,
        Self::Rest,
        Self::Cases,
        Self::Canonical,
        Self::Tower,
        Self::Choice,
        Self::Signed,
        Self::Spread,
        Self::Copies,
    ];
}

impl Sums {
    /// Whether a rule is broken on purpose: in tests only.
    #[cfg(test)]
    pub(crate) fn breaks(&self, rule: Broken) -> bool {
        self.broken == Some(rule)
    }
    /// Whether a rule is broken on purpose: never.
    #[cfg(not(test))]
    pub(crate) fn breaks(&self, _: Broken) -> bool {
        false
    }
    pub(crate) fn factors(&self) -> &[Factor] {
        &self.factors
    }
    pub(crate) fn factor(&self, id: FactorId) -> &Factor {
        &self.factors[id.index()]
    }
    pub(crate) fn range_of(&self, id: FactorId) -> Range {
        self.ranges[id.index()]
    }
    pub(crate) fn proven(&self) -> impl Iterator<Item = (&[(FactorId, i128)], Range)> {
        self.proven.iter().map(|(terms, range)| (&terms[..], *range))
    }
    pub(crate) fn poly(&self, place: u32) -> &Poly {
        &self.polys[place as usize]
    }
    pub(crate) fn keep(&mut self, poly: Poly) -> u32 {
        self.polys.push(poly);
        self.polys.len() as u32 - 1
    }
    fn intern(&mut self, factor: Factor) -> FactorId {
        if let Some(&id) = self.factor_index.get(&factor) {
            return id;
        }
        let range = match &factor {
            Factor::Word(bits) => {
                let ones = bits.iter().rev().fold(0, |n, b| n << 1 | i128::from(*b != Lit::FALSE));
                Range { low: 0, high: ones }
            }
            Factor::Floor(poly) => {
                let range = self.range(poly);
                let lost = i128::from(self.breaks(Broken::Range) && range.high >= BASE);
                let Range { low, high } = range.floor();
                Range { low, high: high - lost }
            }
            Factor::Product(of) => {
                let one = Range { low: 1, high: 1 };
                of.iter().fold(one, |product, f| times(product, self.range_of(*f)))
            }
        };
        let id = FactorId(self.factors.len() as u32);
        self.factors.push(factor.clone());
        self.ranges.push(range);
        self.factor_index.insert(factor, id);
        id
    }
    /// The number with these binary digits, none of them known to be one.
    pub(crate) fn word(&mut self, bits: &[Lit]) -> Poly {
        Poly::factor(self.intern(Factor::Word(bits.into())))
    }
    /// What is known of the range of an integer.
    pub(crate) fn range(&self, poly: &Poly) -> Range {
        let c = poly.constant;
        let mut range = poly.terms.iter().fold(Range { low: c, high: c }, |sum, &(f, c)| {
            let term = times(self.range_of(f), Range { low: c, high: c });
            let (low, high) =
                (sum.low.saturating_add(term.low), sum.high.saturating_add(term.high));
            Range { low, high }
        });
        if let Some((terms, negated)) = key(poly)
            && let Some(known) = self.proven.get(&terms)
        {
            let known = if negated { negative(*known) } else { *known };
            range.low = range.low.max(known.low.saturating_add(c));
            range.high = range.high.min(known.high.saturating_add(c));
        }
        range
    }
    /// Remembers a range that was proven otherwise, for later sums that differ in the constant only.
    pub(crate) fn note(&mut self, poly: &Poly, proven: Range) {
        // The range of a word tells which of its bits are free, and stays.
        if let [(factor, c @ (1 | -1))] = poly.terms[..]
            && matches!(self.factor(factor), Factor::Floor(_))
        {
            let own = &mut self.ranges[factor.index()];
            let low = proven.low.saturating_sub(poly.constant);
            let high = proven.high.saturating_sub(poly.constant);
            let proven = Range { low, high };
            let proven = if c == 1 { proven } else { negative(proven) };
            own.low = own.low.max(proven.low);
            own.high = own.high.min(proven.high);
        }
        let Some((terms, negated)) = key(poly) else { return };
        let known = self.range(poly);
        if known.low >= proven.low && known.high <= proven.high {
            return;
        }
        let range = Range {
            low: known.low.max(proven.low).saturating_sub(poly.constant),
            high: known.high.min(proven.high).saturating_sub(poly.constant),
        };
        self.proven.insert(terms, if negated { negative(range) } else { range });
    }
    /// Product.
    pub(crate) fn product(&mut self, a: &Poly, b: &Poly) -> Result<Poly, TooLarge> {
        let mut product = Poly::default().plus(a, b.constant)?;
        product = product.plus(&Poly { constant: 0, terms: b.terms.clone() }, a.constant)?;
        for &(x, c) in &a.terms {
            for &(y, d) in &b.terms {
                let mut factors = [self.parts(x), self.parts(y)].concat();
                if factors.len() > DEGREE {
                    return Err(TooLarge);
                }
                factors.sort_unstable();
                let factor = self.intern(Factor::Product(factors.into()));
                let coefficient = c.checked_mul(d).ok_or(TooLarge)?;
                product = product.plus(&Poly::factor(factor), coefficient)?;
            }
        }
        Ok(product)
    }
    fn parts(&self, factor: FactorId) -> Vec<FactorId> {
        match self.factor(factor) {
            Factor::Product(of) => of.to_vec(),
            _ => vec![factor],
        }
    }
    /// `poly / 2^32`, rounded down.
    pub(crate) fn floor(&mut self, poly: &Poly) -> Result<Poly, TooLarge> {
        let range = self.range(poly);
        // -1 and 0 are their own floors.
        if range.low >= -1 && range.high <= 0 {
            return Ok(poly.clone());
        }
        let floors = range.floor();
        if floors.low == floors.high {
            return Ok(Poly::constant(floors.low));
        }
        let (rest, quotient) = poly.split();
        let floor = self.floor_of_rest(&rest)?.plus(&quotient, 1)?;
        self.note(&floor, floors);
        Ok(floor)
    }
    fn floor_of_rest(&mut self, rest: &Poly) -> Result<Poly, TooLarge> {
        let floors = self.range(rest).floor();
        if floors.low == floors.high {
            return Ok(Poly::constant(floors.low));
        }
        // floor(P) = -1 - floor(-P - 1): of a pair, the one whose first coefficient is positive.
        if rest.terms[0].1 < 0 {
            let reflected = rest.subtracted_from(-1)?;
            let less = if self.breaks(Broken::Reflection) { 0 } else { -1 };
            return self.floor(&reflected)?.subtracted_from(less);
        }
        Ok(Poly::factor(self.intern(Factor::Floor(rest.clone()))))
    }
}

fn negative(range: Range) -> Range {
    Range { low: range.high.saturating_neg(), high: range.low.saturating_neg() }
}

fn times(a: Range, b: Range) -> Range {
    let products = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)]
        .map(|(x, y)| x.saturating_mul(y));
    let (low, high) = products[1..]
        .iter()
        .fold((products[0], products[0]), |(low, high), &p| (low.min(p), high.max(p)));
    Range { low, high }
}

/// The terms with the first coefficient positive, and whether that negated them.
fn key(poly: &Poly) -> Option<(Vec<(FactorId, i128)>, bool)> {
    let &(_, first) = poly.terms.first()?;
    // A single factor has its range already.
    if poly.terms.len() < 2 {
        return None;
    }
    let negated = first < 0;
    let sign = if negated { -1 } else { 1 };
    let terms = poly.terms.iter().map(|&(f, c)| c.checked_mul(sign).map(|c| (f, c)));
    Some((terms.collect::<Option<_>>()?, negated))
}
