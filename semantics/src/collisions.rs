//! Which words custom instruction sets take, and with whom they would have to share them.
//!
//! The table of this crate cannot collide with itself: [`crate::encoding::assert_disjoint`] does not compile it then.
//! The report shows that, says where in the opcode map a set lives, and judges instructions that are not in the table
//! (yet) by the same rule.

use crate::{
    encoding::Enc,
    insns::Insn,
    isa::{self, Isa},
    spec::{RV32, RV64, RV128},
};
use std::{collections::BTreeMap, fmt};

/// One encoding, as the report sees it.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    /// The mnemonic.
    pub name: &'a str,
    /// The extensions that have it: any one of them is enough.
    pub extensions: &'a [&'a str],
    /// Its fixed bits and fields.
    pub enc: &'a Enc,
}

/// What an opcode is for (unprivileged manual, "RISC-V base opcode map").
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// For custom extensions, on every register width.
    Custom(&'static str),
    /// For custom extensions on RV32 and RV64; RV128 has instructions of its own there.
    CustomBelow128(&'static str),
    /// For standard extensions to come.
    Reserved,
    /// A standard major opcode: what is free there belongs to standard extensions to come.
    Standard(&'static str),
    /// 16-bit instructions.
    Compressed,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Space::Custom(name) => write!(f, "{name}"),
            Space::CustomBelow128(name) => write!(f, "{name} (standard on RV128)"),
            Space::Reserved => f.write_str("a reserved opcode"),
            Space::Standard(name) => write!(f, "the standard opcode {name}"),
            Space::Compressed => f.write_str("the compressed instructions"),
        }
    }
}

/// What a word of a custom instruction is as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Other {
    /// Another instruction.
    Instruction {
        /// Its mnemonic.
        name: String,
        /// The extensions that have it.
        extensions: Vec<String>,
        /// The word, read as that instruction: its fields.
        reading: String,
    },
    /// A word in an opcode of an extension whose instructions are not in the table.
    NotModelled {
        /// Its name, in lower case.
        extension: &'static str,
    },
}

/// Two readings of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collision {
    /// The custom instruction.
    pub name: String,
    /// Register width on which both exist.
    pub xlen: u32,
    /// A word that both have.
    pub word: u32,
    /// The word, read as the custom instruction: its fields.
    pub reading: String,
    /// What it is as well.
    pub other: Other,
}

/// What is to be said about one custom set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetReport {
    /// The name of the extension.
    pub set: String,
    /// Its instructions.
    pub ops: Vec<String>,
    /// Where they are in the opcode map.
    pub spaces: Vec<Space>,
    /// The words that are not theirs alone.
    pub collisions: Vec<Collision>,
}

/// Every encoding of this crate's table.
pub fn table() -> Vec<Entry<'static>> {
    let entries = |insn: &'static Insn| {
        let spec = insn.spec();
        let entry = |enc| Entry { name: spec.name, extensions: spec.extensions, enc };
        spec.enc.iter().map(entry)
    };
    Insn::all().iter().flat_map(entries).collect()
}

/// A report for every custom set among `entries`, by name: those that `isa` enables, beside what else it enables;
/// without it, all of them beside everything on every register width.
pub fn report(entries: &[Entry<'_>], isa: Option<&Isa>) -> Vec<SetReport> {
    let enabled = |name: &str| isa.is_none_or(|isa| isa.enables(name));
    let widths: Vec<u32> = [RV32, RV64, RV128]
        .into_iter()
        .filter(|&xlen| isa.is_none_or(|isa| isa.xlen() == xlen))
        .collect();
    let here = |e: &&Entry<'_>| {
        e.extensions.iter().any(|x| enabled(x)) && widths.iter().any(|w| e.enc.xlens & w != 0)
    };
    let there: Vec<&Entry<'_>> = entries.iter().filter(here).collect();
    let mut sets: BTreeMap<&str, Vec<&Entry<'_>>> = BTreeMap::new();
    for entry in &there {
        for set in entry.extensions.iter().filter(|x| isa::is_custom(x) && enabled(x)) {
            sets.entry(set).or_default().push(entry);
        }
    }
    let of_set = |(set, own): (&str, Vec<&Entry<'_>>)| {
        let mut collisions = Vec::new();
        for &xlen in &widths {
            for entry in own.iter().filter(|e| e.enc.xlens & xlen != 0) {
                collisions.extend(there.iter().filter_map(|other| shared(entry, other, xlen)));
                let unmodelled = isa::unmodelled().filter(|x| enabled(x));
                collisions.extend(unmodelled.filter_map(|x| claimed(entry, x, xlen)));
            }
        }
        let mut ops: Vec<String> = own.iter().map(|e| e.name.into()).collect();
        ops.dedup();
        let mut spaces: Vec<Space> = own.iter().flat_map(|e| spaces(e.enc)).collect();
        spaces.sort();
        spaces.dedup();
        SetReport { set: set.into(), ops, spaces, collisions }
    };
    sets.into_iter().map(of_set).collect()
}

