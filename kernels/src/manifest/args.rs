//! The arguments of a function: buffers, lengths of buffers, and other numbers.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, Visitor};
use toml::Spanned;

use super::Access;
use super::error::Problem;
use super::keys::{ARGUMENT_REGISTERS, KEYS, Key, MAX_BUFFER_BYTES, NUMBER_BITS, Section};
use super::parse::{At, at, identifier, one_of, unique};

/// A pointer argument and its buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arg {
    /// Its name.
    pub name: String,
    /// The register that holds the pointer: one of [`ARGUMENT_REGISTERS`].
    pub reg: &'static str,
    /// The size of the buffer.
    pub size: Size,
    /// What the function does with it.
    pub access: Access,
    /// That the content on entry is secret.
    pub secret: bool,
}

/// The size of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Size {
    /// So many bytes, 1 to [`MAX_BUFFER_BYTES`].
    Bytes(u32),
    /// `unit` bytes for each of a length: at most [`MAX_BUFFER_BYTES`] at the greatest one.
    Of {
        /// At least 1.
        unit: u32,
        /// The name of a [`Length`].
        length: String,
    },
}

/// An argument that is the length of buffers. It is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Length {
    /// Its name, which is that of the reference's length.
    pub name: String,
    /// The register: one of [`ARGUMENT_REGISTERS`].
    pub reg: &'static str,
    /// The size of its type, up to XLEN.
    pub bits: u32,
    /// What the bits above hold.
    pub upper: Upper,
    /// The least value.
    pub min: u32,
    /// The greatest value.
    pub max: u32,
    /// The values for which proofs are made. Never empty.
    pub prove: Vec<u32>,
}

/// An argument that is an input of the reference by value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalar {
    /// Its name.
    pub name: String,
    /// The register: one of [`ARGUMENT_REGISTERS`].
    pub reg: &'static str,
    /// The size of its type, up to XLEN.
    pub bits: u32,
    /// What the bits above hold.
    pub upper: Upper,
    /// When it is a counter: what happens behind its last value.
    pub wrap: Option<Wrap>,
    /// That it is secret.
    pub secret: bool,
}

/// The bits of a register above a narrower number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Upper {
    /// They may hold anything.
    #[default]
    Any,
    /// Callers extend as the ABI says: by type to 32 bits (numbers are unsigned), then by sign.
    Extended,
}

/// What a counter does behind its last value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wrap {
    /// 0 follows, as in the reference.
    Modulo,
    /// No call gets there.
    Never,
}

/// The number of an argument register in the register file: 10 for `a0`.
pub fn register_number(reg: &str) -> usize {
    let position = ARGUMENT_REGISTERS.iter().position(|known| *known == reg);
    10 + position.expect("`reg` is one of ARGUMENT_REGISTERS")
}

impl Arg {
    /// The number of the register in the register file: 10 for `a0`.
    pub fn register_number(&self) -> usize {
        register_number(self.reg)
    }
}

impl Size {
    /// The number of bytes when it is the same in every call.
    pub fn fixed(&self) -> Option<u32> {
        match self {
            Size::Bytes(bytes) => Some(*bytes),
            Size::Of { .. } => None,
        }
    }

    /// The number of bytes, given the value of a length by its name.
    pub fn bytes(&self, value: impl Fn(&str) -> u32) -> u32 {
        match self {
            Size::Bytes(bytes) => *bytes,
            Size::Of { unit, length } => unit * value(length),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Size::Bytes(bytes) => write!(f, "{bytes}"),
            Size::Of { unit: 1, length } => f.write_str(length),
            Size::Of { unit, length } => write!(f, "{unit}*{length}"),
        }
    }
}

/// One entry of `args`, as it is written.
#[derive(Deserialize)]
pub(super) struct RawArg {
    name: Spanned<String>,
    reg: Spanned<String>,
    bytes: Option<Spanned<RawSize>>,
    access: Option<Spanned<Access>>,
    length: Option<Spanned<String>>,
    prove: Option<Spanned<Vec<Spanned<u64>>>>,
    bits: Option<Spanned<u64>>,
    upper: Option<Spanned<Upper>>,
    wrap: Option<Spanned<Wrap>>,
    secret: Option<Spanned<bool>>,
}

