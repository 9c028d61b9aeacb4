//! Sums modulo a constant: what an integer is congruent to, and the least natural number that is (NF4).

use super::{
    integer::{Bounds, Form, Integers, MonomialId, Symbol, SymbolId},
    sum::Broken,
};
use num_bigint::BigInt;
use std::{collections::BTreeMap, rc::Rc};

/// Moduli are below this number.
pub(super) const LARGEST: u64 = 1 << 31;
/// Terms of a sum, at most.
const TERMS: usize = 1 << 14;
/// A sum of at most so many terms may be an integer that is within the modulus as it is.
const SMALL: usize = 16;

/// A sum modulo a number: a constant and multiples of products, ascending, none zero.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Residue {
    pub(crate) modulus: u64,
    pub(crate) constant: u64,
    pub(crate) terms: Vec<(MonomialId, u64)>,
}

/// A sum under construction.
struct Sum {
    modulus: u64,
    constant: u64,
    terms: BTreeMap<MonomialId, u64>,
}

impl Sum {
    fn new(modulus: u64) -> Self {
        Sum { modulus, constant: 0, terms: BTreeMap::new() }
    }
    fn add_term(&mut self, monomial: MonomialId, c: u64) {
        let known = self.terms.entry(monomial).or_default();
        *known = (*known + c) % self.modulus;
    }
    fn add(&mut self, other: &Residue, c: u64) {
        self.constant = (self.constant + c * other.constant) % self.modulus;
        other.terms.iter().for_each(|(m, d)| self.add_term(*m, c * d % self.modulus));
    }
    fn done(self) -> Residue {
        let terms = self.terms.into_iter().filter(|term| term.1 != 0).collect();
        Residue { modulus: self.modulus, constant: self.constant, terms }
    }
}

/// `c` modulo `modulus`.
pub(super) fn reduced(c: &BigInt, modulus: u64) -> u64 {
    let n = BigInt::from(modulus);
    u64::try_from(((c % &n) + &n) % &n).unwrap_or_default()
}

