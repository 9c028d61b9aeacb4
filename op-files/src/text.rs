//! Numbers and constants as scripts write them.

use crate::{
    in_words,
    value::{Bits, Made, Run},
};
use rhai::{Dynamic, INT};
use semantics::{bits::Val, domain::Bv};
use std::rc::Rc;

/// A constant of some width.
pub(crate) fn constant(run: &Rc<Run>, width: INT, value: INT) -> Made<Bits> {
    Bits::constant(run, checked(run, width)?, value)
}

/// A constant of some width, from hexadecimal digits.
pub(crate) fn wide_constant(run: &Rc<Run>, width: INT, text: &str) -> Made<Bits> {
    let width = checked(run, width)?;
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let digits = digits.strip_prefix("0x").filter(|d| !d.is_empty() && d.is_ascii());
    let no_number = || format!("`{text}` is no number like \"0x5a\"");
    let digits = digits.ok_or_else(no_number)?.trim_start_matches('0');
    let pieces = digits.as_bytes().rchunks(32).map(|piece| {
        let piece = std::str::from_utf8(piece).ok().filter(|p| !p.starts_with('+'));
        piece.and_then(|p| u128::from_str_radix(p, 16).ok()).ok_or_else(no_number)
    });
    let too_long = || format!("{text} does not fit {width} bits");
    let mut value = Bv::new(run.arena.dom(), width, 0);
    for (k, piece) in (0..).zip(pieces) {
        let piece = piece?;
        let bits = 128 - piece.leading_zeros();
        if 128 * k + bits > width {
            return Err(too_long());
        }
        let piece = run.arena.dom().wide_lit(width, Val::from(piece));
        value = value | piece << (128 * k);
    }
    Ok(Bits::of(run, value))
}

fn checked(run: &Rc<Run>, width: INT) -> Made<u32> {
    let most = run.widest();
    let fits = u32::try_from(width).ok().filter(|w| (1..=most).contains(w));
    fits.ok_or_else(|| format!("a constant of {width} bits: a value has 1 to {most} bits here"))
}

/// A register's value: a number, or hexadecimal digits for one above 63 bits.
pub(crate) fn register(value: &Dynamic, xlen: u32) -> Made<u128> {
    let ones = u128::MAX >> (128 - xlen);
    let wide = |text: &str| {
        let digits = text.strip_prefix("0x").map(|d| d.replace('_', ""));
        let digits = digits.filter(|d| !d.starts_with('+'))?;
        u128::from_str_radix(&digits, 16).ok()
    };
    let number = match value.as_int() {
        // Hexadecimal digits of 64 bits and negative numbers are one thing to the script engine.
        Ok(v) if v < 0 && xlen > 64 => None,
        Ok(v) if v < 0 && xlen < 64 => {
            u128::from(v as u64).checked_sub(u128::from(u64::MAX) - ones)
        }
        Ok(v) => Some(u128::from(v as u64)),
        Err(_) => value.clone().into_string().ok().and_then(|text| wide(&text)),
    };
    let number = number.ok_or_else(|| {
        let kind = in_words(value.type_name());
        format!("`{value}` ({kind}) is no value of a register: a number, or a text like \"0x5a\"")
    })?;
    if number > ones {
        Err(format!("{number:#x} does not fit a register of RV{xlen}"))
    } else {
        Ok(number)
    }
}
