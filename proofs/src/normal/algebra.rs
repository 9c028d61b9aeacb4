//! Bits as sums modulo 2 of atoms, kept as sets: equal sets are one set (NF1).
//!
//! Exclusive-or, complement, and every movement of bits vanish in this form. A product of two bits is
//! distributed over their atoms while that stays small (algebraic normal form), and kept as a product
//! of names otherwise.

use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A bit: the sum modulo 2 of a set of atoms, complemented or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const FALSE: Lit = Lit(0);
    pub(crate) const TRUE: Lit = Lit(1);

    pub(crate) fn constant(value: bool) -> Lit {
        Lit(value.into())
    }
    pub(crate) fn of(set: SetId) -> Lit {
        Lit(set.0 << 1)
    }
    pub(crate) fn set(self) -> SetId {
        SetId(self.0 >> 1)
    }
    pub(crate) fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }
    pub(crate) fn is_constant(self) -> bool {
        self.0 <= 1
    }
    pub(crate) fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
    /// The complement when `flip`.
    pub(crate) fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
    /// Without complement.
    pub(crate) fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
}

/// A set of atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct SetId(u32);

impl SetId {
    /// The set that sums to 0.
    pub(crate) const EMPTY: SetId = SetId(0);

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An atom, by its place in [`Algebra::atoms`]; it depends on earlier ones only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(u32);

impl AtomId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
    /// The atom made `k` atoms later.
    pub(crate) fn plus(self, k: usize) -> AtomId {
        AtomId(self.0 + k as u32)
    }
}

/// What an atom stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    /// A bit of a variable.
    Input {
        /// The variable's place in the arena.
        var: usize,
        bit: u32,
    },
    /// The product of several sets, in ascending order.
    Product(Rc<[SetId]>),
    /// A bit of the low word of an integer, by its place in [`super::sum::Sums`].
    Sum { sum: u32, bit: u32 },
    /// An integer that is 0 or 1, by its place in [`super::sum::Sums`].
    Carry(u32),
    /// A set that has been given a name.
    Cut(SetId),
    /// A bit of an integer in two's complement, by its place in [`super::modular::Modular`].
    Digit { number: u32, bit: u32 },
    /// A bit of the result of an operation that has no normal form, by its place in the normaliser.
    Opaque { result: u32, bit: u32 },
}

/// All sets and atoms of one proof.
#[derive(Debug)]
pub(crate) struct Algebra {
    atoms: Vec<Atom>,
    sets: Vec<Rc<[AtomId]>>,
    set_index: FxHashMap<Rc<[AtomId]>, SetId>,
    product_index: FxHashMap<Rc<[SetId]>, AtomId>,
    /// The name of a set that has been cut.
    names: FxHashMap<SetId, SetId>,
    /// The names that have been used instead of their set since [`Algebra::watch`].
    used: Option<Vec<bool>>,
    /// Elements of all sets, and how many there may be.
    elements: u64,
    budget: u64,
    exhausted: bool,
}

/// Products of sets are distributed up to this many pairs of atoms.
const DISTRIBUTED: usize = 8192;

