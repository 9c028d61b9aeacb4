//! Which operand values are reserved, found by trying them.

use semantics::{decode, encoding::Enc, insns::Insn, spec::Slot};
use std::collections::BTreeMap;

/// Wider operands are not swept: no encoding reserves single values of one.
const WIDEST: u32 = 12;

/// Reserved values of single operands: the operand, its values as ranges, the reason.
pub(crate) fn reserved(insn: Insn, enc: &Enc, xlen: u32) -> Vec<(&'static str, String, String)> {
    let Some(base) = legal(insn, enc, xlen) else { return Vec::new() };
    let mut found: BTreeMap<(&str, &str), Vec<i64>> = BTreeMap::new();
    for field in enc.fields().filter(|f| f.slot != Slot::Ignored) {
        let mut bits: Vec<u32> = Vec::new();
        for f in enc.fields().filter(|f| f.slot == field.slot) {
            f.parts.iter().for_each(|&(hi, lo, _)| bits.extend(lo..=hi));
        }
        if bits.len() as u32 > WIDEST {
            continue;
        }
        for value in 0..1u32 << bits.len() {
            let set =
                |word: u32, (k, bit): (usize, &u32)| word & !(1 << bit) | (value >> k & 1) << bit;
            let word = bits.iter().enumerate().fold(base, set);
            let Some(d) = decode::find(word, xlen).filter(|d| d.insn == insn) else { continue };
            if let Some(reason) = (insn.spec().reserved)(&d.operands) {
                let value = match d.operands.get(field.slot) {
                    v if field.slot == Slot::Imm => i64::from(v as i32),
                    v => v.into(),
                };
                found.entry((field_name(field.slot, field.name), reason)).or_default().push(value);
            }
        }
    }
    let text = |((name, reason), values): ((&'static str, &str), Vec<i64>)| {
        (name, ranges(name, values), reason.into())
    };
    found.into_iter().map(text).collect()
}

fn field_name(slot: Slot, field: &'static str) -> &'static str {
    match slot {
        Slot::Rd => "rd",
        Slot::Rs1 => "rs1",
        Slot::Rs2 => "rs2",
        Slot::Rs3 => "rs3",
        Slot::Imm => "imm",
        _ => field,
    }
}

/// A legal word of the instruction.
fn legal(insn: Insn, enc: &Enc, xlen: u32) -> Option<u32> {
    // Any multiplier that mixes the bits does.
    let words = (1..1000u32).map(|k| enc.value | k.wrapping_mul(0x9e37_79b9) & !enc.mask);
    let is_legal = |word: &u32| decode::decode(*word, xlen).is_some_and(|d| d.insn == insn);
    words.map(|word| if enc.len == 2 { word & 0xffff } else { word }).find(is_legal)
}

/// `0, 3 to 5`, with `x` before the numbers of registers.
fn ranges(name: &str, mut values: Vec<i64>) -> String {
    values.sort_unstable();
    values.dedup();
    let mark = if name.starts_with('r') && name != "rnum" { "x" } else { "" };
    let mut texts: Vec<String> = Vec::new();
    for run in values.chunk_by(|a, b| a + 1 == *b) {
        match run {
            [one] => texts.push(format!("{mark}{one}")),
            [first, .., last] => texts.push(format!("{mark}{first} to {mark}{last}")),
            [] => {}
        }
    }
    texts.join(", ")
}
