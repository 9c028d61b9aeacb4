//! The bit-vectors of scripts: terms, with every width checked before it can be wrong.

use semantics::{
    bits::Table,
    dag::{Arena, Dag},
    domain::Bv,
};
use std::rc::Rc;

/// One run of a script function: the terms that it makes.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) arena: Arena,
    /// The widest value allowed, in bits.
    widest: u32,
}

/// No run makes more terms.
const MOST_TERMS: usize = 1 << 18;

impl Run {
    pub(crate) fn new(widest: u32) -> Rc<Run> {
        Rc::new(Run { arena: Arena::default(), widest })
    }
    pub(crate) fn widest(&self) -> u32 {
        self.widest
    }
}

/// A bit-vector.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    run: Rc<Run>,
    id: semantics::dag::Id,
    width: u32,
}

/// A truth value that depends on the inputs.
#[derive(Clone, Debug)]
pub(crate) struct Truth(pub(crate) Bits);

/// A lookup table of 256 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup(pub(crate) &'static Table);

/// A value, or what is wrong with asking for it.
pub(crate) type Made<T> = Result<T, String>;

/// Which way an operation of two bit-vectors goes.
pub(crate) type Binary = for<'a> fn(Bv<Dag<'a>>, Bv<Dag<'a>>) -> Bv<Dag<'a>>;

