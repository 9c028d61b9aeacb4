//! What a bit-vector is: the one abstraction the semantics are generic over.
//!
//! A domain is three methods. Everything an instruction file uses is defined once on [`Bv`].
//!
//! The width travels with the value and every operation checks it; a mismatch panics at the line
//! that wrote it. Widths depend on XLEN and on decoded operands, never on data, so one symbolic run
//! of each instruction on each XLEN finds every mismatch: the tests of the table do that. Once inlined,
//! the widths are constants and the checks are gone; hence `#[inline(always)]` here and on helper
//! functions, and loops that keep the width of what they change.

use crate::bits::{self, Arg, MAX_WIDTH, Op, Table, Val};
use std::{fmt::Debug, ops};

/// A value that a reference names, so that a proof can meet it there: the state after a round, say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// What it is, in the standard's words.
    pub what: &'static str,
    /// Which one of those: the round, or the word.
    pub index: u32,
}

/// A value domain. `Copy`, so that semantics read like arithmetic and not like borrow management.
pub trait Domain: Copy {
    /// A value (concrete) or a handle to a term (symbolic).
    type Raw: Copy + Debug;
    /// A constant of `width` bits.
    fn lit(self, width: u32, value: u128) -> Self::Raw;
    /// Applies a primitive operation.
    fn app(self, op: Op, width: u32, args: &[Arg<Self::Raw>]) -> Self::Raw;
    /// The number behind a value, when it is the same for every input.
    fn known(self, raw: Self::Raw) -> Option<u128>;
    /// Notes that a reference names this value. Its meaning stays what it was.
    #[inline(always)]
    fn cut(self, raw: Self::Raw, _: Cut) -> Self::Raw {
        raw
    }
}

/// Machine integers of up to `64 * L` bits. The smaller `L`, the faster.
#[derive(Clone, Copy, Debug, Default)]
pub struct Concrete<const L: usize>;

impl<const L: usize> Domain for Concrete<L> {
    type Raw = Val<L>;
    #[inline(always)]
    fn lit(self, _: u32, value: u128) -> Val<L> {
        Val::from(value)
    }
    #[inline(always)]
    fn app(self, op: Op, width: u32, args: &[Arg<Val<L>>]) -> Val<L> {
        assert!(width <= Val::<L>::BITS, "{width} bits in {L} limbs");
        bits::eval(op, width, args)
    }
    #[inline(always)]
    fn known(self, raw: Val<L>) -> Option<u128> {
        raw.to_u128()
    }
}

/// A bit-vector in domain `D`, with its width.
#[derive(Clone, Copy, Debug)]
pub struct Bv<D: Domain> {
    dom: D,
    raw: D::Raw,
    width: u32,
}

/// A truth value. It can only [`select`](Bit::select): semantics never branch on data.
#[derive(Clone, Copy, Debug)]
pub struct Bit<D: Domain>(Bv<D>);

