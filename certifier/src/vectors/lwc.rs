//! Known answers of NIST's lightweight process: `Count`, `Key`, `Nonce`, `PT`, `AD`, `CT`. No file says of which
//! algorithm they are.

use std::collections::BTreeMap;

use super::text::{Line, Numbered, at, record, shown};
use super::{At, Case, Place, Problem, Procedure, Records};

const KEYS: [&str; 6] = ["Count", "Key", "Nonce", "PT", "AD", "CT"];

pub(super) fn parse(lines: &[Numbered<'_>]) -> Result<Records, At> {
    let mut found = Records::default();
    let mut next = 0;
    // Bytes of key, nonce and tag, which one algorithm has the same in all records.
    let mut sizes = None;
    while let Some((line, content)) = lines.get(next) {
        next += 1;
        match *content {
            Line::Empty | Line::Comment(_) => {}
            Line::Pair("Count", _) => {
                let (fields, taken) = record(&lines[next - 1..], "Count");
                next += taken - 1;
                if let Some((text, line)) = fields.marks.first() {
                    return Err(at(*line, Problem::Line(shown(text))));
                }
                fields.check(&KEYS, &KEYS)?;
                // The first one is 1.
                fields.count("Count", found.cases.len() + 1)?;
                let ((key, _), (nonce, _)) = (fields.bytes("Key")?, fields.bytes("Nonce")?);
                let ((plain, _), (data, _)) = (fields.bytes("PT")?, fields.bytes("AD")?);
                let (expected, last) = fields.bytes("CT")?;
                let tag = expected.len().checked_sub(plain.len());
                let these = (key.len(), nonce.len(), tag);
                if tag.is_none() || *sizes.get_or_insert(these) != these {
                    let (key, bytes) = ("CT".to_owned(), expected.len());
                    let expected = "a text as long as PT and a tag, with key, nonce and tag as long as in the first record";
                    let expected = expected.to_owned();
                    return Err(at(last, Problem::Length { key, bytes, expected }));
                }
                let inputs =
                    BTreeMap::from([("key", key), ("nonce", nonce), ("in", plain), ("aad", data)]);
                found.cases.push(Case {
                    place: Place::Line(*line),
                    operation: "lwc.aead_encrypt".to_owned(),
                    inputs,
                    expected,
                    procedure: Procedure::Once,
                });
            }
            Line::Pair(key, _) => {
                let (found, first) = (shown(key), "Count");
                return Err(at(*line, Problem::OutsideRecord { found, first }));
            }
            Line::Section(text) | Line::Other(text) => {
                return Err(at(*line, Problem::Line(shown(text))));
            }
        }
    }
    if found.cases.is_empty() { Err(at(lines.len().max(1), Problem::Empty)) } else { Ok(found) }
}
