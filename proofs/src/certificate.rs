//! Certificates: what the normal form closed is discharged again by Z3 alone, one named value at a time.
//!
//! The reference names values on its way ([`semantics::domain::Bv::cut`]). The normal form tells where
//! they come up in what is compared with it: which bits of which term are which bits of which cut. Here
//! that is only a guess. For each such term Z3 is asked whether it is what the normal form says, with
//! a free variable for every cut before it on both sides; then whether the results are equal.
//!
//! That this proves the claim: let every variable be the value of its cut. A term of the left side is
//! its operation on its arguments, and each argument that was replaced by cuts had its own question,
//! further down. So by induction every replaced term has the value of its cuts, for all inputs. Nothing
//! rests on the normal form being right, and nothing can be refuted: a free variable may take a value
//! that its cut never has.
//!
//! Tables that are affine images of the reference's, over GF(2), are replaced by these ([`tables`]), each after a
//! question of its own; the rest then holds for any function in the place of a table.
//!
//! Where Z3 gets stuck between two cuts, a second attempt takes every value that both sides compute for
//! one: the same argument, with smaller questions.

mod tables;

use crate::{
    ask::Ask,
    decide::{Means, Settled, settle},
    normal::{Lit, Normaliser},
    report::{Certificate, Discharge},
};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::{
    bits::{Arg, Op},
    claim::{Goal, Part},
    dag::{Arena, Dag, Id, Term},
    domain::{Bv, Cut, Domain},
};
use std::time::{Duration, Instant};
use tables::Tables;

/// For one word; what Z3 closes at all, it mostly closes at once.
const WORD: Duration = Duration::from_secs(5);

/// After so many words that are stuck, the rest is not asked for.
const ENOUGH: usize = 4;

/// What values are called that both sides compute and the reference does not name.
const UNNAMED: &str = "unnamed values";
/// What the questions are called of tables that are images of others.
const TABLES: &str = "tables";

type Word<'a> = Bv<Dag<'a>>;

/// Where a bit is known from: a bit of a cut or of a variable, in the reference's arena.
#[derive(Clone, Copy, Debug)]
struct Place {
    term: Id,
    bit: u32,
    complemented: bool,
}

/// Discharges a goal with Z3 alone, at the cuts of its right-hand sides.
pub(crate) fn certify(arena: &Arena, goal: &Goal<'_>, means: Means<'_>) -> Certificate {
    let attempt = |finely, enough| {
        let fresh = Arena::default();
        let means = Means { ask: Ask::Z3, ..means };
        let mut certifier = Certifier::new(arena, &fresh, goal.parts(), means, finely);
        certifier.enough = enough;
        certifier.assume(goal.assumptions());
        certifier.finish(goal.parts())
    };
    let coarse = attempt(false, 1);
    if coarse.stuck() == 0 { coarse } else { attempt(true, ENOUGH) }
}

#[derive(Debug)]
struct Certifier<'o, 'a, 's> {
    of: &'o Arena,
    dom: Dag<'a>,
    arena: &'a Arena,
    means: Means<'s>,
    /// Terms of either side, with variables for cuts.
    left: FxHashMap<Id, Word<'a>>,
    right: FxHashMap<Id, Word<'a>>,
    /// What a cut is made of, by its term; and its name, if the reference gives one.
    cuts: FxHashMap<Id, (Word<'a>, Option<Cut>)>,
    /// After so many stuck words no further one is asked for.
    enough: usize,
    assumed: Vec<Id>,
    tables: Tables,
    /// What the normal form says of a left term: whose bits its bits are.
    guesses: Vec<(Id, Option<Vec<Guess>>)>,
    certificate: Certificate,
}

/// What a bit is.
#[derive(Clone, Copy, Debug)]
enum Guess {
    Constant(bool),
    At(Place),
}