/// A word that both have, unless they are one instruction or one is declared to be cut out of the other.
fn shared(entry: &Entry<'_>, other: &Entry<'_>, xlen: u32) -> Option<Collision> {
    let (a, b) = (entry.enc, other.enc);
    let cut = |enc: &Enc, out_of: &str| enc.within.is_some_and(|i| i.spec().name == out_of);
    let apart = b.xlens & xlen == 0 || a.mask & b.mask & (a.value ^ b.value) != 0;
    if apart || entry.name == other.name || cut(a, other.name) || cut(b, entry.name) {
        return None;
    }
    let word = a.value | b.value;
    let other = Other::Instruction {
        name: other.name.into(),
        extensions: other.extensions.iter().map(|x| (*x).into()).collect(),
        reading: reading(other, word),
    };
    Some(Collision { name: entry.name.into(), xlen, word, reading: reading(entry, word), other })
}

/// A word that may also belong to an extension that is known by its opcodes only.
fn claimed(entry: &Entry<'_>, extension: &'static str, xlen: u32) -> Option<Collision> {
    let word = low_bits(entry.enc).find(|&word| isa::claims(extension, word))?;
    let (name, reading) = (entry.name.into(), reading(entry, word));
    Some(Collision { name, xlen, word, reading, other: Other::NotModelled { extension } })
}

/// A word for each value that opcode and funct3 can have, which decide about claims.
fn low_bits(enc: &Enc) -> impl Iterator<Item = u32> {
    let free = 0x707f & !enc.mask;
    let values = (0..1 << 10).map(|k: u32| (k >> 7) << 12 | k & 0x7f);
    values.filter(move |bits| bits & !free == 0).map(|bits| enc.value | bits)
}

fn spaces(enc: &Enc) -> impl Iterator<Item = Space> {
    low_bits(enc).map(space)
}

/// Where a word is in the opcode map.
fn space(word: u32) -> Space {
    if word & 3 != 3 {
        return Space::Compressed;
    }
    match word & 0x7f {
        0x03 => Space::Standard("LOAD"),
        0x07 => Space::Standard("LOAD-FP"),
        0x0b => Space::Custom("custom-0"),
        0x0f => Space::Standard("MISC-MEM"),
        0x13 => Space::Standard("OP-IMM"),
        0x17 => Space::Standard("AUIPC"),
        0x1b => Space::Standard("OP-IMM-32"),
        0x23 => Space::Standard("STORE"),
        0x27 => Space::Standard("STORE-FP"),
        0x2b => Space::Custom("custom-1"),
        0x2f => Space::Standard("AMO"),
        0x33 => Space::Standard("OP"),
        0x37 => Space::Standard("LUI"),
        0x3b => Space::Standard("OP-32"),
        0x43 => Space::Standard("MADD"),
        0x47 => Space::Standard("MSUB"),
        0x4b => Space::Standard("NMSUB"),
        0x4f => Space::Standard("NMADD"),
        0x53 => Space::Standard("OP-FP"),
        0x57 => Space::Standard("OP-V"),
        0x5b => Space::CustomBelow128("custom-2"),
        0x63 => Space::Standard("BRANCH"),
        0x67 => Space::Standard("JALR"),
        0x6f => Space::Standard("JAL"),
        0x73 => Space::Standard("SYSTEM"),
        0x77 => Space::Standard("OP-VE"),
        0x7b => Space::CustomBelow128("custom-3"),
        // 0x6b, and the ends in 0x1f, 0x3f, 0x5f, 0x7f of instructions longer than 32 bits.
        _ => Space::Reserved,
    }
}

/// The word as this instruction: each field of the encoding and the bits it holds.
fn reading(entry: &Entry<'_>, word: u32) -> String {
    let mut text: String = entry.name.into();
    for field in entry.enc.fields() {
        let bits = field.parts.iter().fold(0, |value, &(hi, lo, at)| {
            value | (word >> lo & (u32::MAX >> (31 - (hi - lo)))) << at
        });
        text += &format!(" {}={bits}", field.name);
    }
    text
}
