//! What each primitive operation does to integers, and how integers and bits become each other (NF4).
//!
//! The value of a term is its integer modulo 2^width. Integers are kept where a goal has something that
//! they are good for: a remainder by a constant, or an assumption on a product. Bits are made of them only
//! where an operation on bits asks for them.

use super::{
    algebra::{Algebra, Atom, AtomId, Lit},
    integer::{Bounds, Form, Integers, Symbol, power},
    residue::LARGEST,
    sum::Broken,
};
use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;
use semantics::{
    bits::{Op, Val},
    dag::{Arena, Id, Term},
};
use std::rc::Rc;

/// Terms of what a bit is multiplied with, at most.
const CHOSEN: usize = 4;
/// Bits of a factor that is not large.
const LARGE: u64 = 8;

/// Integers behind terms.
#[derive(Debug, Default)]
pub(crate) struct Modular {
    pub(crate) integers: Integers,
    /// The constants that remainders are taken by.
    moduli: Vec<u64>,
    /// Integers that have bits, by [`Atom::Digit`].
    digits: Vec<Form>,
    digit_index: FxHashMap<Form, u32>,
    atoms: FxHashMap<(u32, u32), AtomId>,
}

/// An argument of an operation: its width, its integer, and whether that is more than its bits.
#[derive(Clone, Debug)]
pub(crate) struct Argument {
    pub(crate) width: u32,
    pub(crate) form: Rc<Form>,
    /// Whether it came from arithmetic: other terms are better kept as bits while they are moved.
    pub(crate) computed: bool,
}

