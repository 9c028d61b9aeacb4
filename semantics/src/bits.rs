//! The meaning of every primitive operation, written once.
//!
//! A value has up to 512 bits. Up to 64 and up to 128 bits it takes a path on machine words; once
//! [`eval`] is inlined the widths are constants and one path is left.

use std::{
    fmt,
    hash::{Hash, Hasher},
};

/// The widest value.
pub const MAX_WIDTH: u32 = 512;

/// A number of up to `64 * L` bits, least significant limb first. Bits above the width are zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Val<const L: usize = 8>([u64; L]);

/// A 256-byte lookup table with a name, so that a printer may lower it as it likes.
#[derive(Debug, PartialEq, Eq)]
pub struct Table {
    /// Identifier used in generated SMT-LIB and SystemVerilog.
    pub name: &'static str,
    /// The entries.
    pub data: [u8; 256],
}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

/// A primitive operation. Division by zero and shifts by the width or more follow SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Bitwise complement.
    Not,
    /// Sum, modulo 2^width.
    Add,
    /// Difference, modulo 2^width.
    Sub,
    /// Product, modulo 2^width.
    Mul,
    /// Carry-less product.
    Clmul,
    /// Unsigned quotient; all ones when the divisor is zero.
    Udiv,
    /// Signed quotient, towards zero; 1 or -1 when the divisor is zero.
    Sdiv,
    /// Unsigned remainder; the dividend when the divisor is zero.
    Urem,
    /// Signed remainder, with the sign of the dividend; the dividend when the divisor is zero.
    Srem,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Logical shift left; zero when the amount is the width or more.
    Shl,
    /// Logical shift right; zero when the amount is the width or more.
    Lshr,
    /// Arithmetic shift right; all sign bits when the amount is the width or more.
    Ashr,
    /// Equality, one bit.
    Eq,
    /// Unsigned less-than, one bit.
    Ult,
    /// Signed less-than, one bit.
    Slt,
    /// The second argument where the first is 1, else the third.
    Ite,
    /// Bits `lo .. lo + width`.
    Slice {
        /// The lowest bit taken.
        lo: u32,
    },
    /// Zero-extension.
    Zext,
    /// Sign-extension.
    Sext,
    /// First argument is the high part.
    Concat,
    /// The table's entry at an index of eight bits.
    Lookup(&'static Table),
}

impl Op {
    /// Every operation on words of one width that gives such a word: what printers and evaluators are tested on.
    pub const WORDS: [Op; 15] = [
        Op::Not,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Clmul,
        Op::Udiv,
        Op::Sdiv,
        Op::Urem,
        Op::Srem,
        Op::And,
        Op::Or,
        Op::Xor,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
    ];
    /// Every operation on two words of one width that gives a single bit.
    pub const TRUTHS: [Op; 3] = [Op::Eq, Op::Ult, Op::Slt];

    /// Number of arguments: one, two or three.
    pub const fn arity(self) -> usize {
        match self {
            Op::Not | Op::Slice { .. } | Op::Zext | Op::Sext | Op::Lookup(_) => 1,
            Op::Ite => 3,
            _ => 2,
        }
    }
}

/// A value or handle together with its width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arg<R> {
    /// The value or handle.
    pub raw: R,
    /// Its width.
    pub width: u32,
}

/// Evaluates `op` on concrete arguments.
#[inline(always)]
pub fn eval<const L: usize>(op: Op, width: u32, a: &[Arg<Val<L>>]) -> Val<L> {
    let widest = match *a {
        [x] => width.max(x.width),
        [x, y] => width.max(x.width).max(y.width),
        [x, y, z] => width.max(x.width).max(y.width).max(z.width),
        _ => unreachable!("primitives have one to three arguments"),
    };
    match widest {
        0..=64 => Val::from(u128::from(eval64(op, width, a))),
        65..=128 => Val::from(eval128(op, width, a)),
        _ => wide(op, width, a),
    }
}

