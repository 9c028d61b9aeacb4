//! Forms as text, cut short: for a proof that does not close.

use super::{
    Normaliser,
    algebra::{Atom, AtomId, Lit},
    integer::{Form, Symbol, SymbolId},
    modular::Modular,
    sum::{Factor, FactorId, Poly},
};
use semantics::domain::Cut;

/// Terms and atoms that are written out at each place.
const SHOWN: usize = 6;
/// Floors and products inside each other that are written out.
const DEPTH: usize = 3;

impl Normaliser<'_> {
    /// A bit, as far as it fits on a line.
    pub(super) fn show(&self, bit: Lit) -> String {
        self.show_bit(bit, DEPTH)
    }
    fn show_bit(&self, bit: Lit, depth: usize) -> String {
        let atoms = self.words.bits.set(bit.set());
        let mut parts: Vec<String> = Vec::new();
        if bit.is_complemented() || atoms.is_empty() {
            parts.push(u32::from(bit.is_complemented()).to_string());
        }
        parts.extend(atoms.iter().take(SHOWN).map(|&atom| self.show_atom(atom, depth)));
        if atoms.len() > SHOWN {
            parts.push(format!("({} more)", atoms.len() - SHOWN));
        }
        parts.join(" ^ ")
    }
    fn show_atom(&self, atom: AtomId, depth: usize) -> String {
        if let Some(cut) = self.name(atom) {
            return format!("{} {}", cut.what, cut.index);
        }
        match self.words.bits.atom(atom) {
            Atom::Input { var, bit } => {
                let vars = self.arena.vars();
                format!("{}[{bit}]", vars[*var].0)
            }
            _ if depth == 0 => format!("t{}", atom.index()),
            Atom::Product(factors) => {
                let factors = factors.iter().take(SHOWN);
                let shown: Vec<_> =
                    factors.map(|&set| format!("({})", self.show_bit(Lit::of(set), 0))).collect();
                shown.join("&")
            }
            Atom::Sum { sum, bit } => {
                format!("({})[{bit}]", self.show_poly(self.words.sums.poly(*sum), depth - 1))
            }
            Atom::Carry(place) => {
                format!("({})", self.show_poly(self.words.sums.poly(*place), depth - 1))
            }
            Atom::Cut(set) => self.show_bit(Lit::of(*set), depth - 1),
            Atom::Digit { number, bit } => {
                let modular = self.modular.as_ref();
                let shown = modular.map(|m| self.show_form(m, m.digit(*number), depth - 1));
                format!("({})[{bit}]", shown.unwrap_or_default())
            }
            Atom::Opaque { result, bit } => {
                format!("{:?}[{bit}]", self.opaque.result(*result).op)
            }
        }
    }
    /// What the reference calls an atom.
    fn name(&self, atom: AtomId) -> Option<Cut> {
        if !matches!(self.words.bits.atom(atom), Atom::Cut(_)) {
            return None;
        }
        let bits = &self.words.bits;
        let named = self
            .named
            .iter()
            .find(|(cut, bit)| bits.single_atom(*bit) == Some(atom) && !cut.what.is_empty());
        named.map(|(cut, _)| *cut)
    }
    fn show_poly(&self, poly: &Poly, depth: usize) -> String {
        let mut shown = poly.constant.to_string();
        for &(factor, c) in poly.terms.iter().take(SHOWN) {
            let sign = if c < 0 { '-' } else { '+' };
            let times = if c.abs() == 1 { String::new() } else { format!("{}*", c.abs()) };
            shown += &format!(" {sign} {times}{}", self.show_factor(factor, depth));
        }
        if poly.terms.len() > SHOWN {
            shown += &format!(" + ({} more)", poly.terms.len() - SHOWN);
        }
        shown
    }
    fn show_form(&self, modular: &Modular, form: &Form, depth: usize) -> String {
        let mut shown = form.constant.to_string();
        for (monomial, c) in form.terms.iter().take(SHOWN) {
            let symbols = modular.integers.monomial(*monomial).iter();
            let product: Vec<_> =
                symbols.map(|&symbol| self.show_symbol(modular, symbol, depth)).collect();
            shown += &format!(" + {c}*{}", product.join("*"));
        }
        if form.terms.len() > SHOWN {
            shown += &format!(" + ({} more)", form.terms.len() - SHOWN);
        }
        shown
    }
    fn show_symbol(&self, modular: &Modular, symbol: SymbolId, depth: usize) -> String {
        match modular.integers.symbol(symbol) {
            Symbol::Word(bits) => {
                let free = bits.iter().find(|bit| !bit.is_constant());
                format!("<{}..>", free.map_or("0".into(), |bit| self.show_bit(*bit, 0)))
            }
            _ if depth == 0 => format!("n{}", symbol.index()),
            Symbol::Floor(form, k) => {
                format!("floor(({}) / 2^{k})", self.show_form(modular, form, depth - 1))
            }
            Symbol::Rest(form, k) => {
                format!("(({}) mod 2^{k})", self.show_form(modular, form, depth - 1))
            }
            Symbol::Quotient(form, by) => {
                format!("floor(({}) / {by})", self.show_form(modular, form, depth - 1))
            }
            Symbol::Named(form) => format!("({})", self.show_form(modular, form, depth - 1)),
            Symbol::Residue(residue) => {
                format!("(sum of {} mod {})", residue.terms.len(), residue.modulus)
            }
        }
    }
    fn show_factor(&self, factor: FactorId, depth: usize) -> String {
        match self.words.sums.factor(factor) {
            Factor::Word(bits) => {
                let free: Vec<_> = bits.iter().filter(|bit| !bit.is_constant()).collect();
                let (first, last) = (free.first(), free.last());
                // Words are made of sums, and these of words: nothing inside is written out.
                let show =
                    |bit: Option<&&Lit>| bit.map_or("0".into(), |bit| self.show_bit(**bit, 0));
                if free.len() == 1 {
                    format!("<{}>", show(first))
                } else {
                    format!("<{}..{}>", show(last), show(first))
                }
            }
            _ if depth == 0 => format!("n{}", factor.index()),
            Factor::Floor(poly) => format!("floor({})", self.show_poly(poly, depth - 1)),
            Factor::Product(of) => {
                let shown: Vec<_> = of.iter().map(|&f| self.show_factor(f, depth - 1)).collect();
                shown.join("*")
            }
        }
    }
}