impl Modular {
    /// For the terms below `roots`, if there is anything to do for integers.
    pub(crate) fn new(
        arena: &Arena,
        roots: impl IntoIterator<Item = Id>,
        assumed: &[Id],
    ) -> Option<Self> {
        let needed = arena.cone(roots);
        let mut moduli: Vec<u64> = arena
            .ids()
            .filter(|id| needed[id.index()])
            .filter_map(|id| match arena.term(id).0 {
                Term::App(Op::Urem | Op::Udiv, [_, divisor, _]) => modulus(arena, divisor),
                _ => None,
            })
            .collect();
        moduli.sort_unstable();
        moduli.dedup();
        let wanted = !moduli.is_empty() || assumed.iter().any(|id| product(arena, *id).is_some());
        wanted.then(|| Modular { moduli, ..Modular::default() })
    }
    pub(crate) fn digit(&self, place: u32) -> &Form {
        &self.digits[place as usize]
    }
    /// The number with these binary digits.
    pub(crate) fn of_bits(&mut self, algebra: &Algebra, bits: &[Lit]) -> Form {
        let size = bits.iter().rposition(|b| *b != Lit::FALSE).map_or(0, |k| k + 1);
        let bits = &bits[..size];
        if bits.iter().all(|b| b.is_constant()) {
            let digits = bits.iter().rev();
            let number = digits.fold(BigInt::ZERO, |n, b| (n << 1u32) + u32::from(*b == Lit::TRUE));
            return Form::constant(number);
        }
        if let [bit] = bits
            && bit.is_complemented()
        {
            let bit = self.of_bits(algebra, &[bit.not()]);
            return bit.times(&BigInt::from(-1)).shifted(1);
        }
        if let Some((place, from)) = digits(algebra, bits) {
            let form = self.digits[place as usize].clone();
            let floor = self.integers.floor(&form, from);
            return self.integers.low(&floor, size as u32);
        }
        self.integers.word(bits)
    }
    /// The binary digits of an integer modulo 2^width.
    pub(crate) fn bits(&mut self, algebra: &mut Algebra, form: &Form, width: u32) -> Vec<Lit> {
        if let Some(known) = form.known() {
            return (0..width).map(|k| Lit::constant(bit_of(known, k))).collect();
        }
        if let Some(symbol) = self.integers.only_symbol(form)
            && let Symbol::Word(bits) = self.integers.symbol(symbol)
        {
            let mut bits = bits.to_vec();
            bits.resize(width as usize, Lit::FALSE);
            return bits;
        }
        let bounds = self.integers.bounds(form);
        if !Bounds::unsigned(width).contains(&bounds) {
            let (rest, _) = form.split(width);
            if rest != *form {
                return self.bits(algebra, &rest, width);
            }
            return (0..width).map(|k| self.digit_atom(algebra, form, k)).collect();
        }
        if bounds.high == BigInt::from(1) && form.terms[0].1 < BigInt::ZERO {
            let complement = form.times(&BigInt::from(-1)).shifted(1);
            let bits = self.bits(algebra, &complement, 1);
            let mut bits = vec![bits[0].not()];
            bits.resize(width as usize, Lit::FALSE);
            return bits;
        }
        let size = bounds.high.bits() as u32;
        let digit = |k| if k < size { self.digit_atom(algebra, form, k) } else { Lit::FALSE };
        (0..width).map(digit).collect()
    }
    fn digit_atom(&mut self, algebra: &mut Algebra, form: &Form, bit: u32) -> Lit {
        let place = match self.digit_index.get(form) {
            Some(&place) => place,
            None => {
                let place = self.digits.len() as u32;
                self.digits.push(form.clone());
                self.digit_index.insert(form.clone(), place);
                place
            }
        };
        let new = || algebra.new_atom(Atom::Digit { number: place, bit });
        let atom = *self.atoms.entry((place, bit)).or_insert_with(new);
        algebra.lit(atom)
    }
    /// By assumption, one of two words of `width` bits is less than the other one.
    pub(crate) fn assume_less(&mut self, [less, than]: [&Form; 2], width: u32) {
        let [less, than] = [less, than].map(|form| self.integers.unsigned(form, width));
        self.integers.assume_negative(less.difference(&than));
    }
    /// By assumption, the product of two words of `width` bits is a constant. Returns them as the symbols
    /// that they are to be from now on.
    pub(crate) fn assume_product(
        &mut self,
        factors: [&Form; 2],
        width: u32,
        value: &BigInt,
    ) -> [Form; 2] {
        let named = factors.map(|form| self.integers.named(form));
        self.integers.assume_product([&named[0], &named[1]], width, value);
        named
    }
    /// The integer of an operation's result, when it is known or worth knowing.
    pub(crate) fn apply(&mut self, op: Op, width: u32, args: &[Argument]) -> Option<Form> {
        let computed = |k: usize| args[k].computed;
        let form = |k: usize| &*args[k].form;
        match op {
            Op::Add => {
                let sum = form(0).sum(form(1));
                Some(self.integers.canonical(sum, &self.moduli))
            }
            Op::Sub => {
                let difference = form(0).difference(form(1));
                Some(self.integers.canonical(difference, &self.moduli))
            }
            Op::Mul => {
                let product = self.integers.product(form(0), form(1));
                self.integers.without_quotients(&product)
            }
            Op::Not if computed(0) => Some(form(0).times(&BigInt::from(-1)).shifted(-1)),
            Op::Ult | Op::Slt => {
                let word = |integers: &mut Integers, arg: &Argument| match op {
                    Op::Ult => integers.unsigned(&arg.form, arg.width),
                    _ => integers.signed(&arg.form, arg.width),
                };
                let [a, b] = [0, 1].map(|k| word(&mut self.integers, &args[k]));
                let floor = self.integers.floor(&a.difference(&b), args[0].width);
                Some(floor.times(&BigInt::from(-1)))
            }
            Op::Eq => {
                let difference = form(0).difference(form(1));
                let (rest, _) = difference.split(args[0].width);
                rest.known().map(|known| Form::constant(u32::from(*known == BigInt::ZERO)))
            }
            Op::Ite if computed(0) && (computed(1) || computed(2)) => {
                self.choice(&args[0], form(1), form(2))
            }
            Op::Urem | Op::Udiv => self.division(op, &args[0], &args[1]),
            Op::And if computed(0) || computed(1) => self.mask(&args[0], &args[1]),
            Op::Or | Op::Xor if computed(0) || computed(1) => self.beside(&args[0], &args[1]),
            Op::Shl | Op::Lshr | Op::Ashr if computed(0) => self.shifted(op, &args[0], &args[1]),
            Op::Slice { lo } if computed(0) => {
                let floor = self.integers.floor(form(0), lo);
                Some(if lo == 0 { floor } else { self.short(floor) })
            }
            Op::Zext if computed(0) => Some(self.integers.unsigned(form(0), args[0].width)),
            Op::Sext => Some(self.integers.signed(form(0), args[0].width)),
            Op::Concat => {
                let low = self.integers.unsigned(form(1), args[1].width);
                Some(low.plus(form(0), &power(width - args[0].width)))
            }
            _ => None,
        }
    }
    /// `b x + (1 - b) y = y + b (x - y)`
    fn choice(&mut self, condition: &Argument, x: &Form, y: &Form) -> Option<Form> {
        let bit = self.integers.unsigned(&condition.form, 1);
        let difference = x.difference(y);
        if difference.terms.len() > CHOSEN {
            return None;
        }
        let product = self.integers.product(&bit, &difference);
        let from = if self.integers.breaks(Broken::Choice) { x } else { y };
        let chosen = from.sum(&product);
        Some(self.integers.canonical(chosen, &self.moduli))
    }
    fn division(&mut self, op: Op, dividend: &Argument, divisor: &Argument) -> Option<Form> {
        let divisor = self.integers.unsigned(&divisor.form, divisor.width);
        let modulus = u64::try_from(divisor.known()?).ok()?;
        if !(3..LARGEST).contains(&modulus) {
            return None;
        }
        let dividend = self.integers.unsigned(&dividend.form, dividend.width);
        match op {
            Op::Udiv => Some(self.integers.quotient(&dividend, modulus)),
            _ => self.integers.residue(&dividend, modulus),
        }
    }
    /// The conjunction with the lowest bits, or of all bits alike with a constant.
    fn mask(&mut self, a: &Argument, b: &Argument) -> Option<Form> {
        let (value, mask) = if b.form.known().is_some() { (a, b) } else { (b, a) };
        let width = value.width;
        let known = self.integers.unsigned(&mask.form, width).known()?.clone();
        let size = known.bits() as u32;
        if known == power(size) - 1 {
            return Some(self.integers.low(&value.form, size));
        }
        let signed = self.integers.signed(&value.form, width);
        let copies = Bounds { low: BigInt::from(-1), high: BigInt::ZERO };
        self.integers.fits(&signed, &copies).then(|| signed.times(&-known))
    }
    /// A multiple of a power of two beside a natural number below it: their sum.
    fn beside(&mut self, a: &Argument, b: &Argument) -> Option<Form> {
        for (high, low) in [(a, b), (b, a)] {
            let zeros = |c: &BigInt| c.trailing_zeros().unwrap_or(u64::MAX);
            let coefficients = high.form.terms.iter().map(|term| &term.1);
            let free = coefficients.chain([&high.form.constant]).map(zeros).min().unwrap_or(0);
            let free = u32::try_from(free.min(u64::from(low.width))).unwrap_or(0);
            if free == 0 {
                continue;
            }
            let low = self.integers.unsigned(&low.form, low.width);
            if self.integers.fits(&low, &Bounds::unsigned(free)) {
                return Some(high.form.sum(&low));
            }
        }
        None
    }
    fn shifted(&mut self, op: Op, value: &Argument, by: &Argument) -> Option<Form> {
        let width = value.width;
        let by = self.integers.unsigned(&by.form, width);
        let by = u32::try_from(by.known()?).map_or(width, |by| by.min(width));
        match op {
            Op::Shl if by == width => Some(Form::default()),
            Op::Shl => Some(value.form.times(&power(by))),
            Op::Lshr => {
                let unsigned = self.integers.unsigned(&value.form, width);
                let floor = self.integers.floor(&unsigned, by);
                Some(self.short(floor))
            }
            _ => {
                let signed = self.integers.signed(&value.form, width);
                let floor = self.integers.floor(&signed, by);
                Some(self.short(floor))
            }
        }
    }
    /// The integer, by a name where it is a reduction: a large multiple of a floor beside something else. The
    /// next reduction starts from the name, not from all that went before.
    fn short(&mut self, form: Form) -> Form {
        let multiple = |(monomial, c): &(_, BigInt)| {
            c.bits() > LARGE
                && self
                    .integers
                    .monomial(*monomial)
                    .iter()
                    .any(|symbol| matches!(self.integers.symbol(*symbol), Symbol::Floor(..)))
        };
        let reduction = form.terms.len() > 1 && form.terms.iter().any(multiple);
        if reduction { self.integers.named(&form) } else { form }
    }
}

