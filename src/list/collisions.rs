//! `list --collisions`: what custom instruction sets share with others.

use crate::{
    failure::{self, Failure},
    output::{Outcome, Output},
};
use semantics::collisions::{self, Collision, Other, SetReport};
use serde::Serialize;

#[derive(Serialize)]
struct Set {
    set: String,
    ops: Vec<String>,
    spaces: Vec<String>,
    collisions: usize,
}

#[derive(Serialize)]
struct Shared {
    set: String,
    op: String,
    xlen: u32,
    word: String,
    reading: String,
    /// The other instruction, or null when only its extension is known.
    other: Option<String>,
    extensions: Vec<String>,
    other_reading: Option<String>,
}

#[derive(Default, Serialize)]
struct Counts {
    sets: usize,
    ops: usize,
    collisions: usize,
}

pub(super) fn run(isa: Option<&str>, output: &mut Output) -> Result<Outcome, Failure> {
    let isa = isa.map(failure::isa).transpose()?;
    let sets = collisions::report(&collisions::table(), isa.as_ref());
    if sets.is_empty() {
        let filter = isa.as_ref().map_or("", |isa| isa.text()).into();
        let names: Vec<String> =
            collisions::report(&collisions::table(), None).into_iter().map(|s| s.set).collect();
        let near = names.join(", ");
        return Err(Failure::NothingSelected { filter, among: "custom sets", near });
    }
    let counts = print(sets, output)?;
    let Counts { sets, ops, collisions } = counts;
    output.summary(&counts, format!("{sets} custom sets, {ops} ops, {collisions} collisions"))?;
    Ok(outcome(&counts))
}

/// No collision is what the report claims.
fn outcome(counts: &Counts) -> Outcome {
    if counts.collisions == 0 { Outcome::Holds } else { Outcome::False }
}

fn print(sets: Vec<SetReport>, output: &mut Output) -> Result<Counts, Failure> {
    let mut counts = Counts::default();
    for SetReport { set, ops, spaces, collisions } in sets {
        counts.sets += 1;
        counts.ops += ops.len();
        counts.collisions += collisions.len();
        let spaces: Vec<String> = spaces.iter().map(ToString::to_string).collect();
        let found = match collisions.len() {
            0 => "no collision".into(),
            n => format!("{n} collisions"),
        };
        let text = format!("set {set:<10}{:<12}{found}: {}", spaces.join(", "), ops.join(" "));
        let line = Set { set: set.clone(), ops, spaces, collisions: collisions.len() };
        output.item(&line, text)?;
        for collision in collisions {
            let (record, text) = shared(&set, collision);
            output.item(&record, text)?;
        }
    }
    Ok(counts)
}

fn shared(set: &str, collision: Collision) -> (Shared, String) {
    let Collision { name, xlen, word, reading, other } = collision;
    let word = format!("{word:08x}");
    let (other, extensions, other_reading) = match other {
        Other::Instruction { name, extensions, reading } => (Some(name), extensions, Some(reading)),
        Other::NotModelled { extension } => (None, vec![extension.into()], None),
    };
    let of = extensions.join(" or ");
    let also = match &other_reading {
        Some(reading) => format!("`{reading}` of {of}"),
        None => format!("a word in an opcode of {of}, which is not modelled"),
    };
    let text = format!("  RV{xlen} {word} is `{reading}` and {also}");
    let set = set.into();
    (Shared { set, op: name, xlen, word, reading, other, extensions, other_reading }, text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use semantics::{collisions::Entry, encoding::Enc, spec::RV64};

    #[test]
    fn a_collision_is_a_false_claim_and_its_line_has_both_readings() {
        let enc = Enc::parse(RV64, "rd rs1 rs2 31..25=0 14..12=0 6..0=0x33");
        let mut entries = collisions::table();
        entries.push(Entry { name: "planted", extensions: &["Xplanted"], enc: &enc });
        let sets = collisions::report(&entries, None);
        let planted = sets.into_iter().find(|s| s.set == "Xplanted").expect("it is an entry");
        let [found] = planted.collisions.try_into().expect("one width, one instruction");
        let (record, text) = shared("Xplanted", found);
        let expected =
            "  RV64 00000033 is `planted rd=0 rs1=0 rs2=0` and `add rd=0 rs1=0 rs2=0` of I";
        assert_eq!((record.word.as_str(), text.as_str()), ("00000033", expected));
        let counts = |collisions| Counts { sets: 1, ops: 1, collisions };
        assert_eq!([outcome(&counts(1)), outcome(&counts(0))], [Outcome::False, Outcome::Holds]);
    }
}
