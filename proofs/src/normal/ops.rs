//! What each primitive operation does to bits.

use super::{
    algebra::{Atom, AtomId, Lit},
    sum::Broken,
    words::Words,
};
use rustc_hash::FxHashMap;
use semantics::bits::{Op, Table};

/// Tables are composed with what computes their index over at most this many bits.
const FEW: usize = 8;

/// Operations without a normal form: equal ones on equal bits have equal results, no more.
#[derive(Debug, Default)]
pub(crate) struct Opaque {
    results: Vec<Application>,
    index: FxHashMap<Application, (u32, AtomId)>,
}

/// An operation, the width of its result, and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Application {
    pub(crate) op: Op,
    pub(crate) width: u32,
    pub(crate) args: Vec<Vec<Lit>>,
}

impl Opaque {
    pub(crate) fn result(&self, place: u32) -> &Application {
        &self.results[place as usize]
    }
    fn apply(&mut self, words: &mut Words, application: Application) -> Vec<Lit> {
        let width = application.width;
        let first = match self.index.get(&application) {
            Some(&(_, first)) => first,
            None => {
                let result = self.results.len() as u32;
                let new = |bit| words.bits.new_atom(Atom::Opaque { result, bit });
                let atoms: Vec<AtomId> = (0..width).map(new).collect();
                self.results.push(application.clone());
                self.index.insert(application, (result, atoms[0]));
                atoms[0]
            }
        };
        (0..width as usize).map(|k| words.bits.lit(first.plus(k))).collect()
    }
}

/// The exponent of a constant that is a power of two.
fn power_of_two(bits: &[Lit]) -> Option<usize> {
    let constant = bits.iter().all(|bit| bit.is_constant());
    let mut ones = bits.iter().enumerate().filter(|(_, bit)| **bit == Lit::TRUE);
    match (ones.next(), ones.next()) {
        (Some((k, _)), None) if constant => Some(k),
        _ => None,
    }
}

/// The same number of bits, `k` places further up.
fn moved_up(bits: &[Lit], k: usize) -> Vec<Lit> {
    let zeros = std::iter::repeat_n(Lit::FALSE, k);
    zeros.chain(bits.iter().copied()).take(bits.len()).collect()
}

/// The product with a constant whose ones put copies of the other factor where they share no digit: `x * 0x10001` of a
/// half word.
fn copies(a: &[Lit], b: &[Lit], blind: bool) -> Option<Vec<Lit>> {
    let constant = |bits: &[Lit]| bits.iter().all(|bit| bit.is_constant());
    let (number, other) = if constant(a) { (a, b) } else { (b, a) };
    if !constant(number) {
        return None;
    }
    let mut sum = vec![Lit::FALSE; other.len()];
    for (k, _) in number.iter().enumerate().filter(|(_, bit)| **bit == Lit::TRUE) {
        for (at, bit) in (k..).zip(other).filter(|(_, bit)| **bit != Lit::FALSE) {
            match sum.get_mut(at) {
                Some(free) if *free == Lit::FALSE => *free = bit.flip_if(blind),
                Some(_) => return None,
                None => break,
            }
        }
    }
    Some(sum)
}

/// The bits of `op`, the lowest first.
pub(crate) fn apply(
    words: &mut Words,
    opaque: &mut Opaque,
    op: Op,
    width: u32,
    args: &[&[Lit]],
) -> Vec<Lit> {
    let size = width as usize;
    match op {
        Op::Not => args[0].iter().map(|b| b.not()).collect(),
        Op::Xor => pairwise(args, |a, b| words.xor_bit(a, b)),
        Op::And => pairwise(args, |a, b| words.and_bit(a, b)),
        Op::Or => pairwise(args, |a, b| words.or_bit(a, b)),
        Op::Add => words.add(args[0], args[1], false),
        Op::Sub => words.add(args[0], args[1], true),
        Op::Mul => match (power_of_two(args[0]), power_of_two(args[1])) {
            (Some(k), _) => moved_up(args[1], k),
            (_, Some(k)) => moved_up(args[0], k),
            _ => match copies(args[0], args[1], words.sums.breaks(Broken::Copies)) {
                Some(copies) => copies,
                None => words.mul(args[0], args[1]),
            },
        },
        Op::Clmul => carry_less(words, args[0], args[1]),
        Op::Eq => vec![equal(words, args[0], args[1])],
        Op::Ult => vec![words.less(args[0], args[1])],
        Op::Slt => {
            // With the top bits complemented, the signed order is the unsigned one.
            let biased = |w: &[Lit]| {
                let mut w = w.to_vec();
                if let Some(top) = w.last_mut() {
                    *top = top.not();
                }
                w
            };
            vec![words.less(&biased(args[0]), &biased(args[1]))]
        }
        Op::Ite => {
            let condition = args[0][0];
            pairwise(&args[1..], |a, b| words.bits.choose(condition, a, b))
        }
        Op::Slice { lo } => args[0][lo as usize..lo as usize + size].to_vec(),
        Op::Zext => resized(args[0], size, Lit::FALSE),
        Op::Sext => resized(args[0], size, *args[0].last().expect("a value has a bit")),
        Op::Concat => [args[1], args[0]].concat(),
        Op::Shl | Op::Lshr | Op::Ashr => shift(words, op, args[0], args[1]),
        Op::Lookup(table) => lookup(words, table, args[0]),
        Op::Udiv | Op::Sdiv | Op::Urem | Op::Srem => {
            let args = args.iter().map(|bits| bits.to_vec()).collect();
            opaque.apply(words, Application { op, width, args })
        }
    }
}

