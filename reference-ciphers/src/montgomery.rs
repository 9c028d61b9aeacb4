//! Montgomery multiplication: Koç, Acar and Kaliski, "Analyzing and Comparing Montgomery Multiplication
//! Algorithms", IEEE Micro 16(3), 1996, the coarsely integrated operand scanning (CIOS) method.
//!
//! A number is a list of words, the least significant first; all words have one width. With *W* two to
//! that width and *s* words, *R* is *W* to the power *s*.

use semantics::domain::{Bv, Domain};

/// `(C, S)`: the upper and the lower word of a number of two words.
fn halves<D: Domain>(x: Bv<D>) -> (Bv<D>, Bv<D>) {
    (x.hi(x.width() / 2), x.lo(x.width() / 2))
}

/// *abR^-1* modulo *n*, or *n* more than that, in *s* + 1 words, for *a* and *b* below *n*, an odd number,
/// and `n'[0]`, the negated inverse of its lowest word modulo *W*.
///
/// # Panics
/// When the numbers have different lengths, or none.
pub fn cios_loop<D: Domain>(a: &[Bv<D>], b: &[Bv<D>], n: &[Bv<D>], n0: Bv<D>) -> Vec<Bv<D>> {
    let s = n.len();
    assert!(a.len() == s && b.len() == s && s > 0, "{} and {} and {s} words", a.len(), b.len());
    let wide = |x: Bv<D>| x.zext(2 * x.width());
    let zero = n0.lit(0);
    let mut t = vec![zero; s + 2];
    for (i, b) in b.iter().enumerate() {
        let mut c = zero;
        for (j, a) in a.iter().enumerate() {
            (c, t[j]) = halves(wide(t[j]) + wide(*a) * wide(*b) + wide(c));
        }
        (t[s + 1], t[s]) = halves(wide(t[s]) + wide(c));
        t[0] = t[0].cut("t[0]", i as u32);
        let m = (t[0] * n0).cut("m", i as u32);
        (c, _) = halves(wide(t[0]) + wide(m) * wide(n[0]));
        for j in 1..s {
            (c, t[j - 1]) = halves(wide(t[j]) + wide(m) * wide(n[j]) + wide(c));
        }
        (c, t[s - 1]) = halves(wide(t[s]) + wide(c));
        t[s] = t[s + 1] + c;
    }
    t.truncate(s + 1);
    t
}

/// The number of *s* + 1 words, less *n* when it is not less than *n*: step 3 of the paper's `MonPro`.
pub fn subtract<D: Domain>(t: &[Bv<D>], n: &[Bv<D>]) -> Vec<Bv<D>> {
    let s = n.len();
    let mut borrow = t[s].lit(0);
    let mut u = Vec::with_capacity(s);
    for i in 0..=s {
        let width = t[i].width();
        let [t, n] =
            [Some(&t[i]), n.get(i)].map(|x| x.map_or(borrow.lit(0), |x| *x).zext(2 * width));
        let (b, d) = halves(t - n - borrow.zext(2 * width));
        // The upper word of a negative number is all ones.
        borrow = b & b.lit(1);
        u.push(d);
    }
    (0..s).map(|i| borrow.bit(0).select(t[i], u[i])).collect()
}

/// *abR^-1* modulo *n*: [`cios_loop`] and [`subtract`].
///
/// # Panics
/// As [`cios_loop`].
pub fn multiply<D: Domain>(a: &[Bv<D>], b: &[Bv<D>], n: &[Bv<D>], n0: Bv<D>) -> Vec<Bv<D>> {
    subtract(&cios_loop(a, b, n, n0), n)
}
