//! Arithmetic spelled out bit by bit: the other side of the claims about base instructions.
//!
//! Nothing here uses the primitives that instruction bodies use (`+`, `-`, `*`, shifts, `ult`,
//! `slt`, sign-extension, division): only and, or, exclusive or, not, single bits and choices. So
//! a claim compares two independent definitions.

use crate::{
    claim::{After, Goal},
    dag::Dag,
    domain::{Bit, Bv, Domain},
};

/// The bits, least significant first.
fn bits<D: Domain>(v: Bv<D>) -> Vec<Bit<D>> {
    (0..v.width()).map(|k| v.bit(k)).collect()
}

/// The value with these bits, least significant first.
fn word<D: Domain>(bits: &[Bit<D>]) -> Bv<D> {
    Bv::join(bits.iter().rev().map(|b| b.bv()))
}

/// Sum and carry out of a ripple-carry adder with carry in.
pub fn add_carry<D: Domain>(a: Bv<D>, b: Bv<D>, mut carry: Bit<D>) -> (Bv<D>, Bit<D>) {
    let mut sum = Vec::new();
    for (a, b) in bits(a).into_iter().zip(bits(b)) {
        sum.push(a ^ b ^ carry);
        carry = (a & b) | (carry & (a ^ b));
    }
    (word(&sum), carry)
}

/// `a + b`
pub fn add<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    add_carry(a, b, a.lit(0).bit(0)).0
}

/// `a - b`, as `a + !b + 1`
pub fn sub<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    add_carry(a, !b, a.lit(1).bit(0)).0
}

/// Unsigned `a < b`: subtracting borrows.
pub fn less_unsigned<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bit<D> {
    !add_carry(a, !b, a.lit(1).bit(0)).1
}

/// Signed `a < b`: different signs decide, else it is as unsigned.
pub fn less_signed<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bit<D> {
    let (sign_a, sign_b) = (a.bit(a.width() - 1), b.bit(b.width() - 1));
    (sign_a & !sign_b) | (!(sign_a ^ sign_b) & less_unsigned(a, b))
}

/// `a == b`: no bit differs.
pub fn same<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bit<D> {
    !bits(a ^ b).into_iter().reduce(|x, y| x | y).expect("a value has bits")
}

/// Bit by bit, `a` where `b` is 1, else 0: the truth table of "and".
pub fn both<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    bitwise(a, b, |a, b| b.select(a, a.lit(0)))
}

/// Bit by bit, 1 where `b` is 1, else `a`: the truth table of "or".
pub fn either<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    bitwise(a, b, |a, b| b.select(a.lit(1), a))
}

/// Bit by bit, the opposite of `a` where `b` is 1, else `a`: the truth table of "exclusive or".
pub fn differ<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    bitwise(a, b, |a, b| b.select(a.bit(0).select(a.lit(0), a.lit(1)), a))
}

/// A function of two bits, on each pair of bits.
fn bitwise<D: Domain>(a: Bv<D>, b: Bv<D>, f: fn(Bv<D>, Bit<D>) -> Bv<D>) -> Bv<D> {
    let pairs = bits(a).into_iter().zip(bits(b));
    word(&pairs.map(|(a, b)| f(a.bv(), b).bit(0)).collect::<Vec<_>>())
}

/// A truth value as a number of `width` bits.
pub fn number<D: Domain>(p: Bit<D>, width: u32) -> Bv<D> {
    extend_zero(p.bv(), width)
}

/// Zero-extension: zeros in front.
pub fn extend_zero<D: Domain>(v: Bv<D>, width: u32) -> Bv<D> {
    let zero = v.lit(0).bit(0);
    word(&[bits(v), vec![zero; (width - v.width()) as usize]].concat())
}

/// Sign-extension: copies of the top bit in front.
pub fn extend_sign<D: Domain>(v: Bv<D>, width: u32) -> Bv<D> {
    let top = v.bit(v.width() - 1);
    word(&[bits(v), vec![top; (width - v.width()) as usize]].concat())
}

/// The same value, put together from its bits: for what moves and does not change.
pub fn copy<D: Domain>(v: Bv<D>) -> Bv<D> {
    permute(v, |k| k)
}