impl<D: Domain> Bv<D> {
    /// A constant; `value` is truncated to `width`.
    #[inline(always)]
    #[track_caller]
    pub fn new(dom: D, width: u32, value: u128) -> Self {
        assert!(width > 0 && width <= MAX_WIDTH, "a value of {width} bits");
        let kept = if width < 128 { value & ((1 << width) - 1) } else { value };
        Bv { dom, raw: dom.lit(width, kept), width }
    }
    /// What a hart or an arena holds, as a value.
    #[inline(always)]
    pub fn from_raw(dom: D, width: u32, raw: D::Raw) -> Self {
        Bv { dom, raw, width }
    }
    /// For harts and printers; instruction files do not look inside.
    #[inline(always)]
    pub fn raw(self) -> D::Raw {
        self.raw
    }
    /// Number of bits.
    #[inline(always)]
    pub fn width(self) -> u32 {
        self.width
    }
    /// Names the value: see [`Cut`].
    #[inline(always)]
    pub fn cut(self, what: &'static str, index: u32) -> Self {
        Bv { raw: self.dom.cut(self.raw, Cut { what, index }), ..self }
    }
    /// A constant as wide as `self`.
    #[inline(always)]
    pub fn lit(self, value: u128) -> Self {
        Bv::new(self.dom, self.width, value)
    }
    #[inline(always)]
    fn arg(self) -> Arg<D::Raw> {
        Arg { raw: self.raw, width: self.width }
    }
    #[inline(always)]
    #[track_caller]
    fn unary(self, op: Op, width: u32) -> Self {
        assert!(width > 0 && width <= MAX_WIDTH, "{op:?} gives {width} bits");
        Bv { dom: self.dom, raw: self.dom.app(op, width, &[self.arg()]), width }
    }
    #[inline(always)]
    #[track_caller]
    fn binary(self, op: Op, width: u32, o: Self) -> Self {
        assert!(self.width == o.width, "{op:?} of {} and {} bits", self.width, o.width);
        Bv { dom: self.dom, raw: self.dom.app(op, width, &[self.arg(), o.arg()]), width }
    }
    #[inline(always)]
    #[track_caller]
    fn shift(self, op: Op, by: Self) -> Self {
        self.binary(op, self.width, by.zext(self.width))
    }
    /// `self[hi..lo]`, both included, as the manual writes it.
    #[inline(always)]
    #[track_caller]
    pub fn bits(self, hi: u32, lo: u32) -> Self {
        assert!(lo <= hi && hi < self.width, "bits {hi}..{lo} of {} bits", self.width);
        self.unary(Op::Slice { lo }, hi - lo + 1)
    }
    /// The low `n` bits.
    #[inline(always)]
    #[track_caller]
    pub fn lo(self, n: u32) -> Self {
        self.bits(n - 1, 0)
    }
    /// The high `n` bits.
    #[inline(always)]
    #[track_caller]
    pub fn hi(self, n: u32) -> Self {
        assert!(n <= self.width, "the high {n} of {} bits", self.width);
        self.bits(self.width - 1, self.width - n)
    }
    /// Byte `i`, counted from the least significant.
    #[inline(always)]
    #[track_caller]
    pub fn byte(self, i: u32) -> Self {
        self.bits(8 * i + 7, 8 * i)
    }
    /// The bytes, least significant first.
    #[inline(always)]
    #[track_caller]
    pub fn bytes(self) -> impl DoubleEndedIterator<Item = Self> {
        assert!(self.width.is_multiple_of(8), "bytes of {} bits", self.width);
        (0..self.width / 8).map(move |i| self.byte(i))
    }
    /// Zero-extension (`EXTZ`) to `width`.
    #[inline(always)]
    #[track_caller]
    pub fn zext(self, width: u32) -> Self {
        assert!(width >= self.width, "zero-extension of {} to {width} bits", self.width);
        self.unary(Op::Zext, width)
    }
    /// Sign-extension (`EXTS`) to `width`.
    #[inline(always)]
    #[track_caller]
    pub fn sext(self, width: u32) -> Self {
        assert!(width >= self.width, "sign-extension of {} to {width} bits", self.width);
        self.unary(Op::Sext, width)
    }
    /// `self @ low`
    #[inline(always)]
    #[track_caller]
    pub fn concat(self, low: Self) -> Self {
        let width = self.width + low.width;
        assert!(width <= MAX_WIDTH, "concatenation of {width} bits");
        Bv { dom: self.dom, raw: self.dom.app(Op::Concat, width, &[self.arg(), low.arg()]), width }
    }
    /// Every byte replaced by a function of it.
    #[inline(always)]
    #[track_caller]
    pub fn map_bytes(self, f: impl Fn(Self) -> Self) -> Self {
        self.permute_bytes(|k| f(self.byte(k)))
    }
    /// The bytes in reverse order.
    #[inline(always)]
    #[track_caller]
    pub fn reverse_bytes(self) -> Self {
        self.permute_bytes(|k| self.byte(self.width / 8 - 1 - k))
    }
    /// As wide as `self`, with byte `k` given by `f(k)`.
    #[inline(always)]
    #[track_caller]
    fn permute_bytes(self, f: impl Fn(u32) -> Self) -> Self {
        assert!(self.width.is_multiple_of(8), "bytes of {} bits", self.width);
        let mut all = self.lit(0);
        for k in 0..self.width / 8 {
            all = all | f(k).zext(self.width) << (8 * k);
        }
        all
    }
    /// Concatenates parts, most significant first.
    #[inline(always)]
    #[track_caller]
    pub fn join(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut parts = parts.into_iter();
        let mut all = parts.next().expect("at least one part");
        for part in parts {
            all = all.concat(part);
        }
        all
    }
    /// Carry-less product, as wide as the factors.
    #[inline(always)]
    #[track_caller]
    pub fn clmul(self, o: Self) -> Self {
        self.binary(Op::Clmul, self.width, o)
    }
    /// Unsigned quotient, as SMT-LIB defines it: all ones when `o` is zero.
    #[inline(always)]
    #[track_caller]
    pub fn udiv(self, o: Self) -> Self {
        self.binary(Op::Udiv, self.width, o)
    }
    /// Signed quotient, as SMT-LIB defines it: 1 or -1 when `o` is zero.
    #[inline(always)]
    #[track_caller]
    pub fn sdiv(self, o: Self) -> Self {
        self.binary(Op::Sdiv, self.width, o)
    }
    /// Unsigned remainder, as SMT-LIB defines it: `self` when `o` is zero.
    #[inline(always)]
    #[track_caller]
    pub fn urem(self, o: Self) -> Self {
        self.binary(Op::Urem, self.width, o)
    }
    /// Signed remainder, as SMT-LIB defines it: the sign of `self`; `self` when `o` is zero.
    #[inline(always)]
    #[track_caller]
    pub fn srem(self, o: Self) -> Self {
        self.binary(Op::Srem, self.width, o)
    }
    /// Arithmetic shift right; the amount may be narrower.
    #[inline(always)]
    #[track_caller]
    pub fn sra(self, by: Self) -> Self {
        self.shift(Op::Ashr, by)
    }
    /// Rotate right; the amount may be narrower, and is less than the width.
    #[inline(always)]
    #[track_caller]
    pub fn ror(self, by: Self) -> Self {
        let by = by.zext(self.width);
        self >> by | self << (self.lit(self.width.into()) - by)
    }
    /// Rotate left; the amount may be narrower, and is less than the width.
    #[inline(always)]
    #[track_caller]
    pub fn rol(self, by: Self) -> Self {
        let by = by.zext(self.width);
        self << by | self >> (self.lit(self.width.into()) - by)
    }
    /// Rotate left by a constant; any amount is legal, including 0.
    #[inline(always)]
    pub fn rotl(self, by: u32) -> Self {
        match by % self.width {
            0 => self,
            k => self << k | self >> (self.width - k),
        }
    }
    /// Rotate right by a constant.
    #[inline(always)]
    pub fn rotr(self, by: u32) -> Self {
        self.rotl(self.width - by % self.width)
    }
    /// Equality.
    #[inline(always)]
    #[track_caller]
    pub fn equals(self, o: Self) -> Bit<D> {
        Bit(self.binary(Op::Eq, 1, o))
    }
    /// Unsigned less-than.
    #[inline(always)]
    #[track_caller]
    pub fn ult(self, o: Self) -> Bit<D> {
        Bit(self.binary(Op::Ult, 1, o))
    }
    /// Signed less-than.
    #[inline(always)]
    #[track_caller]
    pub fn slt(self, o: Self) -> Bit<D> {
        Bit(self.binary(Op::Slt, 1, o))
    }
    /// One bit as a truth value.
    #[inline(always)]
    #[track_caller]
    pub fn bit(self, i: u32) -> Bit<D> {
        Bit(self.bits(i, i))
    }
    /// Table lookup (S-boxes).
    #[inline(always)]
    #[track_caller]
    pub fn lookup(self, table: &'static Table) -> Self {
        assert!(self.width == 8, "{} indexed by {} bits", table.name, self.width);
        self.unary(Op::Lookup(table), 8)
    }
}

