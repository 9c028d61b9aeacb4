//! Arithmetic on words of bits: bits become integers, integers bits again.

use super::{
    algebra::{Algebra, Atom, AtomId, Lit, SetId},
    sum::{Broken, Factor, Poly, Range, Sums, TooLarge, WORD},
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// Sums over at most this many bits are functions of those bits.
const FEW: usize = 8;

/// The state of one proof: bits, integers, and what connects them.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) bits: Algebra,
    pub(crate) sums: Sums,
    /// The first of the atoms of a sum's low word; the other 31 follow it.
    low_words: FxHashMap<Poly, AtomId>,
    carries: FxHashMap<Poly, AtomId>,
    /// A word that is another one moved to the left, with that one and the distance.
    moved: FxHashMap<Vec<Lit>, (Vec<Lit>, u32)>,
    /// The greatest values of numbers of several words, where their bits do not tell.
    greatest: FxHashMap<Vec<Lit>, u128>,
    /// Sums whose low words the reference has cut.
    cut: FxHashSet<u32>,
}

impl Words {
    pub(crate) fn new(budget: u64) -> Self {
        Words {
            bits: Algebra::new(budget),
            sums: Sums::default(),
            low_words: FxHashMap::default(),
            carries: FxHashMap::default(),
            moved: FxHashMap::default(),
            greatest: FxHashMap::default(),
            cut: FxHashSet::default(),
        }
    }
    /// Where a word is the low word of a sum, it is a factor of its own in products from now on: products
    /// of what it is made of would have more factors with every cut.
    pub(crate) fn cut(&mut self, bits: &[Lit]) {
        for word in bits.chunks_exact(WORD) {
            self.cut.extend(self.is_low_word(word));
        }
    }
    /// The number with these binary digits, as a factor.
    fn exact_factor(&mut self, bits: &[Lit]) -> Result<Poly, TooLarge> {
        match self.is_low_word(bits) {
            Some(sum) if bits.len() == WORD && self.cut.contains(&sum) => Ok(self.sums.word(bits)),
            _ => self.exact(bits),
        }
    }
    /// What a computation gives; zeros with the budget spent when a number became too large.
    fn or_exhausted(&mut self, width: usize, result: Result<Vec<Lit>, TooLarge>) -> Vec<Lit> {
        result.unwrap_or_else(|TooLarge| {
            self.bits.exhaust();
            vec![Lit::FALSE; width]
        })
    }
    /// Sum or difference, modulo 2^width.
    pub(crate) fn add(&mut self, a: &[Lit], b: &[Lit], subtract: bool) -> Vec<Lit> {
        if !subtract && self.disjoint(a, b) {
            return self.xor(a, b);
        }
        if subtract && self.within(b, a) {
            return self.xor(a, b);
        }
        let sum = self.try_add(a, b, if subtract { -1 } else { 1 });
        self.or_exhausted(a.len(), sum)
    }
    fn try_add(&mut self, a: &[Lit], b: &[Lit], sign: i128) -> Result<Vec<Lit>, TooLarge> {
        let mut sum = Vec::with_capacity(a.len());
        let mut carry = Poly::default();
        let greatest = if sign == 1 { self.greatest_of(a, b, u128::checked_add) } else { None };
        for (x, y) in a.chunks(WORD).zip(b.chunks(WORD)) {
            let total = self.accumulate(carry, &[(x, 1), (y, sign)])?;
            self.note_greatest(&total, greatest, sum.len(), a.len());
            sum.extend(self.low_bits(&total, x.len())?);
            carry = self.sums.floor(&total)?;
        }
        self.keep_greatest(&sum, greatest);
        Ok(sum)
    }
    /// The greatest value of a sum or a product of numbers of several words, when it does not wrap.
    fn greatest_of(
        &self,
        a: &[Lit],
        b: &[Lit],
        operation: impl Fn(u128, u128) -> Option<u128>,
    ) -> Option<u128> {
        let width = a.len();
        if width <= WORD || width > 128 {
            return None;
        }
        let greatest = |bits: &[Lit]| match self.greatest.get(bits) {
            Some(&greatest) => greatest,
            None => bits.iter().rev().fold(0, |n, b| n << 1 | u128::from(*b != Lit::FALSE)),
        };
        operation(greatest(a), greatest(b)).filter(|n| n >> (width - 1) <= 1)
    }
    /// Keeps the greatest value of a number, and of its upper words.
    fn keep_greatest(&mut self, bits: &[Lit], greatest: Option<u128>) {
        let Some(greatest) = greatest else { return };
        for at in (0..bits.len() - WORD).step_by(WORD) {
            self.greatest.insert(bits[at..].to_vec(), greatest >> at);
        }
    }
    /// The uppermost word, at bit `at`, of a number that does not wrap is what its greatest value allows.
    fn note_greatest(&mut self, total: &Poly, greatest: Option<u128>, at: usize, width: usize) {
        if let Some(greatest) = greatest
            && at + WORD >= width
        {
            let less = i128::from(self.sums.breaks(Broken::Greatest));
            self.sums.note(total, Range { low: 0, high: (greatest >> at) as i128 - less });
        }
    }
    /// `start` plus multiples of words, with the range that it has as a sum of words.
    fn accumulate(&mut self, start: Poly, words: &[(&[Lit], i128)]) -> Result<Poly, TooLarge> {
        let mut range = self.sums.range(&start);
        let mut total = start;
        for &(bits, c) in words {
            let word = self.exact(bits)?;
            let own = self.word_range(bits, &word);
            let (x, y) = (own.low.saturating_mul(c), own.high.saturating_mul(c));
            range.low = range.low.saturating_add(x.min(y));
            range.high = range.high.saturating_add(x.max(y));
            total = total.plus(&word, c)?;
        }
        total = self.joined(total)?;
        self.sums.note(&total, range);
        Ok(total)
    }
    /// The range of a word: of its integer, and of its known bits.
    fn word_range(&self, bits: &[Lit], exact: &Poly) -> Range {
        let known = |b: &Lit| i128::from(*b == Lit::TRUE);
        let free = |b: &Lit| i128::from(*b != Lit::FALSE);
        let number = |digit: &dyn Fn(&Lit) -> i128| {
            bits.iter().rev().fold(0, |n: i128, b| n << 1 | digit(b))
        };
        let range = self.sums.range(exact);
        Range { low: range.low.max(number(&known)), high: range.high.min(number(&free)) }
    }
    /// The number with these binary digits, at most 32 of them.
    fn exact(&mut self, bits: &[Lit]) -> Result<Poly, TooLarge> {
        let mut known = 0;
        let mut free = 0;
        for (k, bit) in bits.iter().enumerate() {
            match *bit {
                Lit::TRUE => known |= 1i128 << k,
                Lit::FALSE => {}
                _ => free |= 1i128 << k,
            }
        }
        let Some(first) = bits.iter().find(|b| !b.is_constant()) else {
            return Ok(Poly::constant(known));
        };
        let flip = first.is_complemented();
        let mut word: Vec<Lit> = bits
            .iter()
            .map(|b| if b.is_constant() { Lit::FALSE } else { b.flip_if(flip) })
            .collect();
        word.resize(WORD, Lit::FALSE);
        let exact = self.exact_positive(&word, free)?;
        if flip {
            // A word and its complement: all ones in the bits that are free.
            let more = i128::from(self.sums.breaks(Broken::Complement));
            exact.subtracted_from(known + free + more)
        } else {
            Poly::constant(known).plus(&exact, 1)
        }
    }
    /// The same for a word without known ones whose first free bit is not complemented.
    fn exact_positive(&mut self, word: &[Lit], free: i128) -> Result<Poly, TooLarge> {
        let first = *word.iter().find(|b| !b.is_constant()).expect("a free bit");
        if word.iter().all(|b| b.is_constant() || *b == first) {
            // One bit, wherever it is: a multiple of that bit.
            let bit = self.bit_number(first);
            return Poly::default().plus(&bit, free);
        }
        if let Some(sum) = self.is_low_word(word) {
            // P - 2^32 * floor(P / 2^32)
            let poly = self.sums.poly(sum).clone();
            let floor = self.sums.floor(&poly)?;
            return poly.plus(&floor, -(1 << WORD));
        }
        if let Some((from, by)) = self.moved.get(word).cloned() {
            // x << k = 2^k * x - 2^32 * (x >> (32 - k))
            let whole = self.exact(&from)?;
            let out = self.exact(&from[WORD - by as usize..])?;
            return Poly::default().plus(&whole, 1 << by)?.plus(&out, -(1 << WORD));
        }
        Ok(self.sums.word(word))
    }
    /// A bit as a number, 0 or 1.
    pub(crate) fn bit_number(&mut self, bit: Lit) -> Poly {
        if let Some(atom) = self.bits.single_atom(bit)
            && let Atom::Carry(place) = *self.bits.atom(atom)
        {
            return self.sums.poly(place).clone();
        }
        let mut word = vec![Lit::FALSE; WORD];
        word[0] = bit;
        self.sums.word(&word)
    }
    /// The sum of which a word is all bits of the low word.
    fn is_low_word(&self, word: &[Lit]) -> Option<u32> {
        let mut sum = None;
        for (k, &bit) in word.iter().enumerate() {
            if bit.is_complemented() {
                return None;
            }
            match *self.bits.atom(self.bits.single_atom(bit)?) {
                Atom::Sum { sum: s, bit: b } if b as usize == k && *sum.get_or_insert(s) == s => {}
                _ => return None,
            }
        }
        sum
    }
    /// Records that `to` is `from` moved to the left by `by` bits, zeros following: what a
    /// multiplication by 2^`by` would give.
    pub(crate) fn note_move(&mut self, from: &[Lit], by: u32, to: &[Lit]) {
        if by == 0 || by > 8 {
            return;
        }
        // Only what is a number of many bits: small ones are functions of their bits.
        let many = |w: &[Lit]| w.iter().filter(|b| !b.is_constant()).count() > FEW;
        if from.len() != WORD || !many(from) || from.contains(&Lit::TRUE) {
            return;
        }
        let positive =
            |w: &[Lit]| w.iter().find(|b| !b.is_constant()).is_some_and(|b| !b.is_complemented());
        if positive(to) && to.len() == WORD {
            self.moved.entry(to.to_vec()).or_insert_with(|| (from.to_vec(), by));
        }
    }
    /// The first `width` bits of an integer in two's complement, at most 32.
    fn low_bits(&mut self, poly: &Poly, width: usize) -> Result<Vec<Lit>, TooLarge> {
        let mut bits = self.low_word(poly)?;
        bits.truncate(width);
        Ok(bits)
    }
    fn low_word(&mut self, poly: &Poly) -> Result<Vec<Lit>, TooLarge> {
        let (rest, _) = poly.split();
        if let Some(known) = rest.known() {
            return Ok(constant(known));
        }
        if let Some(word) = self.as_word(&rest) {
            return Ok(word);
        }
        for poly in [&rest, poly] {
            if let Some(word) = self.as_mask(poly)? {
                return Ok(word);
            }
        }
        if rest.terms[0].1 < 0 {
            // The low word of P is the complement of that of -P - 1.
            let reflected = rest.subtracted_from(-1)?;
            let word = self.low_word(&reflected)?;
            return Ok(word.into_iter().map(Lit::not).collect());
        }
        if let Some(word) = self.of_few_bits(&rest) {
            return Ok(word);
        }
        let first = match self.low_words.get(&rest) {
            Some(&first) => first,
            None => {
                let sum = self.sums.keep(rest.clone());
                let new = |bit| self.bits.new_atom(Atom::Sum { sum, bit });
                let atoms: Vec<AtomId> = (0..WORD as u32).map(new).collect();
                self.low_words.insert(rest, atoms[0]);
                atoms[0]
            }
        };
        Ok((0..WORD).map(|k| self.bits.lit(first.plus(k))).collect())
    }
    /// A word, its complement, or either with known bits where the word has none.
    fn as_word(&self, rest: &Poly) -> Option<Vec<Lit>> {
        let [(factor, c)] = rest.terms[..] else { return None };
        let Factor::Word(word) = self.sums.factor(factor) else { return None };
        let free = self.sums.range_of(factor).high;
        let (known, flip) = match c {
            1 => (rest.constant, false),
            // k - w = (k - free) + (free - w), and free - w is the complement within the free bits.
            -1 => (rest.constant.checked_sub(free).filter(|k| *k >= 0)?, true),
            _ => return None,
        };
        let bit = |(k, b): (usize, &Lit)| match known >> k & 1 {
            1 => Lit::TRUE,
            _ if free >> k & 1 == 1 => b.flip_if(flip),
            _ => Lit::FALSE,
        };
        (known & free == 0).then(|| word.iter().enumerate().map(bit).collect())
    }
    /// A number that is 0 or 1, or 0 or -1: one bit, or copies of one.
    fn as_mask(&mut self, poly: &Poly) -> Result<Option<Vec<Lit>>, TooLarge> {
        if poly.terms.len() > 6 {
            return Ok(None);
        }
        let mut number = poly.clone();
        if number.constant > 1 << (WORD - 1) {
            number.constant -= 1 << WORD;
        }
        let negative = number.subtracted_from(0)?;
        let successor = number.plus(&Poly::constant(1), 1)?;
        let once = |bit: Lit| {
            let mut word = vec![Lit::FALSE; WORD];
            word[0] = bit;
            word
        };
        if let Some(bit) = self.boolean(&number)? {
            return Ok(Some(once(bit)));
        }
        if let Some(bit) = self.boolean(&negative)? {
            return Ok(Some(vec![bit; WORD]));
        }
        // b - 1 is all ones where b is 0.
        Ok(self.boolean(&successor)?.map(|bit| vec![bit.not(); WORD]))
    }
    /// The bit that an integer is, when it can only be 0 or 1.
    fn boolean(&mut self, poly: &Poly) -> Result<Option<Lit>, TooLarge> {
        let Range { low, high } = self.sums.range(poly);
        if low < 0 || high > 1 { Ok(None) } else { self.carry(poly).map(Some) }
    }
    /// The bit that an integer from 0 to 1 is.
    pub(crate) fn carry(&mut self, poly: &Poly) -> Result<Lit, TooLarge> {
        if let Some(known) = poly.known() {
            return Ok(Lit::constant(known == 1));
        }
        let complement = poly.subtracted_from(1)?;
        for (number, flip) in [(poly, false), (&complement, true)] {
            // A word of one bit is that bit.
            if let ([(factor, 1)], 0) = (&number.terms[..], number.constant)
                && let Factor::Word(word) = self.sums.factor(*factor)
                && self.sums.range_of(*factor).high == 1
            {
                return Ok(word[0].flip_if(flip));
            }
            if let Some(&atom) = self.carries.get(number) {
                return Ok(self.bits.lit(atom).flip_if(flip));
            }
        }
        let place = self.sums.keep(poly.clone());
        let atom = self.bits.new_atom(Atom::Carry(place));
        self.carries.insert(poly.clone(), atom);
        Ok(self.bits.lit(atom))
    }
    /// The low word as a function of few bits, when there are no more behind it.
    fn of_few_bits(&mut self, rest: &Poly) -> Option<Vec<Lit>> {
        let mut words = Vec::new();
        for &(factor, c) in &rest.terms {
            let Factor::Word(word) = self.sums.factor(factor) else { return None };
            words.push((word.clone(), c));
        }
        let mut free: Vec<Lit> = Vec::new();
        for bit in words.iter().flat_map(|(word, _)| word.iter()).filter(|b| !b.is_constant()) {
            if !free.contains(&bit.positive()) {
                free.push(bit.positive());
                if free.len() > 4 * FEW {
                    return None;
                }
            }
        }
        let Some(support) = self.bits.support(&free, FEW) else {
            return self.as_spread(&words, rest.constant, &free);
        };
        // Carries stay integers, so that they meet the sums that have them inside.
        let carry = |set: &SetId| match *self.bits.set(*set) {
            [atom] => matches!(self.bits.atom(atom), Atom::Carry(_)),
            _ => false,
        };
        if support.iter().any(carry) {
            return None;
        }
        let tables: FxHashMap<Lit, Vec<bool>> =
            free.iter().map(|&bit| (bit, self.bits.truth_table(bit, &support))).collect();
        let value =
            |entry: usize| total(&words, rest.constant, |bit| tables[&bit.positive()][entry]);
        let values: Vec<i128> = (0..1 << support.len()).map(value).collect();
        let bit = |k: usize| {
            let table: Vec<bool> = values.iter().map(|v| v >> k & 1 == 1).collect();
            self.bits.of_truth_table(&support, &table)
        };
        Some((0..WORD).map(bit).collect())
    }
    /// The low word of a multiple of few bits, whatever they are made of, when every digit is a sum modulo 2 of them: no
    /// carry is a function of two. That is so where a bit is spread over a word, as by `(x >> 7) * 0x1b`.
    fn as_spread(
        &mut self,
        words: &[(Rc<[Lit]>, i128)],
        constant: i128,
        free: &[Lit],
    ) -> Option<Vec<Lit>> {
        let carry = |bit: &Lit| {
            let atom = self.bits.single_atom(*bit);
            atom.is_some_and(|atom| matches!(self.bits.atom(atom), Atom::Carry(_)))
        };
        if free.len() > FEW || free.iter().any(carry) {
            return None;
        }
        let at = |entry: usize| {
            total(words, constant, |bit| {
                let place = free.iter().position(|f| *f == bit.positive());
                place.is_some_and(|place| entry >> place & 1 == 1)
            })
        };
        let none = at(0);
        let each: Vec<i128> = (0..free.len()).map(|place| at(1 << place) ^ none).collect();
        let linear = (0..1usize << free.len()).all(|entry| {
            let ones = (0..free.len()).filter(|place| entry >> place & 1 == 1);
            let sum = ones.fold(none, |sum, place| sum ^ each[place]);
            (sum ^ at(entry)) & ((1 << WORD) - 1) == 0
        });
        let flip = self.sums.breaks(Broken::Spread);
        linear.then(|| {
            (0..WORD)
                .map(|k| {
                    let bits = (0..free.len()).filter(|place| each[*place] >> k & 1 == 1);
                    let start = Lit::constant((none >> k & 1 == 1) != flip);
                    bits.fold(start, |sum, place| self.bits.xor(sum, free[place]))
                })
                .collect()
        })
    }
    /// Whether no bit can be one in both words: then their sum is their exclusive-or.
    fn disjoint(&mut self, a: &[Lit], b: &[Lit]) -> bool {
        let overlap = self.sums.breaks(Broken::Disjoint);
        a.iter().zip(b).all(|(&x, &y)| overlap || self.small_product(x, y) == Some(Lit::FALSE))
    }
    /// Whether `a` has ones only where `b` has: then `b - a` is their exclusive-or.
    fn within(&mut self, a: &[Lit], b: &[Lit]) -> bool {
        a.iter().zip(b).all(|(&x, &y)| self.small_product(x, y) == Some(x))
    }
    /// The product of two bits, when it is cheap to know.
    fn small_product(&mut self, x: Lit, y: Lit) -> Option<Lit> {
        let size = |b: Lit| self.bits.set(b.set()).len();
        (size(x) * size(y) <= 64).then(|| self.and_bit(x, y))
    }
    fn xor(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        a.iter().zip(b).map(|(&x, &y)| self.xor_bit(x, y)).collect()
    }
    /// Sum modulo 2. Of two carries that are never both 1, it is the carry of their sum.
    pub(crate) fn xor_bit(&mut self, a: Lit, b: Lit) -> Lit {
        match self.exclusive(a, b) {
            Some(sum) => self.carry(&sum).unwrap_or_else(|TooLarge| {
                self.bits.exhaust();
                Lit::FALSE
            }),
            None => self.bits.xor(a, b),
        }
    }
    /// Product. Of two carries that are never both 1, it is 0.
    pub(crate) fn and_bit(&mut self, a: Lit, b: Lit) -> Lit {
        if self.exclusive(a, b).is_some() { Lit::FALSE } else { self.bits.and(a, b) }
    }
    /// Inclusive or.
    pub(crate) fn or_bit(&mut self, a: Lit, b: Lit) -> Lit {
        if self.exclusive(a, b).is_some() { self.xor_bit(a, b) } else { self.bits.or(a, b) }
    }
    /// The sum of two different carries, when it is 0 or 1.
    fn exclusive(&self, a: Lit, b: Lit) -> Option<Poly> {
        let number = |bit: Lit| match *self.bits.atom(self.bits.single_atom(bit)?) {
            Atom::Carry(place) if bit.is_complemented() => {
                self.sums.poly(place).subtracted_from(1).ok()
            }
            Atom::Carry(place) => Some(self.sums.poly(place).clone()),
            _ => None,
        };
        if a.positive() == b.positive() {
            return None;
        }
        let sum = number(a)?.plus(&number(b)?, 1).ok()?;
        let Range { low, high } = self.sums.range(&sum);
        (low >= 0 && high <= 1).then_some(sum)
    }
    /// Joins words of a sum that are disjoint, or one within the other:
    /// `c*a + c*b = c*(a ^ b)` and `c*b - c*a = c*(a ^ b)`.
    fn joined(&mut self, mut poly: Poly) -> Result<Poly, TooLarge> {
        'again: loop {
            // Only words that have products in their bits can be so without being so by accident.
            let candidates: Vec<(usize, Vec<Lit>, i128)> = poly
                .terms
                .iter()
                .enumerate()
                .filter_map(|(k, &(factor, c))| match self.sums.factor(factor) {
                    Factor::Word(word) if self.has_products(word) => Some((k, word.to_vec(), c)),
                    _ => None,
                })
                .collect();
            for (i, (at, a, c)) in candidates.iter().enumerate() {
                for (bt, b, d) in &candidates[..i] {
                    let (kept, joins) = match () {
                        () if c == d => (*c, self.disjoint(a, b)),
                        () if *c == -*d && self.within(a, b) => (*d, true),
                        () if *c == -*d => (*c, self.within(b, a)),
                        () => continue,
                    };
                    if joins {
                        let word = self.xor(a, b);
                        let (i, j) = (*at, *bt);
                        poly.terms.remove(i.max(j));
                        poly.terms.remove(i.min(j));
                        let exact = self.exact(&word)?;
                        poly = poly.plus(&exact, kept)?;
                        continue 'again;
                    }
                }
            }
            return Ok(poly);
        }
    }
    fn has_products(&self, word: &[Lit]) -> bool {
        let Some(bit) = word.iter().find(|b| !b.is_constant()) else { return false };
        let product = |atom: &AtomId| matches!(self.bits.atom(*atom), Atom::Product(_));
        self.bits.set(bit.set()).iter().any(product)
    }
    /// Unsigned less-than.
    pub(crate) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        if self.within(b, a) {
            return Lit::FALSE;
        }
        // Sign-extension keeps the unsigned order.
        let extended = |w: &[Lit]| w.len() > WORD && w[WORD..].iter().all(|b| *b == w[WORD - 1]);
        let low = extended(a) && extended(b);
        let less = if low || self.sums.breaks(Broken::Extended) && a.len() > WORD {
            self.try_less(&a[..WORD], &b[..WORD])
        } else {
            self.try_less(a, b)
        };
        let bit = self.or_exhausted(1, less.map(|bit| vec![bit]));
        bit[0]
    }
    fn try_less(&mut self, a: &[Lit], b: &[Lit]) -> Result<Lit, TooLarge> {
        // The floor of (a - b) / 2^width is -1 or 0.
        let mut borrow = Poly::default();
        for (x, y) in a.chunks(WORD).zip(b.chunks(WORD)) {
            let difference = self.accumulate(borrow, &[(x, 1), (y, -1)])?;
            borrow = self.sums.floor(&difference)?;
        }
        let less = borrow.subtracted_from(0)?;
        self.sums.note(&less, Range { low: 0, high: 1 });
        self.carry(&less)
    }
    /// Product, modulo 2^width.
    pub(crate) fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
        let product = self.try_mul(a, b);
        self.or_exhausted(a.len(), product)
    }
    fn try_mul(&mut self, a: &[Lit], b: &[Lit]) -> Result<Vec<Lit>, TooLarge> {
        let numbers = |words: &mut Self, bits: &[Lit]| {
            bits.chunks(WORD)
                .map(|w| words.exact_factor(w))
                .collect::<Result<Vec<Poly>, TooLarge>>()
        };
        let (x, y) = (numbers(self, a)?, numbers(self, b)?);
        let masks =
            [&x, &y].map(|polys| polys.iter().map(|p| self.bit_multiple(p)).collect::<Vec<_>>());
        let mut product = Vec::with_capacity(a.len());
        let mut carry = Poly::default();
        let greatest = self.greatest_of(a, b, u128::checked_mul);
        for (column, digits) in a.chunks(WORD).enumerate() {
            let mut total = carry;
            for i in 0..=column {
                let j = column - i;
                let part = match (masks[0][i], masks[1][j]) {
                    // A bit times a word is the word where the bit is 1.
                    (Some((c, bit)), _) => self.masked(bit, b.chunks(WORD).nth(j), c)?,
                    (_, Some((c, bit))) => self.masked(bit, a.chunks(WORD).nth(i), c)?,
                    _ => self.sums.product(&x[i], &y[j])?,
                };
                total = total.plus(&part, 1)?;
            }
            self.note_greatest(&total, greatest, product.len(), a.len());
            product.extend(self.low_bits(&total, digits.len())?);
            carry = self.sums.floor(&total)?;
        }
        self.keep_greatest(&product, greatest);
        Ok(product)
    }
}