macro_rules! eval_word {
    ($name:ident, $unsigned:ty, $signed:ty) => {
        #[inline(always)]
        fn $name<const L: usize>(op: Op, width: u32, a: &[Arg<Val<L>>]) -> $unsigned {
            const BITS: u32 = <$unsigned>::BITS;
            let u = |k: usize| a[k].raw.low() as $unsigned;
            let s = |k: usize| ((u(k) << (BITS - a[k].width)) as $signed) >> (BITS - a[k].width);
            let by = || u32::try_from(u(1)).unwrap_or(u32::MAX);
            let value = match op {
                Op::Not => !u(0),
                Op::Add => u(0).wrapping_add(u(1)),
                Op::Sub => u(0).wrapping_sub(u(1)),
                Op::Mul => u(0).wrapping_mul(u(1)),
                Op::Clmul => (0..width)
                    .fold(0, |sum, k| sum ^ ((u(0) << k) & (u(1) >> k & 1).wrapping_neg())),
                Op::Udiv => u(0).checked_div(u(1)).unwrap_or(<$unsigned>::MAX),
                Op::Sdiv if u(1) == 0 => {
                    if s(0) < 0 {
                        1
                    } else {
                        <$unsigned>::MAX
                    }
                }
                Op::Sdiv => s(0).wrapping_div(s(1)) as $unsigned,
                Op::Urem => u(0).checked_rem(u(1)).unwrap_or(u(0)),
                Op::Srem if u(1) == 0 => u(0),
                Op::Srem => s(0).wrapping_rem(s(1)) as $unsigned,
                Op::And => u(0) & u(1),
                Op::Or => u(0) | u(1),
                Op::Xor => u(0) ^ u(1),
                Op::Shl => u(0).checked_shl(by()).unwrap_or(0),
                Op::Lshr => u(0).checked_shr(by()).unwrap_or(0),
                Op::Ashr => (s(0) >> by().min(BITS - 1)) as $unsigned,
                Op::Eq => (u(0) == u(1)).into(),
                Op::Ult => (u(0) < u(1)).into(),
                Op::Slt => (s(0) < s(1)).into(),
                Op::Ite => {
                    if u(0) == 1 {
                        u(1)
                    } else {
                        u(2)
                    }
                }
                Op::Slice { lo } => u(0) >> lo,
                Op::Zext => u(0),
                Op::Sext => s(0) as $unsigned,
                Op::Concat => u(0) << a[1].width | u(1),
                Op::Lookup(table) => table.data[u(0) as usize].into(),
            };
            value & (<$unsigned>::MAX >> (BITS - width))
        }
    };
}
eval_word!(eval64, u64, i64);
eval_word!(eval128, u128, i128);

/// The same on limbs, for anything wider than 128 bits.
#[inline(never)]
fn wide<const L: usize>(op: Op, width: u32, a: &[Arg<Val<L>>]) -> Val<L> {
    let u = |k: usize| a[k].raw;
    let negative = |k: usize| u(k).shr(a[k].width - 1) == Val::from(1);
    let s = |k: usize| {
        if negative(k) { u(k).zip(Val::ONES.shl(a[k].width), |x, y| x | y) } else { u(k) }
    };
    let magnitude = |k: usize| if negative(k) { Val::<L>::ZERO.sub(s(k)) } else { u(k) };
    let truth = |b: bool| Val::from(u128::from(b));
    let by =
        || if u(1) < Val::from(u128::from(width)) { u(1).low() as u32 } else { Val::<L>::BITS };
    let value = match op {
        Op::Not => u(0).not(),
        Op::Add => u(0).add(u(1)),
        Op::Sub => u(0).sub(u(1)),
        Op::Mul => u(0).mul(u(1)),
        Op::Clmul => (0..width)
            .filter(|&k| u(1).bit(k))
            .fold(Val::<L>::ZERO, |sum, k| sum.zip(u(0).shl(k), |x, y| x ^ y)),
        Op::Udiv => u(0).div(u(1)),
        Op::Sdiv if negative(0) == negative(1) => magnitude(0).div(magnitude(1)),
        Op::Sdiv => Val::<L>::ZERO.sub(magnitude(0).div(magnitude(1))),
        Op::Urem => u(0).rem(u(1)),
        Op::Srem if negative(0) => Val::<L>::ZERO.sub(magnitude(0).rem(magnitude(1))),
        Op::Srem => u(0).rem(magnitude(1)),
        Op::And => u(0).zip(u(1), |x, y| x & y),
        Op::Or => u(0).zip(u(1), |x, y| x | y),
        Op::Xor => u(0).zip(u(1), |x, y| x ^ y),
        Op::Shl => u(0).shl(by()),
        Op::Lshr => u(0).shr(by()),
        Op::Ashr if negative(0) => s(0).not().shr(by()).not(),
        Op::Ashr => u(0).shr(by()),
        Op::Eq => truth(u(0) == u(1)),
        Op::Ult => truth(u(0) < u(1)),
        Op::Slt => truth((negative(1), s(0)) < (negative(0), s(1))),
        Op::Ite => u(if u(0) == Val::from(1) { 1 } else { 2 }),
        Op::Slice { lo } => u(0).shr(lo),
        Op::Zext => u(0),
        Op::Sext => s(0),
        Op::Concat => u(0).shl(a[1].width).zip(u(1), |x, y| x | y),
        Op::Lookup(_) => unreachable!("tables are indexed by a byte"),
    };
    value.truncate(width)
}