impl<D: Domain> Bit<D> {
    /// `if self { then } else { other }`, on values.
    #[inline(always)]
    #[track_caller]
    pub fn select(self, then: Bv<D>, other: Bv<D>) -> Bv<D> {
        assert!(then.width == other.width, "select {} or {} bits", then.width, other.width);
        let args = [self.0.arg(), then.arg(), other.arg()];
        Bv { raw: then.dom.app(Op::Ite, then.width, &args), ..then }
    }
    /// The value of width 1.
    #[inline(always)]
    pub fn bv(self) -> Bv<D> {
        self.0
    }
}

impl<D: Domain> ops::Not for Bit<D> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Bit(!self.0)
    }
}

macro_rules! binary {
    ($($trait:ident :: $method:ident => $op:ident),*) => {$(
        impl<D: Domain> ops::$trait for Bv<D> {
            type Output = Self;
            #[inline(always)]
            #[track_caller]
            fn $method(self, o: Self) -> Self {
                self.binary(Op::$op, self.width, o)
            }
        }
    )*};
}
binary!(Add::add => Add, Sub::sub => Sub, Mul::mul => Mul);
binary!(BitAnd::bitand => And, BitOr::bitor => Or, BitXor::bitxor => Xor);

macro_rules! logic {
    ($($trait:ident :: $method:ident),*) => {$(
        impl<D: Domain> ops::$trait for Bit<D> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, o: Self) -> Self {
                Bit(ops::$trait::$method(self.0, o.0))
            }
        }
    )*};
}
logic!(BitAnd::bitand, BitOr::bitor, BitXor::bitxor);

/// Logical shift left; the amount may be narrower.
impl<D: Domain> ops::Shl for Bv<D> {
    type Output = Self;
    #[inline(always)]
    #[track_caller]
    fn shl(self, by: Self) -> Self {
        self.shift(Op::Shl, by)
    }
}

/// Logical shift right; the amount may be narrower.
impl<D: Domain> ops::Shr for Bv<D> {
    type Output = Self;
    #[inline(always)]
    #[track_caller]
    fn shr(self, by: Self) -> Self {
        self.shift(Op::Lshr, by)
    }
}

/// Logical shift left by a constant.
impl<D: Domain> ops::Shl<u32> for Bv<D> {
    type Output = Self;
    #[inline(always)]
    fn shl(self, by: u32) -> Self {
        self.binary(Op::Shl, self.width, self.lit(by.into()))
    }
}

/// Logical shift right by a constant.
impl<D: Domain> ops::Shr<u32> for Bv<D> {
    type Output = Self;
    #[inline(always)]
    fn shr(self, by: u32) -> Self {
        self.binary(Op::Lshr, self.width, self.lit(by.into()))
    }
}

impl<D: Domain> ops::Not for Bv<D> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.unary(Op::Not, self.width)
    }
}