/// A number of bytes, or a text.
enum RawSize {
    Bytes(u64),
    Text(String),
}

impl<'de> Deserialize<'de> for RawSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SizeVisitor;
        impl Visitor<'_> for SizeVisitor {
            type Value = RawSize;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number of bytes or a text like \"16*len\"")
            }

            fn visit_u64<E: de::Error>(self, bytes: u64) -> Result<RawSize, E> {
                Ok(RawSize::Bytes(bytes))
            }

            fn visit_i64<E: de::Error>(self, bytes: i64) -> Result<RawSize, E> {
                let refused = || E::invalid_value(de::Unexpected::Signed(bytes), &self);
                u64::try_from(bytes).map(RawSize::Bytes).map_err(|_| refused())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<RawSize, E> {
                Ok(RawSize::Text(text.to_owned()))
            }
        }
        deserializer.deserialize_any(SizeVisitor)
    }
}

/// All arguments of a function.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) buffers: Vec<Arg>,
    pub(super) lengths: Vec<Length>,
    pub(super) scalars: Vec<Scalar>,
}

/// Checks and sorts them.
pub(super) fn arguments(raw: &[RawArg], xlen: u32) -> Result<Arguments, At> {
    let (mut names, mut registers) = (HashSet::new(), HashSet::new());
    let mut all = Arguments::default();
    // Buffers name lengths, which may come behind them.
    for raw in raw.iter().filter(|raw| raw.length.is_some()) {
        all.lengths.push(length(raw, xlen)?);
    }
    for raw in raw {
        let name = identifier(&raw.name)?;
        unique(&mut names, "argument", &name, &raw.name.span())?;
        let reg = register(raw)?;
        unique(&mut registers, "register", reg, &raw.reg.span())?;
        match raw {
            RawArg { length: Some(_), .. } => {}
            RawArg { bytes: Some(size), .. } => all.buffers.push(buffer(raw, size, &all.lengths)?),
            RawArg { bits: Some(bits), .. } => {
                raw.has_only("a number", &["bits", "upper", "wrap", "secret"])?;
                all.scalars.push(Scalar {
                    name,
                    reg,
                    bits: number_bits(bits, xlen)?,
                    upper: raw.upper.as_ref().map(|upper| *upper.get_ref()).unwrap_or_default(),
                    wrap: raw.wrap.as_ref().map(|wrap| *wrap.get_ref()),
                    secret: raw.secret.as_ref().is_some_and(|secret| *secret.get_ref()),
                });
            }
            _ => return at(&raw.name.span(), Problem::NoKind(name)),
        }
    }
    Ok(all)
}

fn register(raw: &RawArg) -> Result<&'static str, At> {
    one_of("argument register", &raw.reg, ARGUMENT_REGISTERS.into_iter())
}

impl RawArg {
    /// That no other key is there than name, register and these.
    fn has_only(&self, kind: &'static str, keys: &[&str]) -> Result<(), At> {
        let written = [
            ("bytes", self.bytes.as_ref().map(Spanned::span)),
            ("access", self.access.as_ref().map(Spanned::span)),
            ("length", self.length.as_ref().map(Spanned::span)),
            ("prove", self.prove.as_ref().map(Spanned::span)),
            ("bits", self.bits.as_ref().map(Spanned::span)),
            ("upper", self.upper.as_ref().map(Spanned::span)),
            ("wrap", self.wrap.as_ref().map(Spanned::span)),
            ("secret", self.secret.as_ref().map(Spanned::span)),
        ];
        for (key, span) in written {
            if let Some(span) = span
                && !keys.contains(&key)
            {
                return at(&span, Problem::KeyOfKind { key, kind });
            }
        }
        Ok(())
    }
}