impl Bits {
    pub(crate) fn of(run: &Rc<Run>, value: Bv<Dag<'_>>) -> Bits {
        Bits { run: run.clone(), id: value.raw(), width: value.width() }
    }
    /// A variable of a run.
    pub(crate) fn var(run: &Rc<Run>, width: u32, name: &str) -> Bits {
        Bits::of(run, run.arena.dom().var(width, name))
    }
    /// A constant. A negative number is one in two's complement.
    pub(crate) fn constant(run: &Rc<Run>, width: u32, value: i64) -> Made<Bits> {
        let fits = match value {
            0.. => width >= 64 || value >> width == 0,
            _ => width >= 64 || value >> (width - 1) == -1,
        };
        if !fits {
            return Err(format!("{value:#x} does not fit {width} bits"));
        }
        if value < 0 && width > 64 {
            return Err(format!(
                "{value} as {width} bits: write a number above 63 bits as a text, \"0x...\""
            ));
        }
        Ok(Bits::of(run, Bv::new(run.arena.dom(), width, u128::from(value as u64))))
    }
    pub(crate) fn width(&self) -> u32 {
        self.width
    }
    pub(crate) fn bv(&self) -> Bv<Dag<'_>> {
        Bv::from_raw(self.run.arena.dom(), self.width, self.id)
    }
    fn made(&self, value: Bv<Dag<'_>>) -> Made<Bits> {
        if self.run.arena.size() > MOST_TERMS {
            return Err(format!("more than {MOST_TERMS} terms"));
        }
        Ok(Bits::of(&self.run, value))
    }
    /// Values live as long as the run that made them: a script may keep one beyond it.
    pub(crate) fn is_of(&self, run: &Rc<Run>) -> Made<()> {
        let same = Rc::ptr_eq(&self.run, run);
        if same { Ok(()) } else { Err("this value was kept from another run of a function".into()) }
    }
    fn together(&self, other: &Bits) -> Made<()> {
        other.is_of(&self.run)
    }
    /// Whether a value may be so wide.
    fn may_have(&self, width: i64, what: &str) -> Made<u32> {
        let most = self.run.widest;
        match u32::try_from(width) {
            Ok(width @ 1..) if width <= most => Ok(width),
            _ => Err(format!("{what} of {width} bits: a value has 1 to {most} bits here")),
        }
    }
    pub(crate) fn binary(&self, name: &str, other: &Bits, f: Binary) -> Made<Bits> {
        self.together(other)?;
        if self.width != other.width {
            return Err(format!("`{name}` of {} and {} bits", self.width, other.width));
        }
        self.made(f(self.bv(), other.bv()))
    }
    /// With a constant as wide as `self`.
    pub(crate) fn with(&self, name: &str, value: i64, swapped: bool, f: Binary) -> Made<Bits> {
        let constant = Bits::constant(&self.run, self.width, value)?;
        if swapped { constant.binary(name, self, f) } else { self.binary(name, &constant, f) }
    }
    /// A shift or a rotation by a value that may be narrower.
    pub(crate) fn moved(&self, name: &str, by: &Bits, f: Binary) -> Made<Bits> {
        self.together(by)?;
        if by.width > self.width {
            return Err(format!("`{name}` of {} bits by {} bits", self.width, by.width));
        }
        self.made(f(self.bv(), by.bv()))
    }
    /// A shift by a constant.
    pub(crate) fn moved_by(&self, name: &str, by: i64, f: Binary) -> Made<Bits> {
        if by < 0 {
            return Err(format!("`{name}` by {by}"));
        }
        // Beyond the width it is all the same, and the width fits its own number of bits but for one bit.
        let by = by.min(self.width.into());
        let amount = Bv::new(self.run.arena.dom(), self.width.max(10), by as u128);
        let wide = self.bv();
        if self.width >= 10 {
            return self.made(f(wide, amount));
        }
        // Ten bits hold every amount: shifted there, with the sign for a shift that repeats it.
        let value = if name == "sra" { wide.sext(10) } else { wide.zext(10) };
        self.made(f(value, amount).lo(self.width))
    }
    /// A rotation by a constant.
    pub(crate) fn rotated(&self, left: bool, by: i64) -> Made<Bits> {
        let by = by.rem_euclid(self.width.into()) as u32;
        self.made(if left { self.bv().rotl(by) } else { self.bv().rotr(by) })
    }
    pub(crate) fn not(&self) -> Made<Bits> {
        self.made(!self.bv())
    }
    pub(crate) fn slice(&self, hi: i64, lo: i64) -> Made<Bits> {
        if lo < 0 || lo > hi || hi >= self.width.into() {
            return Err(format!("bits {hi}..{lo} of {} bits", self.width));
        }
        self.made(self.bv().bits(hi as u32, lo as u32))
    }
    pub(crate) fn low(&self, n: i64) -> Made<Bits> {
        self.slice(n.saturating_sub(1), 0)
    }
    pub(crate) fn high(&self, n: i64) -> Made<Bits> {
        let width = i64::from(self.width);
        self.slice(width - 1, width.saturating_sub(n))
    }
    pub(crate) fn byte(&self, k: i64) -> Made<Bits> {
        let (hi, lo) = (k.saturating_mul(8).saturating_add(7), k.saturating_mul(8));
        self.slice(hi, lo).map_err(|_| format!("byte {k} of {} bits", self.width))
    }
    pub(crate) fn bytes(&self) -> Made<Vec<Bits>> {
        if !self.width.is_multiple_of(8) {
            return Err(format!("bytes of {} bits", self.width));
        }
        (0..self.width / 8).map(|k| self.byte(k.into())).collect()
    }
    pub(crate) fn extended(&self, signed: bool, width: i64) -> Made<Bits> {
        let name = if signed { "sign-extension" } else { "zero-extension" };
        let width = self.may_have(width, name)?;
        if width < self.width {
            return Err(format!("{name} of {} to {width} bits", self.width));
        }
        self.made(if signed { self.bv().sext(width) } else { self.bv().zext(width) })
    }
    pub(crate) fn concat(&self, low: &Bits) -> Made<Bits> {
        self.together(low)?;
        self.may_have(i64::from(self.width) + i64::from(low.width), "concatenation")?;
        self.made(self.bv().concat(low.bv()))
    }
    /// The parts, the most significant first.
    pub(crate) fn join(parts: &[Bits]) -> Made<Bits> {
        let (first, rest) = parts.split_first().ok_or("`join` of no value")?;
        rest.iter().try_fold(first.clone(), |all, part| all.concat(part))
    }
    pub(crate) fn lookup(&self, table: Lookup) -> Made<Bits> {
        if self.width != 8 {
            return Err(format!("a table is indexed by 8 bits, not {}", self.width));
        }
        self.made(self.bv().lookup(table.0))
    }
    pub(crate) fn bit(&self, k: i64) -> Made<Truth> {
        self.slice(k, k).map(Truth).map_err(|_| format!("bit {k} of {} bits", self.width))
    }
}

impl Truth {
    pub(crate) fn not(&self) -> Made<Truth> {
        self.0.not().map(Truth)
    }
    pub(crate) fn binary(&self, name: &str, other: &Truth, f: Binary) -> Made<Truth> {
        self.0.binary(name, &other.0, f).map(Truth)
    }
    pub(crate) fn select(&self, then: &Bits, other: &Bits) -> Made<Bits> {
        self.0.together(then)?;
        then.together(other)?;
        if then.width != other.width {
            return Err(format!("`select` of {} or {} bits", then.width, other.width));
        }
        self.0.made(self.0.bv().bit(0).select(then.bv(), other.bv()))
    }
}
