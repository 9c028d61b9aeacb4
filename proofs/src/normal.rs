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
mod bounds;
mod check;
mod check_integers;
mod integer;
mod modular;
mod ops;
mod residue;
mod show;
mod sum;
mod words;

pub(crate) use check::LANES;
pub use check::Unsound;

use crate::{cone::Cone, evaluate::Evaluator, sample};
use algebra::Atom;
pub(crate) use algebra::Lit;
use integer::Form;
use modular::{Argument, Modular};
use ops::Opaque;
use rustc_hash::FxHashSet;
use semantics::{
    bits::{Op, Val},
    dag::{Arena, Id, Term},
    domain::Cut,
};
use std::{fmt, rc::Rc};
use words::Words;

/// Elements of sets that a reference may have, and that what is compared with it may add.
const BUDGET: u64 = 60_000_000;
/// The same for a first attempt: most of what closes at all closes within.
const FIRST: u64 = 4_000_000;

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

/// How far pairs of terms have one form where the assumptions hold. The second of a pair is the reference:
/// its cuts count.
///
/// # Errors
/// [`Unsound`] when a form does not mean what its term means: a defect of this program.
pub(crate) fn compared(
    arena: &Arena,
    assumed: &[Id],
    pairs: &[(Id, Id)],
    effort: Effort,
) -> Result<Vec<Comparison>, Unsound> {
    let sides = || pairs.iter().flat_map(|&(a, b)| [a, b]);
    let mut normal = Normaliser::with(arena, sides(), assumed, effort);
    let cone = Cone::of(arena, assumed.iter().copied().chain(sides()));
    let mut all = None;
    if normal.modular.is_some() && !assumed.is_empty() {
        // Assumptions are used, and a proof is evaluated again where they hold.
        let places: Vec<usize> = assumed.iter().map(|&id| cone.at(id)).collect();
        let mut inputs = sample::assignments(&cone, RECHECK_SEED, LANES * (1 + RECHECKS));
        let satisfy = Evaluator::new(&cone).each(&inputs, |at| at.all(&places));
        let mut satisfy = satisfy.into_iter();
        inputs.retain(|_| satisfy.next() == Some(true));
        if !inputs.is_empty() {
            normal.assume(assumed);
            all = Some(inputs);
        }
    }
    normal.add(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    normal.end_of_reference();
    normal.add(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let compared: Vec<_> = pairs.iter().map(|&(a, b)| normal.compare(a, b)).collect();
    if compared.contains(&Comparison::Equal) {
        // Corners come first; dense and sparse values are at the end.
        let all =
            all.unwrap_or_else(|| sample::assignments(&cone, RECHECK_SEED, LANES * (1 + RECHECKS)));
        for inputs in all.chunks(LANES).take(1).chain(all.rchunks(LANES).take(RECHECKS)) {
            normal.recheck(&cone, inputs)?;
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
pub enum Comparison {
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
    /// Integers, where the goal is about them.
    modular: Option<Modular>,
    /// Bits of terms, by [`Id::index`].
    values: Vec<Option<Rc<[Lit]>>>,
    /// Integers of terms, by [`Id::index`]: a term has bits, an integer, or both.
    numbers: Vec<Option<Rc<Form>>>,
    /// Where a term is cut, by [`Id::index`].
    cuts: Vec<Option<Cut>>,
    /// What the reference named, in its order.
    named: Vec<(Cut, Lit)>,
}

impl<'a> Normaliser<'a> {
    /// Nothing yet. The terms below `roots` tell whether integers are of use.
    pub(crate) fn new(
        arena: &'a Arena,
        roots: impl IntoIterator<Item = Id>,
        assumed: &[Id],
    ) -> Self {
        Normaliser::with(arena, roots, assumed, Effort::Full)
    }
    /// [`Normaliser::new`] with forms no larger than an effort allows.
    pub(crate) fn with(
        arena: &'a Arena,
        roots: impl IntoIterator<Item = Id>,
        assumed: &[Id],
        effort: Effort,
    ) -> Self {
        let modular = Modular::new(arena, roots, assumed);
        let (words, opaque) = (Words::new(effort.budget()), Opaque::default());
        let mut normal = Normaliser {
            arena,
            effort,
            words,
            opaque,
            modular,
            values: Vec::new(),
            numbers: Vec::new(),
            cuts: Vec::new(),
            named: Vec::new(),
        };
        normal.grow();
        normal
    }
    /// Has a place for every term of the arena, which may have grown.
    fn grow(&mut self) {
        let size = self.arena.size();
        if self.values.len() == size {
            return;
        }
        self.values.resize(size, None);
        self.numbers.resize(size, None);
        self.cuts.resize(size, None);
        for (id, cut) in self.arena.cuts() {
            self.cuts[id.index()].get_or_insert(cut);
        }
    }
    /// Takes assumptions as given: products that are constants, and comparisons.
    pub(crate) fn assume(&mut self, assumed: &[Id]) {
        for &assumption in assumed {
            let Some((factors, value)) = modular::product(self.arena, assumption) else { continue };
            self.add(&factors);
            let width = self.arena.term(factors[0]).1;
            let [a, b] = factors.map(|id| self.number(id));
            let Some(modular) = &mut self.modular else { return };
            let named = modular.assume_product([&a, &b], width, &modular::number(value));
            for (id, form) in factors.into_iter().zip(named) {
                self.numbers[id.index()] = Some(form.into());
            }
        }
        for &assumption in assumed {
            let Term::App(Op::Ult, [a, b, _]) = self.arena.term(assumption).0 else { continue };
            self.add(&[a, b]);
            let width = self.arena.term(a).1;
            let [a, b] = [a, b].map(|id| self.number(id));
            let Some(modular) = &mut self.modular else { return };
            modular.assume_less([&a, &b], width);
        }
    }
    /// The form of the terms that these are made of; cuts in them are names afterwards.
    pub(crate) fn add(&mut self, roots: &[Id]) {
        self.grow();
        let mut todo = Vec::new();
        let mut seen = FxHashSet::default();
        let mut next = roots.to_vec();
        while let Some(id) = next.pop() {
            let known = self.values[id.index()].is_some() || self.numbers[id.index()].is_some();
            if known || !seen.insert(id) {
                continue;
            }
            todo.push(id);
            if let Term::App(op, args) = self.arena.term(id).0 {
                next.extend_from_slice(&args[..op.arity()]);
            }
        }
        // Arguments come before what uses them.
        todo.sort_unstable();
        for id in todo {
            if !self.words.bits.exhausted() {
                self.visit(id);
            }
        }
    }
    fn visit(&mut self, id: Id) {
        self.numbers[id.index()] = self.computed(id).map(Rc::new);
        let cut = self.cuts[id.index()];
        if self.numbers[id.index()].is_some() && cut.is_none() {
            // What has bits keeps them where they are moved.
            if let (Term::App(op, args), _) = self.arena.term(id)
                && modular::moves(op)
                && args[..op.arity()].iter().all(|arg| self.values[arg.index()].is_some())
            {
                self.values[id.index()] = Some(self.bits_of(id).into());
            }
            return;
        }
        let bits = match self.numbers[id.index()] {
            Some(_) => self.current(id).to_vec(),
            None => self.bits_of(id),
        };
        let Some(cut) = cut else {
            self.values[id.index()] = Some(bits.into());
            return;
        };
        let named: Vec<Lit> = bits.into_iter().map(|bit| self.words.bits.cut(bit)).collect();
        self.words.cut(&named);
        self.named.extend(named.iter().map(|&bit| (cut, bit)));
        self.values[id.index()] = Some(named.into());
    }
    /// The integer of a term, when it comes from arithmetic.
    fn computed(&mut self, id: Id) -> Option<Form> {
        self.modular.as_ref()?;
        let (term, width) = self.arena.term(id);
        let Term::App(op, args) = term else { return None };
        if !modular::computes(op) {
            return None;
        }
        let args: Vec<Argument> = args[..op.arity()]
            .iter()
            .map(|&arg| {
                let (width, computed) =
                    (self.arena.term(arg).1, self.numbers[arg.index()].is_some());
                Argument { width, form: self.number(arg), computed }
            })
            .collect();
        self.modular.as_mut()?.apply(op, width, &args)
    }
    /// The integer of a term: what it was computed as, or that of its bits.
    fn number(&mut self, id: Id) -> Rc<Form> {
        if let Some(number) = &self.numbers[id.index()] {
            return Rc::clone(number);
        }
        if let (Term::Lit(value), width) = self.arena.term(id) {
            // A constant near 2^width is a small negative one.
            let wrapped = if digit(value, width - 1) { integer::power(width) } else { 0.into() };
            let number = modular::number(value) - wrapped;
            return Rc::new(Form::constant(number));
        }
        let bits = self.current(id);
        let Some(modular) = &mut self.modular else { return Rc::default() };
        Rc::new(modular.of_bits(&self.words.bits, &bits))
    }
    /// The bits of a term, from those of its arguments.
    fn bits_of(&mut self, id: Id) -> Vec<Lit> {
        let (term, width) = self.arena.term(id);
        match term {
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
        }
    }
    /// The bits of a term that was added, the lowest first; none when the budget did not reach.
    pub(crate) fn bits(&mut self, id: Id) -> Rc<[Lit]> {
        self.current(id)
    }
    /// The bits of a term, by the names that they have got since.
    fn current(&mut self, id: Id) -> Rc<[Lit]> {
        if self.values[id.index()].is_none()
            && let (Some(number), Some(modular)) = (&self.numbers[id.index()], &mut self.modular)
        {
            let width = self.arena.term(id).1;
            let bits = modular.bits(&mut self.words.bits, number, width);
            self.values[id.index()] = Some(bits.into());
        }
        let bits = self.values[id.index()].clone().unwrap_or_default();
        if self.named.is_empty() {
            return bits;
        }
        bits.iter().map(|&bit| self.words.bits.current(bit)).collect()
    }
    /// The reference is complete: what comes up again of its cuts is remembered.
    pub(crate) fn end_of_reference(&mut self) {
        self.end_of_reference_with(self.effort.budget());
    }
    /// The same, and what is compared may have so many elements of sets.
    pub(crate) fn end_of_reference_with(&mut self, budget: u64) {
        self.words.bits.watch();
        self.words.bits.grant(budget);
    }
    /// Whether the budget is spent.
    pub(crate) fn exhausted(&self) -> bool {
        self.words.bits.exhausted()
    }
    /// The values that some different bits can have together, bit `k` that of the `k`-th: a superset. What they are made
    /// of tells, when that is `limit` bits at most; otherwise every combination is one.
    pub(crate) fn ways(&mut self, bits: &[Lit], limit: usize) -> Vec<u32> {
        let Some(support) = self.words.bits.support(bits, limit) else {
            return (0..1 << bits.len()).collect();
        };
        let tables: Vec<Vec<bool>> =
            bits.iter().map(|bit| self.words.bits.truth_table(*bit, &support)).collect();
        let way = |k: usize| tables.iter().rev().fold(0, |n, table| n << 1 | u32::from(table[k]));
        let mut ways: Vec<u32> = (0..1 << support.len()).map(way).collect();
        ways.sort_unstable();
        ways.dedup();
        ways
    }
    /// The first bit in which two terms, both added, differ, as the sum of both sides.
    pub(crate) fn difference(&mut self, left: Id, right: Id) -> Option<Lit> {
        let (left, right) = (self.current(left), self.current(right));
        let (a, b) = left.iter().zip(right.iter()).find(|(a, b)| a != b)?;
        Some(self.words.bits.xor(*a, *b))
    }
    /// The first term of a cone that has this bit, or its complement, among its bits, and which one.
    pub(crate) fn first_with(&self, cone: &Cone, bit: Lit) -> Option<(Id, u32)> {
        self.arena.ids().filter(|id| cone.contains(*id)).find_map(|id| {
            let bits = self.values[id.index()].as_ref()?;
            let place = bits.iter().position(|own| own.positive() == bit.positive())?;
            Some((id, place as u32))
        })
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
}

fn digit(value: Val, k: u32) -> bool {
    value.limbs()[k as usize / 64] >> (k % 64) & 1 == 1
}

#[cfg(test)]
mod tests;