/// As wide as `v`: bit `k` is bit `from(k)` of `v`, or 0 where `v` has no such bit.
pub fn permute<D: Domain>(v: Bv<D>, from: impl Fn(u32) -> u32) -> Bv<D> {
    let zero = v.lit(0).bit(0);
    let bit = |k| if from(k) < v.width() { v.bit(from(k)) } else { zero };
    word(&(0..v.width()).map(bit).collect::<Vec<_>>())
}

/// The exclusive or of `v` rotated right by each of `rotations` and, where there is one, `v` shifted
/// right: the shape of the functions of FIPS 180-4, section 4.1.
pub fn sigma<D: Domain>(v: Bv<D>, rotations: &[u32], shift: Option<u32>) -> Bv<D> {
    let rotated = rotations.iter().map(|n| permute(v, |k| (k + n) % v.width()));
    let shifted = shift.map(|n| permute(v, |k| k + n));
    rotated.chain(shifted).reduce(|a, b| a ^ b).expect("at least one rotation")
}

/// 1 where any bit of `v` is.
pub fn any<D: Domain>(v: Bv<D>) -> Bit<D> {
    !same(v, v.lit(0))
}

/// As wide as `v`, with bit `k` replaced by `f(k, bit)`.
pub fn map_bits<D: Domain>(v: Bv<D>, f: impl Fn(u32, Bit<D>) -> Bit<D>) -> Bv<D> {
    word(&(0..).zip(bits(v)).map(|(k, bit)| f(k, bit)).collect::<Vec<_>>())
}

/// Part `index` of `v`, which is made of parts of `size` bits, the lowest one first; 0 where there is
/// no such part.
pub fn part<D: Domain>(v: Bv<D>, size: u32, index: Bv<D>) -> Bv<D> {
    let numbers = 0..(v.width() / size).min(1 << index.width().min(31));
    numbers.fold(v.lit(0).lo(size), |found, k| {
        let candidate = v.bits(size * k + size - 1, size * k);
        same(index, index.lit(k.into())).select(candidate, found)
    })
}

/// The number of zeros in front of the highest 1, by halves; `width` where there is no 1. The result
/// has `size` bits, and `width` is a power of two.
pub fn zeros_in_front<D: Domain>(v: Bv<D>, size: u32) -> Bv<D> {
    let half = v.width() / 2;
    if half == 0 {
        return number(!v.bit(0), size);
    }
    let (high, low) = (v.hi(half), v.lo(half));
    let beyond = add(zeros_in_front(low, size), extend_zero(v.lit(half.into()), size));
    any(high).select(zeros_in_front(high, size), beyond)
}

/// What a shift fills with, and in which direction it moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shift {
    /// Towards the top bit, zeros come in.
    Left,
    /// Towards bit 0, zeros come in.
    RightLogical,
    /// Towards bit 0, copies of the top bit come in.
    RightArithmetic,
    /// Towards the top bit, what leaves there comes in at bit 0.
    RotateLeft,
    /// Towards bit 0, what leaves there comes in at the top.
    RotateRight,
}

/// A barrel shifter: one stage for each bit of the amount, `log2(width)` bits of which count.
pub fn shift<D: Domain>(kind: Shift, v: Bv<D>, by: Bv<D>) -> Bv<D> {
    let width = v.width() as usize;
    let zero = v.lit(0).bit(0);
    let fill = if kind == Shift::RightArithmetic { v.bit(v.width() - 1) } else { zero };
    let mut now = bits(v);
    for stage in 0..v.width().ilog2() {
        let distance = 1 << stage;
        let moved = |k: usize| match kind {
            Shift::Left => k.checked_sub(distance).map_or(fill, |k| now[k]),
            Shift::RotateLeft => now[(k + width - distance) % width],
            Shift::RotateRight => now[(k + distance) % width],
            _ => now.get(k + distance).copied().unwrap_or(fill),
        };
        now = (0..width).map(|k| by.bit(stage).select(moved(k).bv(), now[k].bv()).bit(0)).collect();
    }
    word(&now)
}

