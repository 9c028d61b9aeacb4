//! The normaliser: terms in a form in which equal values are mostly equal forms.
//!
//! Terms are visited from the arguments up. Each becomes a word of bits, the lowest first; a bit is a
//! sum modulo 2 of atoms ([`algebra`]), sums of words are exact integers ([`sum`], [`words`]), tables are
//! polynomials in the bits of their index ([`ops`]). Two terms with the same bits are equal for every
//! input. The converse does not hold, so the normaliser proves and never refutes.
//!
//! A reference may *cut*: it names the value of a term ([`semantics::domain::Bv::cut`]), and from then on
//! every equal value is that name, wherever it comes from. What computes the same states as the reference
//! thereby meets it at each of them, however long the way is.
//!
//! This is trusted code. [`check`] evaluates a finished proof independently on random inputs.

mod algebra;
mod check;
mod ops;
mod show;
mod sum;
mod words;

pub(crate) use check::{LANES, Unsound};

use crate::{
    cone::{Cone, Inputs},
    sample,
};
pub(crate) use algebra::Lit;
use algebra::Atom;
use check::Check;
use ops::Opaque;
use semantics::{
    bits::Val,
    dag::{Arena, Id, Term},
    domain::Cut,
};
use std::{fmt, rc::Rc};
use words::Words;

/// Elements of sets that a reference may have, and that what is compared with it may add.
const BUDGET: u64 = 60_000_000;
/// The same for a first attempt: most of what closes at all closes within.
const FIRST: u64 = 200_000;

/// How large forms may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effort {
    /// As large as a first attempt is worth.
    First,
    /// As large as there is memory for.
    Full,
}

impl Effort {
    fn budget(self) -> u64 {
        match self {
            Effort::First => FIRST,
            Effort::Full => BUDGET,
        }
    }
}

/// How far pairs of terms have one form. The second of a pair is the reference: its cuts count.
///
/// # Errors
/// [`Unsound`] when a form does not mean what its term means: a defect of this program.
pub(crate) fn compared(
    arena: &Arena,
    pairs: &[(Id, Id)],
    effort: Effort,
) -> Result<Vec<Comparison>, Unsound> {
    let mut normal = Normaliser::with(arena, effort);
    normal.add(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    normal.end_of_reference();
    normal.add(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let compared: Vec<_> = pairs.iter().map(|&(a, b)| normal.compare(a, b)).collect();
    if compared.contains(&Comparison::Equal) {
        let cone = Cone::of(arena, pairs.iter().flat_map(|&(a, b)| [a, b]));
        // Corners come first; dense and sparse values are at the end.
        let all = sample::assignments(&cone, RECHECK_SEED);
        for inputs in all.chunks(LANES).take(1).chain(all.rchunks(LANES).take(RECHECKS)) {
            normal.recheck(inputs)?;
        }
    }
    Ok(compared)
}

/// Of the assignments at which proofs are evaluated again.
const RECHECK_SEED: u64 = 0x5eed;
/// How many times [`LANES`] of them, beside the corners.
const RECHECKS: usize = 2;

/// How far two terms agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Equal for every input.
    Equal,
    /// Their forms differ: in this bit first.
    Open {
        /// The bit, from the lowest.
        bit: usize,
        /// What it is on the left, and on the right.
        sides: [String; 2],
        /// The first cut of the reference that did not come up again.
        cut: Option<Cut>,
    },
    /// The forms became too large.
    Exhausted,
    /// They were not compared.
    Untried,
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Comparison::Equal => f.write_str("the normal forms are equal"),
            Comparison::Open { bit, sides: [left, right], cut } => {
                write!(f, "the normal forms differ in bit {bit}: {left} and {right}")?;
                let Some(Cut { what, index }) = cut else { return Ok(()) };
                write!(f, "; the first value that is not met again is {what} {index}")
            }
            Comparison::Exhausted => f.write_str("the normal forms are too large"),
            Comparison::Untried => f.write_str("no normal form was tried"),
        }
    }
}

/// Terms of one arena in normal form.
#[derive(Debug)]
pub(crate) struct Normaliser<'a> {
    arena: &'a Arena,
    effort: Effort,
    words: Words,
    opaque: Opaque,
    /// By [`Id::index`].
    values: Vec<Option<Rc<[Lit]>>>,
    /// Where a term is cut, by [`Id::index`].
    cuts: Vec<Option<Cut>>,
    /// What the reference named, in its order.
    named: Vec<(Cut, Lit)>,
}