impl<'o, 'a, 's> Certifier<'o, 'a, 's> {
    fn new(
        of: &'o Arena,
        fresh: &'a Arena,
        parts: &[Part],
        means: Means<'s>,
        finely: bool,
    ) -> Self {
        let mut certifier = Certifier {
            of,
            dom: fresh.dom(),
            arena: fresh,
            means,
            left: FxHashMap::default(),
            right: FxHashMap::default(),
            cuts: FxHashMap::default(),
            enough: ENOUGH,
            assumed: Vec::new(),
            tables: Tables::default(),
            guesses: Vec::new(),
            certificate: Certificate::default(),
        };
        let sides = parts.iter().flat_map(|part| [part.left, part.right]);
        certifier.meet_tables(parts);
        let mut normal = Normaliser::new(of, sides, &[]);
        normal.add(&parts.iter().map(|part| part.right).collect::<Vec<_>>());
        normal.end_of_reference();
        normal.add(&parts.iter().map(|part| part.left).collect::<Vec<_>>());
        certifier.state_reference(parts, &mut normal, finely);
        certifier.guess(parts, &mut normal);
        certifier
    }
    /// The terms below some, arguments first.
    fn below(&self, roots: impl Iterator<Item = Id>) -> Vec<Id> {
        let needed = self.of.cone(roots);
        self.of.ids().take(needed.len()).filter(|id| needed[id.index()]).collect()
    }
    /// Proves of tables that they are images of others, those of the reference first.
    fn meet_tables(&mut self, parts: &[Part]) {
        let below = |side: fn(&Part) -> Id| self.below(parts.iter().map(side));
        let terms = [below(|part| part.right), below(|part| part.left)].concat();
        let index = self.dom.var(8, "index of a table");
        for id in terms {
            let Term::App(Op::Lookup(table), _) = self.of.term(id).0 else { continue };
            if let Some(image) = self.tables.meet(table) {
                let sides = (index.lookup(table), image.lookup(index));
                self.discharge(TABLES.into(), sides);
            }
        }
    }
    /// The right-hand sides, with a variable for each cut.
    fn state_reference(&mut self, parts: &[Part], normal: &mut Normaliser<'o>, finely: bool) {
        let mut named: FxHashMap<Id, Cut> = FxHashMap::default();
        self.of.cuts().into_iter().for_each(|(id, cut)| {
            named.entry(id).or_insert(cut);
        });
        let computed: FxHashSet<Lit> = match finely {
            true => self
                .below(parts.iter().map(|part| part.left))
                .into_iter()
                .flat_map(|id| normal.bits(id).iter().map(|bit| bit.positive()).collect::<Vec<_>>())
                .collect(),
            false => FxHashSet::default(),
        };
        // Bits that come up for the first time, in a term that both sides compute, make it a cut.
        let mut met: FxHashSet<Lit> = FxHashSet::default();
        for id in self.below(parts.iter().map(|part| part.right)) {
            let bits = normal.bits(id);
            let shared = |bit: &Lit| bit.is_constant() || computed.contains(&bit.positive());
            let is_app = matches!(self.of.term(id).0, Term::App(..));
            let both = is_app && bits.iter().all(shared);
            let first = |bit: &&Lit| !bit.is_constant() && met.insert(bit.positive());
            let new = bits.iter().filter(first).count() > 0;
            let cut = named.get(&id).copied();
            let mut word = self.again(id, &self.right);
            if cut.is_some() || (both && new) {
                self.cuts.insert(id, (word, cut));
                word = self.dom.var(word.width(), &format!("cut of term {}", id.index()));
            }
            self.right.insert(id, word);
        }
    }
    /// A term over terms that are stated already.
    fn again(&self, id: Id, stated: &FxHashMap<Id, Word<'a>>) -> Word<'a> {
        let (term, width) = self.of.term(id);
        let raw = match term {
            Term::Lit(value) => return self.dom.wide_lit(width, value),
            Term::Var(k) => return self.dom.var(width, &self.of.vars()[k].0),
            Term::App(op, args) => {
                let args = args.map(|arg| stated[&arg]);
                if let Op::Lookup(table) = op {
                    return self.tables.lookup(table, args[0]);
                }
                let args = args.map(|word| Arg { raw: word.raw(), width: word.width() });
                self.dom.app(op, width, &args[..op.arity()])
            }
        };
        Bv::from_raw(self.dom, width, raw)
    }
    fn assume(&mut self, assumptions: &[Id]) {
        // Over the inputs: cuts and variables of one name are the same variables on both sides.
        let mut plain: FxHashMap<Id, Word<'a>> = FxHashMap::default();
        for id in self.below(assumptions.iter().copied()) {
            let word = self.again(id, &plain);
            plain.insert(id, word);
        }
        self.assumed = assumptions.iter().map(|id| plain[id].raw()).collect();
    }
    /// Asks the normal form which bits of the left-hand sides are bits of cuts.
    fn guess(&mut self, parts: &[Part], normal: &mut Normaliser<'o>) {
        let mut places: FxHashMap<Lit, Place> = FxHashMap::default();
        let is_var = |id: &Id| matches!(self.of.term(*id).0, Term::Var(_));
        let reference = |id: &Id| self.cuts.contains_key(id);
        for term in self.of.ids().filter(is_var).chain(self.of.ids().filter(reference)) {
            for (bit, lit) in normal.bits(term).iter().enumerate().filter(|(_, l)| !l.is_constant())
            {
                let place = Place { term, bit: bit as u32, complemented: lit.is_complemented() };
                places.entry(lit.positive()).or_insert(place);
            }
        }
        for id in self.below(parts.iter().map(|part| part.left)) {
            let bits = normal.bits(id);
            let guess = |lit: &Lit| {
                if lit.is_constant() {
                    return Some(Guess::Constant(*lit == Lit::TRUE));
                }
                let place = places.get(&lit.positive())?;
                let complemented = place.complemented != lit.is_complemented();
                Some(Guess::At(Place { complemented, ..*place }))
            };
            let all: Option<Vec<Guess>> = bits.iter().map(guess).collect();
            self.guesses.push((id, all.filter(|all| !all.is_empty())));
        }
    }
    /// States the left-hand sides; a term in which a cut comes up first is discharged and replaced.
    fn meet_cuts(&mut self) {
        let mut replaceable: FxHashMap<Id, Vec<Id>> = FxHashMap::default();
        for (id, guess) in std::mem::take(&mut self.guesses) {
            let stated = self.again(id, &self.left);
            let Some(guess) = guess else {
                self.left.insert(id, stated);
                continue;
            };
            let mut met: Vec<Id> = guess.iter().filter_map(|bit| self.cut_of(bit)).collect();
            met.sort_unstable();
            met.dedup();
            let args = match self.of.term(id).0 {
                Term::App(op, args) => args[..op.arity()].to_vec(),
                _ => Vec::new(),
            };
            let below =
                |cut: &Id| args.iter().any(|a| replaceable.get(a).is_some_and(|m| m.contains(cut)));
            let word = if met.iter().all(below) {
                stated
            } else if self.cuts.contains_key(&id) {
                // The two sides share the term.
                self.right[&id]
            } else {
                let inside = self.variables(stated);
                // A cut that occurs on the left is its variable on both sides.
                let open = |term: Id| match self.cuts.get(&term) {
                    Some((made_of, _)) if !inside.contains(&self.right[&term].raw()) => *made_of,
                    _ => self.right_or_var(term),
                };
                let claimed = self.assemble(&guess, open);
                let name = met.iter().find_map(|cut| self.cuts[cut].1);
                let name =
                    name.map_or(UNNAMED.into(), |Cut { what, index }| format!("{what} {index}"));
                self.discharge(name, (stated, claimed));
                self.assemble(&guess, |term| self.right_or_var(term))
            };
            replaceable.insert(id, met);
            self.left.insert(id, word);
        }
    }
    /// Meets the cuts, then the results.
    fn finish(mut self, parts: &[Part]) -> Certificate {
        self.meet_cuts();
        for part in parts {
            let sides = (self.left[&part.left], self.right[&part.right]);
            self.discharge(format!("result: {}", part.name), sides);
        }
        self.certificate
    }
    fn cut_of(&self, bit: &Guess) -> Option<Id> {
        match bit {
            Guess::At(place) if self.cuts.contains_key(&place.term) => Some(place.term),
            _ => None,
        }
    }
    fn right_or_var(&self, term: Id) -> Word<'a> {
        self.right.get(&term).copied().unwrap_or_else(|| self.again(term, &self.right))
    }
    /// The variables below a word.
    fn variables(&self, word: Word<'a>) -> Vec<Id> {
        let below = self.arena.cone([word.raw()]);
        let is_var = |id: &Id| matches!(self.arena.term(*id).0, Term::Var(_));
        self.arena.ids().take(below.len()).filter(|id| below[id.index()]).filter(is_var).collect()
    }
    /// The word with these bits, the lowest first, of what `word` gives for each term.
    fn assemble(&self, bits: &[Guess], word: impl Fn(Id) -> Word<'a>) -> Word<'a> {
        let mut runs: Vec<Word<'a>> = Vec::new();
        let mut k = 0;
        while k < bits.len() {
            let mut length = 1;
            match bits[k] {
                Guess::Constant(value) => runs.push(Bv::new(self.dom, 1, value.into())),
                Guess::At(first) => {
                    let follows = |n: usize| {
                        matches!(bits.get(k + n), Some(Guess::At(next)) if next.term == first.term
                            && next.bit == first.bit + n as u32 && next.complemented == first.complemented)
                    };
                    while follows(length) {
                        length += 1;
                    }
                    let run = word(first.term).bits(first.bit + length as u32 - 1, first.bit);
                    runs.push(if first.complemented { !run } else { run });
                }
            }
            k += length;
        }
        runs.into_iter().reduce(|low, high| high.concat(low)).expect("a term has a bit")
    }
    /// What the cuts among the variables of some words are made of, as assumptions.
    fn definitions(&self, words: &[Word<'a>]) -> Vec<Word<'a>> {
        let vars: Vec<Id> = words.iter().flat_map(|word| self.variables(*word)).collect();
        let known = self.cuts.iter().filter(|(cut, _)| vars.contains(&self.right[*cut].raw()));
        known.map(|(cut, (made_of, _))| self.right[cut].equals(*made_of).bv()).collect()
    }
    /// Asks whether two words are equal; with what their cuts are made of, if need be, and those again.
    fn discharge(&mut self, at: String, (left, right): (Word<'a>, Word<'a>)) {
        if left.raw() == right.raw() {
            return;
        }
        let start = Instant::now();
        let holds = self.certificate.stuck() < self.enough && {
            let with = |more: &[Id]| {
                let assumed: Vec<Id> = self.assumed.iter().chain(more).copied().collect();
                let limits = self.means.limits.within(WORD);
                let means = Means { limits, ..self.means };
                settle(self.arena, &assumed, left.raw(), right.raw(), means)
            };
            let mut definitions = Vec::new();
            let mut levels = 0..3;
            loop {
                let assumed: Vec<Id> =
                    definitions.iter().map(|word: &Word<'a>| word.raw()).collect();
                match with(&assumed) {
                    Settled::Equal => break true,
                    // Only a counterexample can be one that no input makes.
                    Settled::Differ(_) if levels.next().is_some() => {}
                    _ => break false,
                }
                let more = self.definitions(&[&[left, right], &definitions[..]].concat());
                if more.len() == definitions.len() {
                    break false;
                }
                definitions = more;
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        match self.certificate.cuts.iter_mut().find(|cut| cut.at == at) {
            Some(cut) => {
                cut.words += 1;
                cut.stuck += usize::from(!holds);
                cut.seconds += seconds;
            }
            None => {
                let stuck = usize::from(!holds);
                self.certificate.cuts.push(Discharge { at, words: 1, stuck, seconds });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ledger::Ledger, solver::Limits};
    use semantics::{bits::Table, gf256};
    use std::sync::atomic::AtomicBool;

    /// Three rounds of a small cipher, the state named after each, against the same with sums commuted and
    /// rotations made of shifts; in round `wrong`, another rotation.
    fn rounds<'a>(goal: &mut Goal<'a>, wrong: Option<u32>) {
        let (x, k) = (goal.reg("x"), goal.reg("k"));
        let reference = (0..3).fold(x, |x, round| ((x + k).rotl(7) ^ k).cut("state", round));
        let other = (0..3).fold(x, |x, round| {
            let (sum, by) = (k + x, if wrong == Some(round) { 9 } else { 7 });
            k ^ ((sum << by) | (sum >> (32 - by)))
        });
        goal.equal("state", other, reference);
    }

    fn certified(
        finely: bool,
        harm: impl FnOnce(&mut Certifier<'_, '_, '_>),
        wrong: Option<u32>,
    ) -> Certificate {
        static NEVER: AtomicBool = AtomicBool::new(false);
        let (arena, fresh) = (Arena::default(), Arena::default());
        let mut goal = Goal::new(&arena, 32);
        rounds(&mut goal, wrong);
        let ledger = Ledger::default();
        let limits = Limits::new(Duration::from_secs(30), &NEVER);
        let means = Means { ask: Ask::Z3, normalise: true, limits, ledger: &ledger };
        let mut certifier = Certifier::new(&arena, &fresh, goal.parts(), means, finely);
        harm(&mut certifier);
        certifier.finish(goal.parts())
    }

    #[test]
    fn every_named_value_is_discharged() {
        let certificate = certified(false, |_| {}, None);
        let names: Vec<_> = certificate.cuts.iter().map(|cut| cut.at.as_str()).collect();
        assert_eq!(names, ["state 0", "state 1", "state 2"]);
        assert_eq!((certificate.words(), certificate.stuck()), (3, 0));
        let certificate = certified(true, |_| {}, None);
        let words = |at| certificate.cuts.iter().find(|cut| cut.at == at).map(|cut| cut.words);
        assert_eq!((words(UNNAMED), certificate.stuck()), (Some(3), 0), "{certificate:?}");
    }

    #[test]
    fn a_wrong_guess_of_the_normal_form_is_stuck() {
        let flip = |certifier: &mut Certifier<'_, '_, '_>| {
            let met = certifier.guesses.iter_mut().filter_map(|(_, guess)| guess.as_mut());
            for guess in met.filter_map(|guess| guess.last_mut()) {
                if let Guess::At(place) = guess {
                    place.complemented = !place.complemented;
                }
            }
        };
        for finely in [false, true] {
            assert!(certified(finely, flip, None).stuck() > 0);
        }
    }

    #[test]
    fn what_is_false_is_stuck() {
        for round in 0..3 {
            for finely in [false, true] {
                assert!(certified(finely, |_| {}, Some(round)).stuck() > 0, "round {round}");
            }
        }
    }

    #[test]
    fn a_table_that_is_an_image_is_discharged_once() {
        static NEVER: AtomicBool = AtomicBool::new(false);
        static COMPLEMENTED: Table = Table {
            name: "complemented",
            data: {
                let mut data = gf256::SBOX.data;
                let mut k = 0;
                while k < 256 {
                    data[k] = !data[k];
                    k += 1;
                }
                data
            },
        };
        let arena = Arena::default();
        let mut goal = Goal::new(&arena, 32);
        let (x, k) = (goal.reg("x"), goal.reg("k"));
        let reference = (x ^ k).map_bytes(|byte| !byte.lookup(&gf256::SBOX)).cut("state", 0);
        goal.equal("state", (k ^ x).map_bytes(|byte| byte.lookup(&COMPLEMENTED)), reference);
        let ledger = Ledger::default();
        let limits = Limits::new(Duration::from_secs(30), &NEVER);
        let means = Means { ask: Ask::Z3, normalise: true, limits, ledger: &ledger };
        let certificate = certify(&arena, &goal, means);
        let words = |at| certificate.cuts.iter().find(|cut| cut.at == at).map(|cut| cut.words);
        assert_eq!((words(TABLES), certificate.stuck()), (Some(1), 0), "{certificate:?}");
    }
}