impl Integers {
    /// The least natural number that is congruent to `form` modulo `modulus`; `None` when the sum would
    /// be too long.
    pub(crate) fn residue(&mut self, form: &Form, modulus: u64) -> Option<Form> {
        let residue = self.congruent(form, modulus)?;
        if residue.terms.len() <= SMALL {
            // A sum that is within the modulus as it is.
            let within = Bounds { low: BigInt::ZERO, high: BigInt::from(modulus - 1) };
            for balanced in [false, true] {
                let lifted = lifted(&residue, balanced);
                if within.contains(&self.quick_bounds(&lifted)) {
                    return Some(lifted);
                }
            }
        }
        Some(self.of_symbol(Symbol::Residue(Rc::new(residue))))
    }
    /// A natural number divided by a constant, rounded down.
    pub(crate) fn quotient(&mut self, form: &Form, by: u64) -> Form {
        self.of_symbol(Symbol::Quotient(form.clone(), by))
    }
    /// Multiples of a divisor times the quotient by it are what was divided, less the remainder.
    pub(crate) fn without_quotients(&mut self, form: &Form) -> Option<Form> {
        let mut sum = form.clone();
        for (monomial, c) in &form.terms {
            let [symbol] = *self.monomial(*monomial) else { continue };
            let Symbol::Quotient(dividend, by) = self.symbol(symbol).clone() else { continue };
            let times = c / by;
            if times == BigInt::ZERO {
                continue;
            }
            let remainder = self.residue(&dividend, by)?;
            let quotient =
                Form { constant: BigInt::ZERO, terms: vec![(*monomial, BigInt::from(by))] };
            sum = sum.plus(&dividend.difference(&remainder).difference(&quotient), &times);
        }
        Some(sum)
    }
    /// The integer, as a remainder where it is known to be the least natural number already.
    pub(crate) fn canonical(&mut self, form: Form, moduli: &[u64]) -> Form {
        let mut candidates: Vec<u64> = Vec::new();
        for (monomial, c) in &form.terms {
            let [symbol] = *self.monomial(*monomial) else { continue };
            if !matches!(self.symbol(symbol), Symbol::Floor(..)) {
                continue;
            }
            let Ok(c) = u64::try_from(if *c < BigInt::ZERO { -c } else { c.clone() }) else {
                continue;
            };
            candidates.extend(moduli.iter().filter(|n| c % **n == 0));
            if (3..LARGEST).contains(&c) && !c.is_power_of_two() {
                candidates.push(c);
            }
        }
        candidates.sort_unstable();
        candidates.dedup();
        for modulus in candidates {
            let slack = u64::from(self.breaks(Broken::Canonical));
            let within = Bounds { low: BigInt::ZERO, high: BigInt::from(modulus - 1 + slack) };
            if self.fits(&form, &within)
                && let Some(residue) = self.residue(&form, modulus)
            {
                return residue;
            }
        }
        form
    }
    /// What an integer is congruent to, over symbols that are not congruent to something simpler.
    fn congruent(&mut self, form: &Form, modulus: u64) -> Option<Residue> {
        let mut sum = Sum::new(modulus);
        sum.constant = reduced(&form.constant, modulus);
        for (monomial, c) in &form.terms {
            self.add_congruent(&mut sum, *monomial, reduced(c, modulus))?;
        }
        Some(sum.done())
    }
    /// Adds `c` times a product.
    fn add_congruent(&mut self, sum: &mut Sum, monomial: MonomialId, c: u64) -> Option<()> {
        if c == 0 {
            return Some(());
        }
        let symbols = self.monomial(monomial).to_vec();
        let simpler = |s: &SymbolId| match self.symbol(*s) {
            Symbol::Named(_) => true,
            Symbol::Residue(residue) => {
                residue.modulus % sum.modulus == 0 || self.breaks(Broken::Tower)
            }
            _ => false,
        };
        if !symbols.iter().any(simpler) {
            sum.add_term(monomial, c);
            return Some(());
        }
        let mut product: Option<Rc<Residue>> = None;
        for symbol in symbols {
            let factor = self.congruent_symbol(symbol, sum.modulus)?;
            product = Some(match product {
                None => factor,
                Some(product) => Rc::new(self.product_of_residues(&product, &factor)?),
            });
        }
        sum.add(&*product?, c);
        (sum.terms.len() <= TERMS).then_some(())
    }
    fn congruent_symbol(&mut self, symbol: SymbolId, modulus: u64) -> Option<Rc<Residue>> {
        if let Some(known) = self.residues.get(&(symbol, modulus)) {
            return Some(Rc::clone(known));
        }
        let residue = match self.symbol(symbol).clone() {
            Symbol::Named(form) => Rc::new(self.congruent(&form, modulus)?),
            Symbol::Residue(residue) if residue.modulus == modulus => residue,
            Symbol::Residue(residue)
                if residue.modulus % modulus == 0 || self.breaks(Broken::Tower) =>
            {
                Rc::new(self.congruent(&lifted(&residue, false), modulus)?)
            }
            _ => {
                let monomial = self.product_of(vec![symbol]);
                Rc::new(Residue { modulus, constant: 0, terms: vec![(monomial, 1)] })
            }
        };
        self.residues.insert((symbol, modulus), Rc::clone(&residue));
        Some(residue)
    }
    fn product_of_residues(&mut self, a: &Residue, b: &Residue) -> Option<Residue> {
        if a.terms.len() * b.terms.len() > TERMS {
            return None;
        }
        let mut sum = Sum::new(a.modulus);
        sum.add(b, a.constant);
        for &(x, c) in &a.terms {
            sum.add_term(x, c * b.constant % a.modulus);
            for &(y, d) in &b.terms {
                let symbols = [self.monomial(x), self.monomial(y)].concat();
                let monomial = self.product_of(symbols);
                sum.add_term(monomial, c * d % a.modulus);
            }
        }
        Some(sum.done())
    }
}

/// The sum as an integer, with coefficients from 0, or around it.
fn lifted(residue: &Residue, balanced: bool) -> Form {
    let lift = |c: u64| {
        let less = if balanced && c > residue.modulus / 2 { residue.modulus } else { 0 };
        BigInt::from(c) - less
    };
    Form {
        constant: lift(residue.constant),
        terms: residue.terms.iter().map(|&(monomial, c)| (monomial, lift(c))).collect(),
    }
}
