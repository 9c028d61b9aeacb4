//! Decoder and encoder: both read the table, neither knows an instruction.

use crate::{
    encoding::{Enc, Field},
    insns::Insn,
    spec::{Operands, Slot},
};
use std::sync::OnceLock;

/// An instruction with its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// Which one.
    pub insn: Insn,
    /// Its operands.
    pub operands: Operands,
    /// Length in bytes: 2 or 4.
    pub length: u32,
    /// The register width that it was decoded for.
    pub xlen: u32,
}

/// The instruction whose fixed bits the word has, reserved operand values included.
pub fn find(word: u32, xlen: u32) -> Option<Decoded> {
    let word = if word & 3 == 3 { word } else { word & 0xffff };
    candidates(word, xlen).iter().find_map(|&insn| {
        let enc = insn.spec().enc(xlen)?;
        let hit = word & enc.mask == enc.value;
        hit.then(|| {
            let operands = operands(insn, word, xlen);
            Decoded { insn, operands, length: enc.len, xlen }
        })
    })
}

/// The instruction and its operands, when some extension of this register width has it and no
/// operand value is reserved.
pub fn decode(word: u32, xlen: u32) -> Option<Decoded> {
    find(word, xlen).filter(|d| (d.insn.spec().reserved)(&d.operands).is_none())
}

/// The few instructions that a word can be, by the bits where most encodings are fixed.
fn candidates(word: u32, xlen: u32) -> &'static [Insn] {
    static TABLES: [OnceLock<Vec<Vec<Insn>>>; 3] = [const { OnceLock::new() }; 3];
    const KEYS: u32 = 1 << 10;
    let key = |word: u32| (word >> 12 & 7) << 7 | word & 0x7f;
    let table = match xlen {
        32 => &TABLES[0],
        64 => &TABLES[1],
        128 => &TABLES[2],
        _ => return &[],
    };
    let build = |k: u32| {
        let bits = (k >> 7) << 12 | k & 0x7f;
        let fits = |insn: &&Insn| {
            insn.spec().enc(xlen).is_some_and(|e| (bits ^ e.value) & e.mask & 0x707f == 0)
        };
        let mut found: Vec<Insn> = Insn::all().iter().filter(fits).copied().collect();
        // What is cut out of another encoding has more fixed bits and comes before it.
        let fixed = |insn: &Insn| insn.spec().enc(xlen).map_or(0, |e| e.mask.count_ones());
        found.sort_by_key(|insn| std::cmp::Reverse(fixed(insn)));
        found
    };
    &table.get_or_init(|| (0..KEYS).map(build).collect())[key(word) as usize]
}

fn operands(insn: Insn, word: u32, xlen: u32) -> Operands {
    let mut i = Operands::default();
    for f in insn.spec().enc(xlen).into_iter().flat_map(Enc::fields) {
        let mut v = i.get(f.slot) | f.fixed;
        for &(hi, lo, at) in f.parts {
            v |= ((word >> lo) & (u32::MAX >> (31 - (hi - lo)))) << at;
        }
        if f.signed > 0 {
            v = ((v << (32 - f.signed)) as i32 >> (32 - f.signed)) as u32;
        }
        let v = if v == 0 { f.zero } else { v };
        f.slots().for_each(|slot| i.set(slot, v));
    }
    i
}

/// The word of an instruction; `None` when it does not exist on this width, or when an operand
/// does not fit its field.
pub fn encode(insn: Insn, i: &Operands, xlen: u32) -> Option<u32> {
    let enc = insn.spec().enc(xlen)?;
    let value = |f: &Field| if i.get(f.slot) == f.zero { 0 } else { i.get(f.slot) };
    let parts = enc.fields().flat_map(|f| f.parts.iter().map(move |&part| (value(f), part)));
    let word = parts.fold(enc.value, |word, (v, (hi, lo, at))| {
        word | ((v >> at) & (u32::MAX >> (31 - (hi - lo)))) << lo
    });
    let fits = |slot| !enc.has(slot) || operands(insn, word, xlen).get(slot) == i.get(slot);
    use Slot::{Bs, Csr, Ignored, Imm, Order, Rd, Rnum, Rs1, Rs2, Rs3};
    [Rd, Rs1, Rs2, Rs3, Imm, Bs, Rnum, Ignored, Csr, Order].into_iter().all(fits).then_some(word)
}
