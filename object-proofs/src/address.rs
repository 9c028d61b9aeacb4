//! What an address is: a constant, or a constant and a few bits of data.

use proofs::forms::{Choices, Forms};
use semantics::{
    bits::Op,
    dag::{Arena, Dag, Id, Term},
    domain::{Bv, Domain},
};

/// The most bits of data in an address that is followed: a thousand possibilities.
const BITS: usize = 10;
/// The most summands of an address that are looked at one by one.
const SUMMANDS: usize = 8;

/// An address that data chooses.
#[derive(Debug)]
pub(crate) struct Choice<'a> {
    /// Where the bits are.
    pub(crate) words: Vec<Bv<Dag<'a>>>,
    /// The bits, and the ways.
    pub(crate) choices: Choices,
    /// The address in each way.
    pub(crate) addresses: Vec<u64>,
}

/// The constant that a value is for every input.
pub(crate) fn constant(dom: Dag<'_>, forms: &mut Forms<'_>, value: Bv<Dag<'_>>) -> Option<u64> {
    let number = match dom.known(value.raw()) {
        Some(number) => number,
        None => forms.constant(value.raw())?.to_u128()?,
    };
    u64::try_from(number).ok()
}

/// The possibilities of an address that is no constant, when there are few.
///
/// A table's base and a scaled index are looked at one by one, so that the bits of the index are the choice, and not
/// the bits of the sum with their carries.
pub(crate) fn choice<'a>(
    arena: &'a Arena,
    forms: &mut Forms<'a>,
    address: Bv<Dag<'a>>,
) -> Option<Choice<'a>> {
    let xlen = address.width();
    let mut sum = Sum { constant: 0, terms: Vec::new() };
    sum.add(arena, address.raw(), true);
    let as_sum = sum.terms.len() <= SUMMANDS;
    if !as_sum {
        sum = Sum { constant: 0, terms: vec![(address.raw(), true)] };
    }
    let ids: Vec<Id> = sum.terms.iter().map(|term| term.0).collect();
    let choices = match forms.choices(&ids, BITS) {
        Some(choices) => choices,
        // Carries may cancel what the summands have.
        None if as_sum => {
            sum = Sum { constant: 0, terms: vec![(address.raw(), true)] };
            forms.choices(&[address.raw()], BITS)?
        }
        None => return None,
    };
    let mask = u64::MAX >> (64 - xlen);
    let total = |values: &Vec<u64>| {
        let parts = sum.terms.iter().zip(values);
        let total = parts.fold(sum.constant, |sum, ((_, plus), value)| {
            if *plus { sum.wrapping_add(*value) } else { sum.wrapping_sub(*value) }
        });
        total & mask
    };
    let addresses = choices.ways.iter().map(|(_, values)| total(values)).collect();
    let words = sum.terms.iter().map(|term| Bv::from_raw(arena.dom(), xlen, term.0)).collect();
    Some(Choice { words, choices, addresses })
}

/// A sum, modulo 2^XLEN: a constant, and terms that are added or taken away.
struct Sum {
    constant: u64,
    terms: Vec<(Id, bool)>,
}

impl Sum {
    fn add(&mut self, arena: &Arena, id: Id, plus: bool) {
        if self.terms.len() > SUMMANDS {
            return;
        }
        if let Some(value) = arena.dom().known(id) {
            let value = value as u64;
            self.constant = if plus {
                self.constant.wrapping_add(value)
            } else {
                self.constant.wrapping_sub(value)
            };
            return;
        }
        match arena.term(id).0 {
            Term::App(Op::Add, [a, b, _]) => {
                self.add(arena, a, plus);
                self.add(arena, b, plus);
            }
            Term::App(Op::Sub, [a, b, _]) => {
                self.add(arena, a, plus);
                self.add(arena, b, !plus);
            }
            _ => self.terms.push((id, plus)),
        }
    }
}