/// The integer of which these are consecutive bits, and which of them is the lowest.
fn digits(algebra: &Algebra, bits: &[Lit]) -> Option<(u32, u32)> {
    let digit = |bit: &Lit| match *algebra.atom(algebra.single_atom(*bit)?) {
        Atom::Digit { number, bit: k } if !bit.is_complemented() => Some((number, k)),
        _ => None,
    };
    let (place, from) = digit(bits.first()?)?;
    let next = |(k, bit): (usize, &Lit)| digit(bit) == Some((place, from + k as u32));
    bits.iter().enumerate().all(next).then_some((place, from))
}

/// Whether an operation may have an integer as its result.
pub(crate) fn computes(op: Op) -> bool {
    !matches!(op, Op::Clmul | Op::Sdiv | Op::Srem | Op::Lookup(_))
}

/// Whether an operation moves bits and does nothing else to them.
pub(crate) fn moves(op: Op) -> bool {
    matches!(op, Op::Slice { .. } | Op::Zext | Op::Sext | Op::Concat)
}

/// A constant as an integer.
pub(crate) fn number(value: Val) -> BigInt {
    let bytes: Vec<u8> = value.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    BigInt::from_bytes_le(Sign::Plus, &bytes)
}

fn bit_of(n: &BigInt, k: u32) -> bool {
    n.bit(u64::from(k))
}

/// A divisor that remainders are known by: a constant, neither too large nor a power of two.
fn modulus(arena: &Arena, divisor: Id) -> Option<u64> {
    let Term::Lit(value) = arena.term(divisor).0 else { return None };
    let modulus = u64::try_from(value.to_u128()?).ok()?;
    ((3..LARGEST).contains(&modulus) && !modulus.is_power_of_two()).then_some(modulus)
}

/// The factors and the constant, where an assumption says that a product is one.
pub(crate) fn product(arena: &Arena, assumption: Id) -> Option<([Id; 2], Val)> {
    let Term::App(Op::Eq, [left, right, _]) = arena.term(assumption).0 else { return None };
    match (arena.term(left).0, arena.term(right).0) {
        (Term::App(Op::Mul, [a, b, _]), Term::Lit(value)) => Some(([a, b], value)),
        _ => None,
    }
}
