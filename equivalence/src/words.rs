//! Words of literals, the lowest bit first.

use crate::aig::{Aig, Lit};

/// A word.
pub(crate) type Word = Vec<Lit>;

/// `a + b + carry`, and the carry out of it: a ripple-carry adder.
pub(crate) fn add(aig: &mut Aig, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
    let mut carry = carry;
    let mut sum = Word::new();
    for (&a, &b) in a.iter().zip(b) {
        let half = aig.xor(a, b);
        sum.push(aig.xor(half, carry));
        let (both, through) = (aig.and(a, b), aig.and(half, carry));
        carry = aig.or(both, through);
    }
    (sum, carry)
}

/// `a - b`, and whether nothing was borrowed: `a >= b`.
pub(crate) fn sub(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
    let not: Word = b.iter().map(|&b| !b).collect();
    add(aig, a, &not, Lit::TRUE)
}

/// `then` or `otherwise`, bit by bit.
pub(crate) fn mux(aig: &mut Aig, condition: Lit, then: &[Lit], otherwise: &[Lit]) -> Word {
    then.iter().zip(otherwise).map(|(&t, &o)| aig.mux(condition, t, o)).collect()
}

/// `start + a * b`: row by row, the lowest bit of `b` first, as multipliers that shift and add do it.
pub(crate) fn multiply_add(aig: &mut Aig, a: &[Lit], b: &[Lit], start: &[Lit]) -> Word {
    let mut sum = start.to_vec();
    for (k, &bit) in b.iter().enumerate() {
        let row: Word = a[..a.len() - k].iter().map(|&a| aig.and(a, bit)).collect();
        let high = add(aig, &sum[k..], &row, Lit::FALSE).0;
        sum.splice(k.., high);
    }
    sum
}

/// The carry-less product, as wide as its factors.
pub(crate) fn carryless(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Word {
    let mut sum = vec![Lit::FALSE; a.len()];
    for (k, &bit) in b.iter().enumerate() {
        for i in k..a.len() {
            let product = aig.and(a[i - k], bit);
            sum[i] = aig.xor(sum[i], product);
        }
    }
    sum
}

/// A shift by a word: `fill` comes in, one stage a bit of the amount.
pub(crate) fn shift(aig: &mut Aig, a: &[Lit], by: &[Lit], left: bool, fill: Lit) -> Word {
    let width = a.len();
    let mut word = a.to_vec();
    for (k, &bit) in by.iter().enumerate() {
        let distance = if k < 31 { 1usize << k } else { width };
        let moved: Word = (0..width)
            .map(|i| {
                let from = if left { i.checked_sub(distance) } else { i.checked_add(distance) };
                from.and_then(|from| word.get(from)).copied().unwrap_or(fill)
            })
            .collect();
        word = mux(aig, bit, &moved, &word);
    }
    word
}

/// Whether two words are equal.
pub(crate) fn equal(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> Lit {
    a.iter().zip(b).fold(Lit::TRUE, |all, (&a, &b)| {
        let differ = aig.xor(a, b);
        aig.and(all, !differ)
    })
}

/// Quotient and remainder by restoring division, the highest bit first; by zero: all ones, the dividend.
pub(crate) fn divide(aig: &mut Aig, a: &[Lit], b: &[Lit]) -> (Word, Word) {
    let width = a.len();
    let mut divisor = b.to_vec();
    divisor.push(Lit::FALSE);
    let mut remainder = vec![Lit::FALSE; width];
    let mut quotient = vec![Lit::FALSE; width];
    for k in (0..width).rev() {
        let mut shifted = vec![a[k]];
        shifted.extend_from_slice(&remainder);
        let (less, fits) = sub(aig, &shifted, &divisor);
        remainder = mux(aig, fits, &less, &shifted);
        remainder.truncate(width);
        quotient[k] = fits;
    }
    (quotient, remainder)
}

/// The entry of a table of bytes at an index of eight bits.
pub(crate) fn lookup(aig: &mut Aig, table: &[u8; 256], index: &[Lit]) -> Word {
    (0..8)
        .map(|bit| {
            let mut row: Word =
                table.iter().map(|entry| Lit::constant(entry >> bit & 1 == 1)).collect();
            for &choice in index {
                row = row.chunks(2).map(|pair| aig.mux(choice, pair[1], pair[0])).collect();
            }
            row[0]
        })
        .collect()
}
