//! The diagram of a word: its parts from the top bit down.

use semantics::{
    encoding::{Enc, Field},
    spec::Slot,
};

/// Neighbouring bits of a word that belong together.
struct Part {
    hi: u32,
    lo: u32,
    text: String,
}

/// The word as a box of its parts; bit numbers above, fixed bits in binary.
pub(crate) fn diagram(enc: &Enc) -> String {
    let [mut numbers, mut line, mut cells] = [String::new(), String::from("+"), String::from("|")];
    for part in parts(enc) {
        let (hi, lo) = (part.hi.to_string(), part.lo.to_string());
        let bits = if hi == lo { hi.len() } else { hi.len() + 1 + lo.len() };
        let width = (part.text.len() + 2).max(bits);
        if hi == lo {
            numbers += &format!(" {hi:^width$}");
        } else {
            numbers += &format!(" {hi}{lo:>rest$}", rest = width - hi.len());
        }
        line += &format!("{}+", "-".repeat(width));
        cells += &format!("{:^width$}|", part.text);
    }
    format!("{}\n{line}\n{cells}\n{line}", numbers.trim_end())
}

fn parts(enc: &Enc) -> Vec<Part> {
    let mut parts = fixed(enc.line);
    for field in enc.fields() {
        let mut rest = field.parts;
        while let Some((first, more)) = rest.split_first() {
            // Parts that are neighbours in the word share a cell.
            let mut lo = first.1;
            let mut cell = vec![*first];
            let mut left = more;
            while let Some(((hi, next, at), more)) = left.split_first()
                && hi + 1 == lo
            {
                (lo, left) = (*next, more);
                cell.push((*hi, *next, *at));
            }
            parts.push(Part { hi: first.0, lo, text: name(enc, field, &cell) });
            rest = left;
        }
    }
    parts.sort_by_key(|part| std::cmp::Reverse(part.hi));
    parts
}

/// The name of a field that is a whole operand, else the operand's bits as the manual names them.
fn name(enc: &Enc, field: &Field, cell: &[(u32, u32, u32)]) -> String {
    let whole = enc.operand(field.slot).0.len() == 1 && cell[0].2 == 0;
    if whole || field.slot == Slot::Ignored {
        return field.name.into();
    }
    let bits = cell.iter().map(|&(hi, lo, at)| match hi - lo {
        0 => at.to_string(),
        more => format!("{}:{at}", at + more),
    });
    let operand = match field.slot {
        Slot::Imm => "imm",
        _ => field.name,
    };
    format!("{operand}[{}]", bits.collect::<Vec<_>>().join("|"))
}

/// The ranges `hi..lo=value` of an encoding line; the two parts of a major opcode are one.
fn fixed(line: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for token in line.split(' ').filter(|t| t.starts_with(|c: char| c.is_ascii_digit())) {
        let range = token.split_once('=').and_then(|(range, value)| {
            let (hi, lo) = range.split_once("..")?;
            Some((hi.parse().ok()?, lo.parse().ok()?, number(value)?))
        });
        let (hi, lo, value): (u32, u32, u32) = range.expect("the encoding was parsed before");
        let text = format!("{value:0width$b}", width = (hi - lo + 1) as usize);
        match parts.last_mut() {
            Some(last) if last.lo == hi + 1 && last.hi < 7 => {
                last.lo = lo;
                last.text += &text;
            }
            _ => parts.push(Part { hi, lo, text }),
        }
    }
    parts
}

fn number(text: &str) -> Option<u32> {
    match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => u32::from_str_radix(digits, 16),
        (_, Some(digits)) => u32::from_str_radix(digits, 2),
        _ => text.parse(),
    }
    .ok()
}