fn pairwise(args: &[&[Lit]], mut f: impl FnMut(Lit, Lit) -> Lit) -> Vec<Lit> {
    args[0].iter().zip(args[1]).map(|(&a, &b)| f(a, b)).collect()
}

fn resized(bits: &[Lit], size: usize, fill: Lit) -> Vec<Lit> {
    let mut bits = bits.to_vec();
    bits.resize(size, fill);
    bits
}

fn carry_less(words: &mut Words, a: &[Lit], b: &[Lit]) -> Vec<Lit> {
    let mut product = vec![Lit::FALSE; a.len()];
    for (i, &x) in a.iter().enumerate() {
        for (j, &y) in b[..b.len() - i].iter().enumerate() {
            let part = words.bits.and(x, y);
            product[i + j] = words.bits.xor(product[i + j], part);
        }
    }
    product
}

fn equal(words: &mut Words, a: &[Lit], b: &[Lit]) -> Lit {
    let differ = pairwise(&[a, b], |a, b| words.xor_bit(a, b));
    let free = differ.iter().filter(|bit| !bit.is_constant()).count();
    if free <= FEW {
        return differ.into_iter().fold(Lit::TRUE, |all, bit| words.bits.and(all, bit.not()));
    }
    // A number is zero when it is less than one.
    let mut one = vec![Lit::FALSE; differ.len()];
    one[0] = Lit::TRUE;
    words.less(&differ, &one)
}

fn shift(words: &mut Words, op: Op, value: &[Lit], amount: &[Lit]) -> Vec<Lit> {
    let size = value.len();
    let fill = match op {
        Op::Ashr => *value.last().expect("a value has a bit"),
        _ => Lit::FALSE,
    };
    let by = |bits: &[Lit], distance: usize| -> Vec<Lit> {
        let moved = |k: usize| match op {
            Op::Shl => k.checked_sub(distance).map(|k| bits[k]),
            _ => bits.get(k + distance).copied(),
        };
        (0..size).map(|k| moved(k).unwrap_or(fill)).collect()
    };
    let mut result = value.to_vec();
    for (k, &bit) in amount.iter().enumerate() {
        if bit == Lit::FALSE {
            continue;
        }
        let distance = if k < usize::BITS as usize - 1 { (1 << k).min(size) } else { size };
        let moved = by(&result, distance);
        result = if bit == Lit::TRUE {
            moved
        } else {
            pairwise(&[&moved, &result], |a, b| words.bits.choose(bit, a, b))
        };
    }
    if op == Op::Shl && amount.iter().all(|bit| bit.is_constant()) {
        let distance = result.iter().take_while(|bit| **bit == Lit::FALSE).count();
        words.note_move(value, distance as u32, &result);
    }
    result
}

/// The entry of a table, as polynomials in what its index is made of.
fn lookup(words: &mut Words, table: &Table, index: &[Lit]) -> Vec<Lit> {
    let simple = |bit: &Lit| match words.bits.single_atom(*bit) {
        Some(atom) => !matches!(words.bits.atom(atom), Atom::Product(_)),
        None => bit.is_constant(),
    };
    // What computes the index is composed with the table when it depends on few bits; otherwise the
    // bits of the index are factors as they are.
    let composed = if index.iter().all(simple) { None } else { words.bits.support(index, FEW) };
    let factors = composed.unwrap_or_else(|| {
        let mut sets: Vec<_> = index.iter().filter(|b| !b.is_constant()).map(|b| b.set()).collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    });
    let blind = words.sums.breaks(Broken::Table);
    let digits: Vec<Vec<bool>> = index
        .iter()
        .map(|&bit| match factors.iter().position(|set| *set == bit.set()) {
            Some(j) => (0..1usize << factors.len())
                .map(|k| (k >> j & 1 == 1) != (bit.is_complemented() && !blind))
                .collect(),
            None => words.bits.truth_table(bit, &factors),
        })
        .collect();
    let entry = |k: usize| {
        let index = digits.iter().rev().fold(0, |n, digit| n << 1 | usize::from(digit[k]));
        table.data[index]
    };
    let entries: Vec<u8> = (0..1 << factors.len()).map(entry).collect();
    (0..8)
        .map(|bit| {
            let column: Vec<bool> = entries.iter().map(|e| e >> bit & 1 == 1).collect();
            words.bits.of_truth_table(&factors, &column)
        })
        .collect()
}
