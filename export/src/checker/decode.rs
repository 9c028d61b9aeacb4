//! Which words are an op's, and its operands, as SystemVerilog on a 32-bit `word`.

use crate::{
    circuit::immediate_bits, operand::reserved_values, subject::Subject, sv::print::number,
};
use semantics::{bits::Val, encoding::Field, spec::Slot};

/// Whether `word` is the op with operands that are not reserved.
pub(super) fn found(subject: &Subject<'_>) -> String {
    let is = |mask: u32, value: u32| format!("(word & 32'h{mask:08x}) == 32'h{value:08x}");
    let mut conditions = vec![is(subject.enc.mask, subject.enc.value)];
    conditions
        .extend(subject.others.iter().map(|&(mask, value)| format!("!({})", is(mask, value))));
    // Reserved selectors and immediates are the reference's `trap`.
    for (slot, name) in [(Slot::Rd, "rd_addr"), (Slot::Rs1, "rs1_addr"), (Slot::Rs2, "rs2_addr")] {
        for value in reserved_values(subject, slot) {
            conditions.push(format!("{name} != 5'd{value}"));
        }
    }
    conditions.join(" &&\n            ")
}

/// The number of a register operand; zero when the op has none.
pub(super) fn register(subject: &Subject<'_>, slot: Slot) -> String {
    let field = subject.enc.fields().find(|f| f.slots().any(|s| s == slot));
    let Some(field) = field else { return "5'd0".into() };
    if field.is_implied() {
        return format!("5'd{}", field.fixed);
    }
    let width: u32 = field.parts.iter().map(|(hi, lo, _)| hi - lo + 1).sum();
    match field.fixed >> width {
        0 if width == 5 => bits(field),
        fixed => format!("{{{}'d{fixed}, {}}}", 5 - width, bits(field)),
    }
}

fn bits(field: &Field) -> String {
    let part = |&(hi, lo, _): &(u32, u32, u32)| format!("word[{hi}:{lo}]");
    field.parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// A selector.
pub(super) fn selector(subject: &Subject<'_>, slot: Slot) -> String {
    let field = subject.enc.fields().find(|f| f.slot == slot);
    field.map_or_else(|| "1'b0".into(), bits)
}

/// The bits of the immediate that a word chooses, as the port of the reference has them; `None` when there
/// is no immediate. A value that is written as zero is not in them: see [`written_as_zero`].
pub(super) fn immediate(subject: &Subject<'_>) -> Option<String> {
    let (top, bottom) = immediate_bits(subject)?;
    let parts = subject.enc.operand(Slot::Imm).0;
    // The bit of the word behind each bit of the operand, from the top.
    let of = |at: u32| {
        let part = parts.iter().find(|&&(hi, lo, from)| at >= from && at - from <= hi - lo);
        part.map(|&(_, lo, from)| lo + at - from)
    };
    let places: Vec<Option<u32>> = (bottom..top).rev().map(of).collect();
    let runs = places.chunk_by(|a, b| matches!((a, b), (Some(a), Some(b)) if *a == b + 1));
    let text = |run: &[Option<u32>]| match (run[0], run[run.len() - 1]) {
        (Some(hi), Some(lo)) if hi == lo => format!("word[{hi}]"),
        (Some(hi), Some(lo)) => format!("word[{hi}:{lo}]"),
        _ => "1'b0".to_owned(),
    };
    let all: Vec<String> = runs.map(text).collect();
    Some(match &all[..] {
        [one] => one.clone(),
        _ => format!("{{{}}}", all.join(", ")),
    })
}

/// The value of the immediate, in the port's bits, that zero bits of the word mean.
pub(super) fn written_as_zero(subject: &Subject<'_>) -> Option<String> {
    let (top, bottom) = immediate_bits(subject)?;
    let zero = subject.enc.fields().filter(|f| f.slot == Slot::Imm).map(|f| f.zero).max()?;
    (zero != 0).then(|| number(Val::from(u128::from(zero >> bottom)), top - bottom))
}