impl<const L: usize> Val<L> {
    /// Capacity in bits.
    pub const BITS: u32 = 64 * L as u32;
    const ZERO: Self = Val([0; L]);
    const ONES: Self = Val([u64::MAX; L]);
    /// The low 128 bits.
    #[inline(always)]
    pub fn low(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }
    /// The number, when it fits.
    pub fn to_u128(self) -> Option<u128> {
        (Val::from(self.low()) == self).then(|| self.low())
    }
    /// The low `width` bits.
    pub fn truncate(self, width: u32) -> Self {
        self.zip(Self::ONES.shr(Self::BITS.saturating_sub(width)), |x, y| x & y)
    }
    /// The limbs, least significant first.
    pub fn limbs(self) -> [u64; L] {
        self.0
    }
    fn bit(self, k: u32) -> bool {
        self.0[k as usize / 64] >> (k % 64) & 1 == 1
    }
    fn zip(self, o: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Val(std::array::from_fn(|k| f(self.0[k], o.0[k])))
    }
    fn not(self) -> Self {
        Val(self.0.map(|x| !x))
    }
    fn add(self, o: Self) -> Self {
        let mut carry = 0;
        Val(std::array::from_fn(|k| {
            let sum = u128::from(self.0[k]) + u128::from(o.0[k]) + carry;
            carry = sum >> 64;
            sum as u64
        }))
    }
    fn sub(self, o: Self) -> Self {
        self.add(o.not()).add(Val::from(1))
    }
    fn mul(self, o: Self) -> Self {
        let mut r = [0u64; L];
        for i in 0..L {
            let mut carry = 0;
            for j in 0..L - i {
                let t = u128::from(self.0[i]) * u128::from(o.0[j]) + u128::from(r[i + j]) + carry;
                r[i + j] = t as u64;
                carry = t >> 64;
            }
        }
        Val(r)
    }
    /// Quotient; all ones when `o` is zero.
    fn div(self, o: Self) -> Self {
        self.div_rem(o).0
    }
    /// Remainder; `self` when `o` is zero.
    fn rem(self, o: Self) -> Self {
        self.div_rem(o).1
    }
    /// Long division, one bit at a time.
    fn div_rem(self, o: Self) -> (Self, Self) {
        let (mut q, mut r) = (Self::ZERO, Self::ZERO);
        for k in (0..Self::BITS).rev() {
            r = r.shl(1);
            r.0[0] |= u64::from(self.bit(k));
            if r >= o {
                r = r.sub(o);
                q.0[k as usize / 64] |= 1 << (k % 64);
            }
        }
        (q, r)
    }
    fn shl(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let at = |k: usize| k.checked_sub(limbs).map_or(0, |k| self.0[k]);
        Val(std::array::from_fn(|k| match (bits, k) {
            (0, _) | (_, 0) => at(k) << bits,
            _ => at(k) << bits | at(k - 1) >> (64 - bits),
        }))
    }
    fn shr(self, by: u32) -> Self {
        let (limbs, bits) = (by as usize / 64, by % 64);
        let at = |k: usize| self.0.get(k + limbs).copied().unwrap_or(0);
        Val(std::array::from_fn(|k| match bits {
            0 => at(k),
            _ => at(k) >> bits | at(k + 1) << (64 - bits),
        }))
    }
}

impl<const L: usize> From<[u64; L]> for Val<L> {
    fn from(limbs: [u64; L]) -> Self {
        Val(limbs)
    }
}

impl<const L: usize> From<u128> for Val<L> {
    #[inline(always)]
    fn from(v: u128) -> Self {
        let mut limbs = [0; L];
        (limbs[0], limbs[1]) = (v as u64, (v >> 64) as u64);
        Val(limbs)
    }
}

impl<const L: usize> PartialOrd for Val<L> {
    fn partial_cmp(&self, o: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(o))
    }
}

impl<const L: usize> Ord for Val<L> {
    fn cmp(&self, o: &Self) -> std::cmp::Ordering {
        self.0.iter().rev().cmp(o.0.iter().rev())
    }
}

impl<const L: usize> fmt::Debug for Val<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: String = self.0.iter().rev().map(|limb| format!("{limb:016x}")).collect();
        match digits.trim_start_matches('0') {
            "" => f.write_str("0x0"),
            short => write!(f, "0x{short}"),
        }
    }
}
