//! Loads at addresses that data chooses among a few, as terms.

use proofs::forms::{ChoiceBit, Choices};
use semantics::{
    bits::Table,
    dag::{Dag, Id},
    domain::{Bv, Domain},
};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

/// The bits of a table's index.
const INDEX_BITS: usize = 8;

/// What is read in each way.
pub(crate) type Entry = (u32, Id);

/// The value that is chosen: entries by the values of the choice's bits. Combinations without an entry cannot be.
pub(crate) fn chosen<'a>(
    dom: Dag<'a>,
    words: &[Bv<Dag<'a>>],
    choices: &Choices,
    entries: &[Entry],
    width: u32,
) -> Bv<Dag<'a>> {
    let constants: Option<Vec<(u32, u64)>> =
        entries.iter().map(|&(way, id)| Some((way, u64::try_from(dom.known(id)?).ok()?))).collect();
    match constants {
        Some(entries) => {
            let bytes = (0..width / 8).rev().map(|byte| {
                let column: Vec<(u32, u8)> = entries
                    .iter()
                    .map(|&(way, value)| (way, (value >> (8 * byte)) as u8))
                    .collect();
                table(dom, words, &choices.bits, &column)
            });
            Bv::join(bytes)
        }
        None => multiplexer(dom, words, &choices.bits, entries, width),
    }
}

fn bit<'a>(words: &[Bv<Dag<'a>>], bit: ChoiceBit) -> Bv<Dag<'a>> {
    words[bit.word].bits(bit.bit, bit.bit)
}

/// A column of bytes, by up to eight bits as a table, by more as a choice between tables.
fn table<'a>(
    dom: Dag<'a>,
    words: &[Bv<Dag<'a>>],
    bits: &[ChoiceBit],
    column: &[(u32, u8)],
) -> Bv<Dag<'a>> {
    let Some(&(_, first)) = column.first() else { return Bv::new(dom, 8, 0) };
    if column.iter().all(|&(_, byte)| byte == first) {
        return Bv::new(dom, 8, first.into());
    }
    if bits.len() > INDEX_BITS {
        let (top, rest) = (bits.len() - 1, &bits[..bits.len() - 1]);
        let half = |value: u32| -> Vec<(u32, u8)> {
            let of_half = column.iter().filter(|(way, _)| way >> top == value);
            of_half.map(|&(way, byte)| (way & !(1 << top), byte)).collect()
        };
        let [low, high] = [0, 1].map(|value| table(dom, words, rest, &half(value)));
        return bit(words, bits[top]).bit(0).select(high, low);
    }
    let mut data = [0; 256];
    for &(way, byte) in column {
        data[way as usize] = byte;
    }
    let index = index(words, bits);
    index.zext(INDEX_BITS as u32).lookup(interned(data))
}

/// The bits as one number, neighbours of one word taken together.
fn index<'a>(words: &[Bv<Dag<'a>>], bits: &[ChoiceBit]) -> Bv<Dag<'a>> {
    let mut runs: Vec<(ChoiceBit, u32)> = Vec::new();
    for &next in bits {
        match runs.last_mut() {
            Some((first, len)) if (first.word, first.bit + *len) == (next.word, next.bit) => {
                *len += 1;
            }
            _ => runs.push((next, 1)),
        }
    }
    Bv::join(
        runs.iter().rev().map(|(from, len)| words[from.word].bits(from.bit + len - 1, from.bit)),
    )
}

/// A choice between terms.
fn multiplexer<'a>(
    dom: Dag<'a>,
    words: &[Bv<Dag<'a>>],
    bits: &[ChoiceBit],
    entries: &[Entry],
    width: u32,
) -> Bv<Dag<'a>> {
    let (first, rest) = (entries[0].1, &entries[1..]);
    if rest.iter().all(|entry| entry.1 == first) {
        return Bv::from_raw(dom, width, first);
    }
    let top = bits.len() - 1;
    let half = |value: u32| -> Vec<Entry> {
        let of_half = entries.iter().filter(|(way, _)| way >> top == value);
        of_half.map(|&(way, id)| (way & !(1 << top), id)).collect()
    };
    let (low, high) = (half(0), half(1));
    let side = |entries: &[Entry]| multiplexer(dom, words, &bits[..top], entries, width);
    match (low.is_empty(), high.is_empty()) {
        (true, _) => side(&high),
        (_, true) => side(&low),
        _ => {
            let (low, high) = (side(&low), side(&high));
            bit(words, bits[top]).bit(0).select(high, low)
        }
    }
}

/// Terms refer to tables for good. Equal ones are one, so objects that are read again and again need no more memory.
fn interned(data: [u8; 256]) -> &'static Table {
    static TABLES: Mutex<Option<HashMap<[u8; 256], &'static Table>>> = Mutex::new(None);
    let mut tables = TABLES.lock().unwrap_or_else(PoisonError::into_inner);
    let tables = tables.get_or_insert_default();
    let number = tables.len();
    tables.entry(data).or_insert_with(|| {
        let name = Box::leak(format!("object_table_{number}").into_boxed_str());
        Box::leak(Box::new(Table { name, data }))
    })
}