fn buffer(raw: &RawArg, size: &Spanned<RawSize>, lengths: &[Length]) -> Result<Arg, At> {
    raw.has_only("a buffer", &["bytes", "access", "secret"])?;
    let Some(access) = &raw.access else {
        let Some(Key { name: key, meaning, .. }) =
            KEYS.iter().find(|key| key.section == Section::Arg && key.name == "access")
        else {
            unreachable!("`access` is a key of `args`")
        };
        let problem = Problem::MissingKey { section: Section::Arg, key, meaning };
        return at(&raw.name.span(), problem);
    };
    Ok(Arg {
        name: identifier(&raw.name)?,
        reg: register(raw)?,
        size: buffer_size(size, lengths)?,
        access: *access.get_ref(),
        secret: raw.secret.as_ref().is_some_and(|secret| *secret.get_ref()),
    })
}

/// `64`, `"len"` or `"16*len"`.
fn buffer_size(raw: &Spanned<RawSize>, lengths: &[Length]) -> Result<Size, At> {
    let span = raw.span();
    let text = match raw.get_ref() {
        RawSize::Text(text) => text,
        RawSize::Bytes(written) => {
            return match u32::try_from(*written) {
                Ok(bytes) if (1..=MAX_BUFFER_BYTES).contains(&bytes) => Ok(Size::Bytes(bytes)),
                _ => at(&span, Problem::Bytes(*written)),
            };
        }
    };
    let (unit, name) = match text.split_once('*') {
        None => (Some(1), text.trim()),
        Some((unit, name)) => (unit.trim().parse::<u32>().ok(), name.trim()),
    };
    let Some(unit) = unit.filter(|unit| *unit > 0 && !name.is_empty()) else {
        return at(&span, Problem::Size(text.clone()));
    };
    let Some(length) = lengths.iter().find(|length| length.name == name) else {
        let lengths = lengths.iter().map(|length| length.name.clone()).collect();
        return at(&span, Problem::NoSuchLength { name: name.to_owned(), lengths });
    };
    let bytes = u64::from(unit) * u64::from(length.max);
    if bytes > u64::from(MAX_BUFFER_BYTES) {
        return at(&span, Problem::LongestSize { size: text.clone(), bytes });
    }
    Ok(Size::Of { unit, length: name.to_owned() })
}

fn length(raw: &RawArg, xlen: u32) -> Result<Length, At> {
    raw.has_only("a length", &["length", "prove", "bits", "upper"])?;
    let range = raw.length.as_ref().expect("the caller has found it");
    let ends = range.get_ref().split_once("..");
    let ends = ends.and_then(|(min, max)| Some((number(min)?, number(max)?)));
    let Some((min, max)) = ends.filter(|(min, max)| min <= max && *max <= MAX_BUFFER_BYTES) else {
        return at(&range.span(), Problem::Range(range.get_ref().clone()));
    };
    let mut prove = Vec::new();
    for value in raw.prove.iter().flat_map(Spanned::get_ref) {
        match u32::try_from(*value.get_ref()) {
            Ok(fits) if (min..=max).contains(&fits) => prove.push(fits),
            _ => {
                let value_of = *value.get_ref();
                return at(&value.span(), Problem::OutOfRange { value: value_of, min, max });
            }
        }
    }
    if let Some(list) = raw.prove.as_ref().filter(|list| list.get_ref().is_empty()) {
        return at(&list.span(), Problem::Empty { what: "prove" });
    }
    if prove.is_empty() {
        prove = vec![min, max];
        prove.dedup();
    }
    Ok(Length {
        name: identifier(&raw.name)?,
        reg: register(raw)?,
        bits: raw.bits.as_ref().map_or(Ok(xlen), |bits| number_bits(bits, xlen))?,
        upper: raw.upper.as_ref().map(|upper| *upper.get_ref()).unwrap_or_default(),
        min,
        max,
        prove,
    })
}

fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

fn number_bits(written: &Spanned<u64>, xlen: u32) -> Result<u32, At> {
    let bits = *written.get_ref();
    let known = NUMBER_BITS.into_iter().find(|known| u64::from(*known) == bits && *known <= xlen);
    known.map_or_else(|| at(&written.span(), Problem::Bits { bits, xlen }), Ok)
}