impl Words {
    /// `c` and a bit, when a number is `c` times that bit.
    fn bit_multiple(&self, poly: &Poly) -> Option<(i128, Lit)> {
        let ([(factor, c)], 0) = (&poly.terms[..], poly.constant) else { return None };
        match self.sums.factor(*factor) {
            Factor::Word(word) if self.sums.range_of(*factor).high == 1 => Some((*c, word[0])),
            _ => None,
        }
    }
    /// `c` times a word where a bit is 1.
    fn masked(&mut self, bit: Lit, word: Option<&[Lit]>, c: i128) -> Result<Poly, TooLarge> {
        let word: Vec<Lit> =
            word.unwrap_or(&[]).iter().map(|&digit| self.and_bit(bit, digit)).collect();
        let c = if self.sums.breaks(Broken::Masked) { 1 } else { c };
        let exact = self.exact(&word)?;
        Poly::default().plus(&exact, c)
    }
}

/// The value of a sum of multiples of words, from those of their free bits without complement.
fn total(words: &[(Rc<[Lit]>, i128)], constant: i128, value: impl Fn(Lit) -> bool) -> i128 {
    words.iter().fold(constant, |sum, (word, c)| {
        let digit = |b: &Lit| match *b {
            b if b.is_constant() => b == Lit::TRUE,
            b => value(b) != b.is_complemented(),
        };
        let number = word.iter().rev().fold(0i128, |n, b| n << 1 | i128::from(digit(b)));
        sum + c * number
    })
}

fn constant(value: i128) -> Vec<Lit> {
    (0..WORD).map(|k| Lit::constant(value >> k & 1 == 1)).collect()
}