/// The product of `a` and `b`, as wide as both together: shifted copies of `a`, added.
pub fn multiply<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    let a = extend_zero(a, a.width() + b.width());
    let copy = |k| b.bit(k).select(times_power_of_two(a, k), a.lit(0));
    (0..b.width()).map(copy).fold(a.lit(0), add)
}

/// The product of two polynomials over GF(2), as wide as both together: coefficient `k` is the sum
/// of `a[i] b[j]` over `i + j = k`.
pub fn multiply_polynomials<D: Domain>(a: Bv<D>, b: Bv<D>) -> Bv<D> {
    let (product, zero) = (extend_zero(a, a.width() + b.width()), a.lit(0).bit(0));
    map_bits(product, |k, _| {
        let pairs = (0..a.width()).filter(|&i| i <= k && k - i < b.width());
        pairs.fold(zero, |sum, i| sum ^ (a.bit(i) & b.bit(k - i)))
    })
}

/// The remainder of a polynomial over GF(2) by `x^degree + rest`: from the top, each coefficient goes
/// to the places of `rest` below it.
pub fn remainder<D: Domain>(v: Bv<D>, degree: u32, rest: u32) -> Bv<D> {
    let mut now = bits(v);
    for top in (degree..v.width()).rev() {
        for k in (0..degree).filter(|k| rest >> k & 1 == 1) {
            let at = (top - degree + k) as usize;
            now[at] = now[at] ^ now[top as usize];
        }
    }
    word(&now[..degree as usize])
}

/// Quotient and remainder of unsigned numbers by restoring division. By zero, the quotient is all
/// ones and the remainder is the dividend.
pub fn divide<D: Domain>(a: Bv<D>, b: Bv<D>) -> (Bv<D>, Bv<D>) {
    let width = a.width();
    let b = extend_zero(b, width + 1);
    let mut rest = b.lit(0);
    let mut quotient = Vec::new();
    for k in (0..width).rev() {
        rest = rest.lo(width).concat(a.bit(k).bv());
        let fits = !less_unsigned(rest, b);
        rest = fits.select(sub(rest, b), rest);
        quotient.push(fits);
    }
    quotient.reverse();
    (word(&quotient), rest.lo(width))
}

/// `-v`
pub fn negate<D: Domain>(v: Bv<D>) -> Bv<D> {
    sub(v.lit(0), v)
}

/// The absolute value; the most negative number gives itself.
pub fn magnitude<D: Domain>(v: Bv<D>) -> Bv<D> {
    with_sign(v.bit(v.width() - 1), v)
}

/// `-v` or `v`
pub fn with_sign<D: Domain>(negative: Bit<D>, v: Bv<D>) -> Bv<D> {
    negative.select(negate(v), v)
}

/// Quotient towards zero and remainder of signed numbers: those of the magnitudes, with the signs
/// put back. By zero, the quotient is -1 and the remainder is the dividend.
pub fn divide_signed<D: Domain>(a: Bv<D>, b: Bv<D>) -> (Bv<D>, Bv<D>) {
    let (quotient, rest) = divide(magnitude(a), magnitude(b));
    let (sign_a, sign_b) = (a.bit(a.width() - 1), b.bit(b.width() - 1));
    let zero = a.lit(0);
    let quotient = same(b, zero).select(!zero, with_sign(sign_a ^ sign_b, quotient));
    (quotient, with_sign(sign_a, rest))
}

/// `v` moved up by `k` bits, fewer than it has.
pub fn times_power_of_two<D: Domain>(v: Bv<D>, k: u32) -> Bv<D> {
    let zero = v.lit(0).bit(0);
    word(&[vec![zero; k as usize], bits(v.lo(v.width() - k))].concat())
}

/// `v` moved down by `k` bits, fewer than it has.
pub fn over_power_of_two<D: Domain>(v: Bv<D>, k: u32) -> Bv<D> {
    extend_zero(v.hi(v.width() - k), v.width())
}

/// The low `k` bits of `v`, fewer than it has.
pub fn modulo_power_of_two<D: Domain>(v: Bv<D>, k: u32) -> Bv<D> {
    if k == 0 { v.lit(0) } else { extend_zero(v.lo(k), v.width()) }
}