impl<'a> Normaliser<'a> {
    /// Nothing yet.
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Normaliser::with(arena, Effort::Full)
    }
    /// Nothing yet, and forms no larger than this effort allows.
    pub(crate) fn with(arena: &'a Arena, effort: Effort) -> Self {
        let mut cuts = vec![None; arena.size()];
        for (id, cut) in arena.cuts() {
            cuts[id.index()].get_or_insert(cut);
        }
        let values = vec![None; arena.size()];
        let (words, opaque) = (Words::new(effort.budget()), Opaque::default());
        Normaliser { arena, effort, words, opaque, values, cuts, named: Vec::new() }
    }
    /// The form of the terms that these are made of; cuts in them are names afterwards.
    pub(crate) fn add(&mut self, roots: &[Id]) {
        let needed = self.arena.cone(roots.iter().copied());
        let todo = self.arena.ids().filter(|id| needed[id.index()]);
        for id in todo {
            if self.values[id.index()].is_none() && !self.words.bits.exhausted() {
                let bits = self.form(id);
                self.values[id.index()] = Some(bits);
            }
        }
    }
    fn form(&mut self, id: Id) -> Rc<[Lit]> {
        let (term, width) = self.arena.term(id);
        let bits: Vec<Lit> = match term {
            Term::Lit(value) => (0..width).map(|k| Lit::constant(digit(value, k))).collect(),
            Term::Var(var) => (0..width)
                .map(|bit| {
                    let atom = self.words.bits.new_atom(Atom::Input { var, bit });
                    self.words.bits.lit(atom)
                })
                .collect(),
            Term::App(op, args) => {
                let args: Vec<Rc<[Lit]>> =
                    args[..op.arity()].iter().map(|arg| self.current(*arg)).collect();
                let args: Vec<&[Lit]> = args.iter().map(|bits| &bits[..]).collect();
                ops::apply(&mut self.words, &mut self.opaque, op, width, &args)
            }
        };
        let Some(cut) = self.cuts[id.index()] else { return bits.into() };
        let named: Vec<Lit> = bits.into_iter().map(|bit| self.words.bits.cut(bit)).collect();
        self.words.cut(&named);
        self.named.extend(named.iter().map(|&bit| (cut, bit)));
        named.into()
    }
    /// The bits of a term that was added, the lowest first; none when the budget did not reach.
    pub(crate) fn bits(&mut self, id: Id) -> Rc<[Lit]> {
        self.current(id)
    }
    /// The bits of a term, by the names that they have got since.
    fn current(&mut self, id: Id) -> Rc<[Lit]> {
        let bits = self.values[id.index()].clone().unwrap_or_default();
        if self.named.is_empty() {
            return bits;
        }
        bits.iter().map(|&bit| self.words.bits.current(bit)).collect()
    }
    /// The reference is complete: what comes up again of its cuts is remembered.
    pub(crate) fn end_of_reference(&mut self) {
        self.words.bits.watch();
        self.words.bits.grant(self.effort.budget());
    }
    /// Whether two terms, both added, have one form.
    pub(crate) fn compare(&mut self, left: Id, right: Id) -> Comparison {
        if self.words.bits.exhausted() {
            return Comparison::Exhausted;
        }
        let (left, right) = (self.current(left), self.current(right));
        match left.iter().zip(right.iter()).position(|(a, b)| a != b) {
            None if left.len() == right.len() && !left.is_empty() => Comparison::Equal,
            bit => {
                let unused = |named: &&(Cut, Lit)| !self.words.bits.was_used(named.1);
                let cut = self.named.iter().find(unused).map(|named| named.0);
                let bit = bit.unwrap_or(0);
                let sides = [&left, &right]
                    .map(|bits| bits.get(bit).map_or(String::new(), |b| self.show(*b)));
                Comparison::Open { bit, sides, cut }
            }
        }
    }
    /// Evaluates every form at [`LANES`] assignments, by the definitions of its atoms, and compares with
    /// the terms' own evaluator.
    pub(crate) fn recheck(&self, inputs: &[Inputs]) -> Result<(), Unsound> {
        let check = Check::new(self, inputs)?;
        let names = self.arena.vars();
        let place = |name: &str| names.iter().position(|var| var.0 == name);
        for (lane, inputs) in inputs.iter().enumerate().take(LANES) {
            let value = self.arena.eval(|name| place(name).map_or(Val::from(0), |k| inputs[k]));
            for id in self.arena.ids() {
                let Some(bits) = &self.values[id.index()] else { continue };
                let expected = value(id);
                let agrees = |(k, bit): (usize, &Lit)| {
                    (check.lit(*bit) >> lane & 1 == 1) == digit(expected, k as u32)
                };
                if !bits.iter().enumerate().all(agrees) {
                    return Err(Unsound::Value { term: id.index() });
                }
            }
        }
        Ok(())
    }
}

fn digit(value: Val, k: u32) -> bool {
    value.limbs()[k as usize / 64] >> (k % 64) & 1 == 1
}

#[cfg(test)]
mod tests;
