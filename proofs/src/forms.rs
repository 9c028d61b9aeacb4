//! The normal form for those who make terms as they go: what executes a program on terms asks it what a
//! condition or an address can be, and compares the result with a reference in the end.

use crate::{
    ask::Ask,
    cone::{Cone, Inputs},
    decide::{Means, Settled, settle},
    evaluate::{Evaluator, Point},
    ledger::Ledger,
    normal::{LANES, Lit, Normaliser},
    sample,
    solver::Limits,
};
use semantics::{
    bits::Val,
    dag::{Arena, Id},
    domain::Bv,
};
use std::{sync::atomic::AtomicBool, time::Duration};

pub use crate::normal::{Comparison, Unsound};

/// Elements of sets that a program may need beside its reference: what closes needs far less.
const BUDGET: u64 = 12_000_000;
/// Of the assignments at which a proof is evaluated again.
const RECHECK_SEED: u64 = 0x0b1ec7;
/// How many times [`LANES`] of them.
const RECHECKS: usize = 3;

/// The terms of one arena in normal form. First comes the reference, whose cuts are names from then on, then what
/// is compared with it.
#[derive(Debug)]
pub struct Forms<'a> {
    arena: &'a Arena,
    normal: Normaliser<'a>,
}

/// What some words can be, all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The bits that are not the same for every input. Any two are different.
    pub bits: Vec<ChoiceBit>,
    /// Every way in which the words can be: the values of the bits (bit `k` belongs to `bits[k]`), and those of the
    /// words. There may be ways that no input reaches, never the other way round.
    pub ways: Vec<(u32, Vec<u64>)>,
}

/// A bit of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceBit {
    /// The place of the word.
    pub word: usize,
    /// The bit, from the lowest.
    pub bit: u32,
}

impl<'a> Forms<'a> {
    /// Nothing yet.
    pub fn new(arena: &'a Arena) -> Self {
        Forms { arena, normal: Normaliser::new(arena, [], &[]) }
    }
    /// Takes the terms of the reference, and what is derived from the same inputs by definition. To be called once.
    pub fn reference(&mut self, roots: &[Id]) {
        self.normal.add(roots);
        self.normal.end_of_reference_with(BUDGET);
    }
    /// Whether forms have become too large. Nothing is known then.
    pub fn exhausted(&self) -> bool {
        self.normal.exhausted()
    }
    /// The value of a term, when it is the same for every input.
    pub fn constant(&mut self, id: Id) -> Option<Val> {
        self.normal.add(&[id]);
        let bits = self.normal.bits(id);
        let width = self.arena.term(id).1 as usize;
        if self.exhausted() || bits.len() != width || bits.iter().any(|bit| !bit.is_constant()) {
            return None;
        }
        let mut limbs = [0; 8];
        for (k, bit) in bits.iter().enumerate() {
            limbs[k / 64] |= u64::from(*bit == Lit::TRUE) << (k % 64);
        }
        Some(Val::from(limbs))
    }
    /// What words of at most 64 bits can be together, when they depend on at most `limit` bits in all and no more than
    /// `limit` are theirs.
    pub fn choices(&mut self, words: &[Id], limit: usize) -> Option<Choices> {
        self.normal.add(words);
        let forms: Vec<_> = words.iter().map(|&id| self.normal.bits(id)).collect();
        if self.exhausted() {
            return None;
        }
        let mut bits = Vec::new();
        let mut different: Vec<Lit> = Vec::new();
        for (word, form) in forms.iter().enumerate() {
            for (bit, lit) in (0..).zip(form.iter()) {
                if !lit.is_constant() && different.iter().all(|d| d.positive() != lit.positive()) {
                    different.push(*lit);
                    bits.push(ChoiceBit { word, bit });
                }
            }
        }
        if different.len() > limit {
            return None;
        }
        let all: Vec<u32> = self.normal.ways(&different, limit);
        let value = |form: &[Lit], way: u32| {
            form.iter().rev().fold(0u64, |n, lit| {
                let place = different.iter().position(|d| d.positive() == lit.positive());
                let one = match place {
                    None => *lit == Lit::TRUE,
                    Some(k) => (way >> k & 1 == 1) != (*lit != different[k]),
                };
                n << 1 | u64::from(one)
            })
        };
        let ways = all.into_iter();
        let ways = ways.map(|way| (way, forms.iter().map(|form| value(form, way)).collect()));
        Some(Choices { bits, ways: ways.collect() })
    }
    /// How far a term agrees with one of the reference.
    pub fn compare(&mut self, term: Id, reference: Id) -> Comparison {
        self.normal.add(&[term, reference]);
        self.normal.compare(term, reference)
    }
    /// Inputs at which two terms differ, by name, when they are found: among a few hundred that are tried, or where Z3
    /// makes the bit one in which the forms differ. That is short when a program is right but for a rare condition.
    /// What is returned was evaluated.
    pub fn counterexample(
        &mut self,
        left: Id,
        right: Id,
        limit: Duration,
    ) -> Option<Vec<(String, Val)>> {
        let cone = Cone::of(self.arena, [left, right]);
        let differ = |at: Point<'_>| at.get(cone.at(left)) != at.get(cone.at(right));
        let tried = sample::assignments(&cone, RECHECK_SEED, LANES);
        if let Some(inputs) = Evaluator::new(&cone).find(&tried, differ) {
            return Some(named(&cone, inputs));
        }
        let bit = self.normal.difference(left, right)?;
        let (id, place) = self.normal.first_with(&cone, bit)?;
        let (dom, width) = (self.arena.dom(), self.arena.term(id).1);
        let condition = Bv::from_raw(dom, width, id).bits(place, place);
        for value in [0, 1] {
            let (stop, ledger) = (AtomicBool::new(false), Ledger::default());
            let limits = Limits::new(limit, &stop);
            let means = Means { ask: Ask::Z3, normalise: false, limits, ledger: &ledger };
            let never = condition.lit(value).raw();
            let Settled::Differ(inputs) = settle(self.arena, &[], condition.raw(), never, means)
            else {
                continue;
            };
            let mut inputs = inputs;
            inputs.resize(cone.arity, Val::from(0));
            if let Some(inputs) = Evaluator::new(&cone).find(&[inputs], differ) {
                return Some(named(&cone, inputs));
            }
        }
        None
    }
    /// Evaluates every form below these terms again, by the definitions of its atoms alone, at inputs from corners to
    /// random ones.
    ///
    /// # Errors
    /// [`Unsound`] when a form does not mean what its term means: a defect of this program.
    pub fn recheck(&self, roots: &[Id]) -> Result<(), Unsound> {
        let cone = Cone::of(self.arena, roots.iter().copied());
        let all = sample::assignments(&cone, RECHECK_SEED, LANES * RECHECKS);
        // Corners come first; dense and sparse values are at the end.
        for inputs in all.chunks(LANES).take(1).chain(all.rchunks(LANES).take(RECHECKS - 1)) {
            self.normal.recheck(&cone, inputs)?;
        }
        Ok(())
    }
}

fn named(cone: &Cone, inputs: &Inputs) -> Vec<(String, Val)> {
    let value = |index: usize| inputs.get(index).copied().unwrap_or(Val::from(0));
    cone.vars.iter().map(|var| (var.name.clone(), value(var.index).truncate(var.width))).collect()
}
