//! GCM files: `.rsp` of GCMVS. Sections give the lengths in bits of what their records hold.

use std::collections::BTreeMap;

use super::text::{Line, Numbered, at, number, record, shown};
use super::{At, Case, Place, Problem, Procedure, Records};
use crate::certificate::SkipReason;

const LENGTHS: [&str; 5] = ["Keylen", "IVlen", "PTlen", "AADlen", "Taglen"];
const SECTIONS: &str = "[Keylen = n], [IVlen = n], [PTlen = n], [AADlen = n] and [Taglen = n]";
const KEYS: [&str; 7] = ["Count", "Key", "IV", "PT", "AAD", "CT", "Tag"];

pub(super) fn parse(lines: &[Numbered<'_>]) -> Result<Records, At> {
    let mut found = Records::default();
    // The heads of the section, and how many of them and of its records were read.
    let mut lengths: Vec<(&'static str, u32)> = Vec::new();
    let mut records = 0;
    let mut decrypts = false;
    let mut next = 0;
    while let Some((line, content)) = lines.get(next) {
        next += 1;
        match *content {
            Line::Empty => {}
            Line::Comment(text) => decrypts |= text.contains("Decrypt"),
            Line::Section(head) => {
                if lengths.len() == LENGTHS.len() {
                    if records == 0 {
                        return Err(at(*line, Problem::EmptySection(shown(head))));
                    }
                    (lengths, records) = (Vec::new(), 0);
                }
                let length = of_section(head, LENGTHS[lengths.len()]);
                lengths.push(length.map_err(|problem| at(*line, problem))?);
            }
            Line::Pair("Count", _) => {
                let (fields, taken) = record(&lines[next - 1..], "Count");
                next += taken - 1;
                if lengths.len() < LENGTHS.len() {
                    return Err(at(*line, Problem::OutsideSection(SECTIONS)));
                }
                let rejected = match fields.marks[..] {
                    [] => false,
                    [("FAIL", _)] if decrypts => true,
                    [(text, line), ..] => return Err(at(line, Problem::Line(shown(text)))),
                };
                let known = |key: &&str| !(rejected && *key == "PT");
                let needed: Vec<_> = KEYS.into_iter().filter(known).collect();
                fields.check(&KEYS, &needed)?;
                fields.count("Count", records)?;
                records += 1;
                let mut values = BTreeMap::new();
                for (key, length) in
                    [("Key", 0), ("IV", 1), ("PT", 2), ("CT", 2), ("AAD", 3), ("Tag", 4)]
                {
                    if rejected && key == "PT" {
                        continue;
                    }
                    let (bytes, line) = fields.bytes(key)?;
                    let (stating, stated) = lengths[length];
                    if 8 * bytes.len() != stated as usize {
                        let (key, value, bytes) = (stating, key, bytes.len());
                        let problem = Problem::StatedLength { key, stated, value, bytes };
                        return Err(at(line, problem));
                    }
                    values.insert(key, bytes);
                }
                if rejected {
                    found.skip(SkipReason::Rejected);
                } else {
                    found.cases.push(case(*line, lengths[0].1, decrypts, values));
                }
            }
            Line::Pair(key, _) => {
                let (found, first) = (shown(key), "Count");
                return Err(at(*line, Problem::OutsideRecord { found, first }));
            }
            Line::Other(text) => return Err(at(*line, Problem::Line(shown(text)))),
        }
    }
    if records == 0 { Err(at(lines.len().max(1), Problem::Empty)) } else { Ok(found) }
}

fn of_section(head: &str, expected: &'static str) -> Result<(&'static str, u32), Problem> {
    match head.split_once('=') {
        Some((key, value)) if key.trim() == expected => {
            Ok((expected, number(expected, value.trim())?))
        }
        _ => Err(Problem::Section { found: shown(head), expected: SECTIONS }),
    }
}

fn case(
    line: usize,
    bits: u32,
    decrypts: bool,
    mut values: BTreeMap<&'static str, Vec<u8>>,
) -> Case {
    let mut take = |key| values.remove(key).unwrap_or_default();
    let (mut sealed, plain) = (take("CT"), take("PT"));
    sealed.append(&mut take("Tag"));
    let mut inputs =
        BTreeMap::from([("key", take("Key")), ("iv", take("IV")), ("aad", take("AAD"))]);
    let (verb, input, expected) =
        if decrypts { ("decrypt", sealed, plain) } else { ("encrypt", plain, sealed) };
    inputs.insert("in", input);
    Case {
        place: Place::Line(line),
        operation: format!("aes{bits}.gcm_{verb}"),
        inputs,
        expected,
        procedure: Procedure::Once,
    }
}