/// The next pc of a branch of `length` bytes whose offset is the variable `imm` of `width` bits, in units
/// of two bytes.
pub fn branch<'a>(g: &Goal<'a>, taken: Bit<Dag<'a>>, width: u32, length: u128) -> Bv<Dag<'a>> {
    let pc = g.reg("pc");
    let offset = extend_sign(g.var(width, "imm").concat(g.lit(1, 0)), g.xlen());
    taken.select(add(pc, offset), add(pc, g.lit(g.xlen(), length)))
}

/// The offset of a compressed load or store: the variable `imm` of `width` bits, in units of `2^scale` bytes.
pub fn scaled<'a>(g: &Goal<'a>, width: u32, scale: u32) -> Bv<Dag<'a>> {
    extend_zero(g.var(width, "imm").concat(g.lit(scale, 0)), g.xlen())
}

/// Claims that a load read `width` bits at rs1 plus the 12-bit offset `imm`, and extended them so.
pub fn load<'a>(
    g: &mut Goal<'a>,
    after: &After<'a>,
    width: u32,
    extend: fn(Bv<Dag<'a>>, u32) -> Bv<Dag<'a>>,
) {
    load_at(g, after, extend_sign(g.var(12, "imm"), g.xlen()), width, extend);
}

/// The same at rs1 plus any offset (XLEN bits).
pub fn load_at<'a>(
    g: &mut Goal<'a>,
    after: &After<'a>,
    offset: Bv<Dag<'a>>,
    width: u32,
    extend: fn(Bv<Dag<'a>>, u32) -> Bv<Dag<'a>>,
) {
    let load = after.load.expect("the instruction loads");
    g.equal("address", load.addr, add(g.reg("rs1"), offset));
    let extended = extend(g.reg("memory").lo(width), g.xlen());
    g.equal("rd", after.rd(), extended);
}

/// Claims that a store wrote the low `width` bits of rs2 at rs1 plus the 12-bit offset `imm`.
pub fn store<'a>(g: &mut Goal<'a>, after: &After<'a>, width: u32) {
    store_at(g, after, extend_sign(g.var(12, "imm"), g.xlen()), width);
}

/// The same at rs1 plus any offset (XLEN bits).
pub fn store_at<'a>(g: &mut Goal<'a>, after: &After<'a>, offset: Bv<Dag<'a>>, width: u32) {
    let store = after.store.expect("the instruction stores");
    g.equal("address", store.addr, add(g.reg("rs1"), offset));
    let low: Vec<_> = (0..width).map(|k| g.reg("rs2").bit(k)).collect();
    g.equal("data", store.data, word(&low));
}

/// Claims that an atomic access read `width` bits at rs1, wrote `new` of them and of the low bits of rs2,
/// and gave what it read, sign-extended.
pub fn modify<'a>(
    g: &mut Goal<'a>,
    after: &After<'a>,
    width: u32,
    new: impl Fn(Bv<Dag<'a>>, Bv<Dag<'a>>) -> Bv<Dag<'a>>,
) {
    let (load, store) = (after.load.expect("it loads"), after.store.expect("it stores"));
    let old = g.reg("memory").lo(width);
    g.equal("address read", load.addr, copy(g.reg("rs1")));
    g.equal("address written", store.addr, copy(g.reg("rs1")));
    let low: Vec<_> = (0..width).map(|k| g.reg("rs2").bit(k)).collect();
    g.equal("data", store.data, new(old, word(&low)));
    g.equal("rd", after.rd(), extend_sign(old, g.xlen()));
}

/// Claims that an exception with this code (32 bits) and trap value (XLEN bits) was raised.
pub fn exception<'a>(g: &mut Goal<'a>, after: &After<'a>, code: Bv<Dag<'a>>, tval: Bv<Dag<'a>>) {
    let (cause, raised) = after.raised.expect("the instruction raises an exception");
    let cause = g.lit(32, cause as u128);
    g.equal("cause and trap value", cause.concat(raised), code.concat(tval));
}