impl Algebra {
    /// Nothing yet; sets may have `budget` elements in all.
    pub(crate) fn new(budget: u64) -> Self {
        let mut algebra = Algebra {
            atoms: Vec::new(),
            sets: Vec::new(),
            set_index: FxHashMap::default(),
            product_index: FxHashMap::default(),
            names: FxHashMap::default(),
            used: None,
            elements: 0,
            budget,
            exhausted: false,
        };
        algebra.intern(Vec::new());
        algebra
    }
    /// Whether the budget is spent. Nothing that was computed since means anything.
    pub(crate) fn exhausted(&self) -> bool {
        self.exhausted
    }
    /// Spends the budget: for what cannot be represented.
    pub(crate) fn exhaust(&mut self) {
        self.exhausted = true;
    }
    pub(crate) fn grant(&mut self, elements: u64) {
        self.budget = self.elements + elements;
    }
    pub(crate) fn atoms(&self) -> &[Atom] {
        &self.atoms
    }
    pub(crate) fn atom(&self, id: AtomId) -> &Atom {
        &self.atoms[id.index()]
    }
    pub(crate) fn set(&self, id: SetId) -> &[AtomId] {
        &self.sets[id.index()]
    }
    fn shared(&self, id: SetId) -> Rc<[AtomId]> {
        Rc::clone(&self.sets[id.index()])
    }
    /// The only atom of a literal's set, when there is one.
    pub(crate) fn single_atom(&self, lit: Lit) -> Option<AtomId> {
        match *self.set(lit.set()) {
            [atom] => Some(atom),
            _ => None,
        }
    }
    pub(crate) fn new_atom(&mut self, atom: Atom) -> AtomId {
        self.atoms.push(atom);
        AtomId(self.atoms.len() as u32 - 1)
    }
    /// The bit that an atom is.
    pub(crate) fn lit(&mut self, atom: AtomId) -> Lit {
        Lit::of(self.single(atom))
    }
    fn single(&mut self, atom: AtomId) -> SetId {
        self.intern(vec![atom])
    }
    /// The set of these atoms (ascending, each once), or the name that it has.
    fn intern(&mut self, atoms: Vec<AtomId>) -> SetId {
        if let Some(&id) = self.set_index.get(&atoms[..]) {
            let Some(&name) = self.names.get(&id) else { return id };
            self.use_name(name);
            return name;
        }
        self.elements += atoms.len() as u64;
        if self.elements > self.budget {
            self.exhausted = true;
        }
        if self.exhausted {
            return SetId::EMPTY;
        }
        let (id, atoms) = (SetId(self.sets.len() as u32), Rc::<[AtomId]>::from(atoms));
        self.sets.push(Rc::clone(&atoms));
        self.set_index.insert(atoms, id);
        id
    }
    /// The sum of atoms in any order; what is there twice cancels.
    fn parity(&mut self, mut atoms: Vec<AtomId>) -> SetId {
        atoms.sort_unstable();
        let mut odd: Vec<AtomId> = Vec::with_capacity(atoms.len());
        for atom in atoms {
            if odd.last() == Some(&atom) {
                odd.pop();
            } else {
                odd.push(atom);
            }
        }
        self.intern(odd)
    }
    /// Sum modulo 2.
    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.is_complemented() != b.is_complemented();
        let (x, y) = (a.set(), b.set());
        let sum = match (x, y) {
            _ if x == y => SetId::EMPTY,
            (SetId::EMPTY, other) | (other, SetId::EMPTY) => other,
            _ => {
                let sum = symmetric_difference(self.set(x), self.set(y));
                self.intern(sum)
            }
        };
        Lit::of(sum).flip_if(flip)
    }
    /// Product.
    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        match (a, b) {
            (Lit::FALSE, _) | (_, Lit::FALSE) => return Lit::FALSE,
            (Lit::TRUE, other) | (other, Lit::TRUE) => return other,
            _ if a == b => return a,
            _ if a == b.not() => return Lit::FALSE,
            _ => {}
        }
        // (x + p)(y + q) = xy + qx + py + pq
        let mut product = Lit::of(self.product(a.set(), b.set()));
        if a.is_complemented() {
            product = self.xor(product, b.positive());
        }
        if b.is_complemented() {
            product = self.xor(product, a.positive());
        }
        product.flip_if(a.is_complemented() && b.is_complemented())
    }
    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        self.and(a.not(), b.not()).not()
    }
    /// `a` where `condition`, else `b`.
    pub(crate) fn choose(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        if a == b {
            return a;
        }
        let differ = self.xor(a, b);
        let chosen = self.and(condition, differ);
        self.xor(chosen, b)
    }
    fn product(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b {
            return a;
        }
        let (x, y) = (self.shared(a), self.shared(b));
        if x.len() * y.len() <= DISTRIBUTED {
            let x: Vec<_> = x.iter().map(|&atom| self.factors(atom)).collect();
            let y: Vec<_> = y.iter().map(|&atom| self.factors(atom)).collect();
            let mut terms = Vec::with_capacity(x.len() * y.len());
            for p in &x {
                for q in &y {
                    terms.push(self.monomial(union(p, q)));
                }
            }
            return self.parity(terms);
        }
        let factors = union(&self.named_factors(a), &self.named_factors(b));
        let atom = self.monomial(factors);
        self.single(atom)
    }
    /// The factors of a set that is multiplied as a whole.
    fn named_factors(&mut self, set: SetId) -> Rc<[SetId]> {
        match *self.set(set) {
            [atom] => self.factors(atom),
            _ => Rc::from([set]),
        }
    }
    /// The factors of an atom: those of a product, or the atom itself.
    pub(crate) fn factors(&mut self, atom: AtomId) -> Rc<[SetId]> {
        match self.atom(atom) {
            Atom::Product(factors) => Rc::clone(factors),
            _ => Rc::from([self.single(atom)]),
        }
    }
    /// The product of sets, ascending, each once.
    pub(crate) fn monomial(&mut self, factors: Vec<SetId>) -> AtomId {
        if let [set] = factors[..]
            && let [atom] = *self.set(set)
        {
            return atom;
        }
        if let Some(&atom) = self.product_index.get(&factors[..]) {
            return atom;
        }
        let factors: Rc<[SetId]> = factors.into();
        let atom = self.new_atom(Atom::Product(Rc::clone(&factors)));
        self.product_index.insert(factors, atom);
        atom
    }
    /// The function of some bits that a truth table gives, by its algebraic normal form: entry `k` is
    /// its value where bit `j` of `k` is the value of factor `j`.
    pub(crate) fn of_truth_table(&mut self, factors: &[SetId], table: &[bool]) -> Lit {
        // The Möbius transform over GF(2): afterwards, entry `m` is the coefficient of the monomial
        // of the factors in `m`.
        let mut coefficients = table.to_vec();
        for j in 0..factors.len() {
            for m in 0..coefficients.len() {
                if m >> j & 1 == 1 {
                    coefficients[m] ^= coefficients[m ^ 1 << j];
                }
            }
        }
        let mut terms = Vec::new();
        for (m, _) in coefficients.iter().enumerate().skip(1).filter(|&(_, &c)| c) {
            let mut of: Vec<SetId> =
                (0..factors.len()).filter(|j| m >> j & 1 == 1).map(|j| factors[j]).collect();
            if let [set] = of[..] {
                terms.extend_from_slice(&self.shared(set));
                continue;
            }
            of.sort_unstable();
            terms.push(self.monomial(of));
        }
        Lit::of(self.parity(terms)).flip_if(coefficients[0])
    }
    /// The factors on which these bits depend, when there are at most `limit`: each bit is a
    /// polynomial in them.
    pub(crate) fn support(&mut self, bits: &[Lit], limit: usize) -> Option<Vec<SetId>> {
        let mut support: Vec<SetId> = Vec::new();
        let mut seen: Vec<SetId> = Vec::new();
        for bit in bits {
            let set = bit.set();
            if seen.contains(&set) {
                continue;
            }
            seen.push(set);
            let atoms = self.shared(set);
            // More monomials than that in so few factors cannot be.
            if atoms.len() >= 1 << limit {
                return None;
            }
            for &atom in atoms.iter() {
                for &factor in self.factors(atom).iter() {
                    if !support.contains(&factor) {
                        if support.len() == limit {
                            return None;
                        }
                        support.push(factor);
                    }
                }
            }
        }
        support.sort_unstable();
        Some(support)
    }
    /// The truth table of a bit over factors that [`Algebra::support`] found.
    pub(crate) fn truth_table(&mut self, bit: Lit, factors: &[SetId]) -> Vec<bool> {
        let mut table = vec![bit.is_complemented(); 1 << factors.len()];
        for &atom in self.shared(bit.set()).iter() {
            let place = |set: &SetId| factors.iter().position(|f| f == set);
            let of = self.factors(atom);
            let mask: usize = of.iter().filter_map(place).map(|j| 1 << j).sum();
            for (k, value) in table.iter_mut().enumerate() {
                *value ^= k & mask == mask;
            }
        }
        table
    }
    /// Gives a bit a name of its own; from now on its set is that name wherever it appears.
    pub(crate) fn cut(&mut self, bit: Lit) -> Lit {
        let set = bit.set();
        // An atom that is no product is a name already.
        let named = match *self.set(set) {
            [] => true,
            [atom] => !matches!(self.atom(atom), Atom::Product(_)),
            _ => false,
        };
        if named {
            return bit;
        }
        let name = match self.names.get(&set) {
            Some(&name) => name,
            None => {
                let atom = self.new_atom(Atom::Cut(set));
                let name = self.single(atom);
                self.names.insert(set, name);
                name
            }
        };
        Lit::of(name).flip_if(bit.is_complemented())
    }
    /// A bit by its name, if it has got one since.
    pub(crate) fn current(&mut self, bit: Lit) -> Lit {
        let Some(&name) = self.names.get(&bit.set()) else { return bit };
        self.use_name(name);
        Lit::of(name).flip_if(bit.is_complemented())
    }
    fn use_name(&mut self, name: SetId) {
        if let Some(used) = self.used.as_mut().and_then(|used| used.get_mut(name.index())) {
            *used = true;
        }
    }
    /// From now on, [`Algebra::was_used`] tells whether a name has come up again.
    pub(crate) fn watch(&mut self) {
        self.used = Some(vec![false; self.sets.len()]);
    }
    pub(crate) fn was_used(&self, name: Lit) -> bool {
        let used = |used: &Vec<bool>| used.get(name.set().index()).copied();
        self.used.as_ref().and_then(used).unwrap_or(false)
    }
}

fn symmetric_difference(a: &[AtomId], b: &[AtomId]) -> Vec<AtomId> {
    merge(a, b, false)
}

fn union(a: &[SetId], b: &[SetId]) -> Vec<SetId> {
    merge(a, b, true)
}

/// Merges two ascending lists; what is in both is kept once or not at all.
fn merge<T: Copy + Ord>(a: &[T], b: &[T], keep: bool) -> Vec<T> {
    let mut merged = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => {
                merged.push(a[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                merged.push(b[j]);
                j += 1;
            }
            std::cmp::Ordering::Equal => {
                if keep {
                    merged.push(a[i]);
                }
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    merged.extend_from_slice(&a[i..]);
    merged.extend_from_slice(&b[j..]);
    merged
}
