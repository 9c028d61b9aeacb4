//! Files of hashes: `.rsp` of SHAVS. `[L = n]` gives the digest's bytes; a record is `Len`, `Msg` and `MD`, or after a
//! `Seed` the steps of a Monte-Carlo test.

use std::collections::BTreeMap;

use super::text::{Fields, Line, Numbered, at, number, record, shown};
use super::{At, Case, Place, Problem, Procedure, Records};
use crate::certificate::SkipReason;

const SECTIONS: &str = "[L = 20], [L = 28], [L = 32], [L = 48] or [L = 64]";

/// A hash, as the file's head names it.
#[derive(Clone, Copy, Debug)]
struct Hash {
    /// The cipher of the operation's name.
    name: &'static str,
    /// Bytes of a digest.
    bytes: usize,
}

/// The two hashes of SHA-512 with shorter digests come before those whose names end alike.
const HASHES: [(&str, Hash); 7] = [
    ("SHA-512/224", Hash { name: "sha512_224", bytes: 28 }),
    ("SHA-512/256", Hash { name: "sha512_256", bytes: 32 }),
    ("SHA-1", Hash { name: "sha1", bytes: 20 }),
    ("SHA-224", Hash { name: "sha224", bytes: 28 }),
    ("SHA-256", Hash { name: "sha256", bytes: 32 }),
    ("SHA-384", Hash { name: "sha384", bytes: 48 }),
    ("SHA-512", Hash { name: "sha512", bytes: 64 }),
];

pub(super) fn parse(lines: &[Numbered<'_>]) -> Result<Records, At> {
    let mut found = Records::default();
    let mut named = None;
    let mut hash = None;
    let mut seed: Option<Vec<u8>> = None;
    let mut steps = 0;
    let mut next = 0;
    while let Some((line, content)) = lines.get(next) {
        next += 1;
        match *content {
            Line::Empty => {}
            Line::Comment(text) => {
                let hash = HASHES.into_iter().find(|(name, _)| text.contains(name));
                named = named.or(hash.map(|(_, hash)| hash));
            }
            Line::Section(head) => {
                if hash.is_some() {
                    return Err(at(*line, Problem::DuplicateSection("L = n")));
                }
                hash = Some(of_section(head, named).map_err(|problem| at(*line, problem))?);
            }
            Line::Pair("Seed", _) => {
                let (fields, _) = record(&lines[next - 1..], "COUNT");
                fields.check(&["Seed"], &["Seed"])?;
                let hash = known(hash, *line)?;
                let bytes = fields.bytes("Seed")?;
                if seed.is_some() {
                    return Err(at(*line, Problem::DuplicateKey("Seed")));
                }
                seed = Some(of_length("Seed", bytes, hash.bytes)?);
            }
            Line::Pair("COUNT", _) => {
                let (fields, taken) = record(&lines[next - 1..], "COUNT");
                next += taken - 1;
                let hash = known(hash, *line)?;
                let Some(last) = seed.take() else {
                    let (found, first) = ("COUNT".to_owned(), "Seed");
                    return Err(at(*line, Problem::OutsideRecord { found, first }));
                };
                fields.check(&["COUNT", "MD"], &["COUNT", "MD"])?;
                unmarked(&fields)?;
                fields.count("COUNT", steps)?;
                steps += 1;
                let digest = of_length("MD", fields.bytes("MD")?, hash.bytes)?;
                seed = Some(digest.clone());
                let procedure = Procedure::HashMonteCarlo;
                found.cases.push(case(hash, *line, last, digest, procedure));
            }
            Line::Pair("Len", _) => {
                let (fields, taken) = record(&lines[next - 1..], "Len");
                next += taken - 1;
                let hash = known(hash, *line)?;
                fields.check(&["Len", "Msg", "MD"], &["Len", "Msg", "MD"])?;
                unmarked(&fields)?;
                let digest = of_length("MD", fields.bytes("MD")?, hash.bytes)?;
                match message(&fields)? {
                    Some(message) => {
                        found.cases.push(case(hash, *line, message, digest, Procedure::Once));
                    }
                    None => found.skip(SkipReason::BitLength),
                }
            }
            Line::Pair(key, _) => {
                let (found, first) = (shown(key), "Len");
                return Err(at(*line, Problem::OutsideRecord { found, first }));
            }
            Line::Other(text) => return Err(at(*line, Problem::Line(shown(text)))),
        }
    }
    let empty = found.cases.is_empty() && found.unusable.is_empty();
    if empty { Err(at(lines.len().max(1), Problem::Empty)) } else { Ok(found) }
}

/// The hash of `[L = n]`; the head's comment tells those of one length apart.
fn of_section(head: &str, named: Option<Hash>) -> Result<Hash, Problem> {
    let unknown = || Problem::Section { found: shown(head), expected: SECTIONS };
    let (key, value) = head.split_once('=').ok_or_else(unknown)?;
    if key.trim() != "L" {
        return Err(unknown());
    }
    let bytes = number("L", value.trim())? as usize;
    match named {
        Some(hash) if hash.bytes == bytes => Ok(hash),
        Some(hash) => Err(Problem::Length {
            key: "L".to_owned(),
            bytes,
            expected: format!("{}, as a digest of {}", hash.bytes, hash.name),
        }),
        None => {
            let mut hashes = HASHES.into_iter().skip(2).map(|(_, hash)| hash);
            hashes.find(|hash| hash.bytes == bytes).ok_or_else(unknown)
        }
    }
}

fn known(hash: Option<Hash>, line: usize) -> Result<Hash, At> {
    hash.ok_or_else(|| at(line, Problem::OutsideSection(SECTIONS)))
}

fn unmarked(fields: &Fields<'_>) -> Result<(), At> {
    match fields.marks.first() {
        Some((text, line)) => Err(at(*line, Problem::Line(shown(text)))),
        None => Ok(()),
    }
}

fn of_length(key: &str, (bytes, line): (Vec<u8>, usize), expected: usize) -> Result<Vec<u8>, At> {
    if bytes.len() == expected {
        return Ok(bytes);
    }
    let (key, bytes, expected) = (key.to_owned(), bytes.len(), expected.to_string());
    Err(at(line, Problem::Length { key, bytes, expected }))
}

/// The message of `Len` bits; none when it does not end with a whole byte. An empty one is written as one byte 0.
fn message(fields: &Fields<'_>) -> Result<Option<Vec<u8>>, At> {
    let (stated, line) = fields.number("Len")?;
    let (mut message, _) = fields.bytes("Msg")?;
    let bytes = message.len();
    let written = if stated == 0 { message == [0] } else { bytes == stated.div_ceil(8) as usize };
    if !written {
        let (key, value) = ("Len", "Msg");
        return Err(at(line, Problem::StatedLength { key, stated, value, bytes }));
    }
    message.truncate((stated / 8) as usize);
    Ok(stated.is_multiple_of(8).then_some(message))
}

fn case(hash: Hash, line: usize, input: Vec<u8>, expected: Vec<u8>, procedure: Procedure) -> Case {
    Case {
        place: Place::Line(line),
        operation: format!("{}.hash", hash.name),
        inputs: BTreeMap::from([("in", input)]),
        expected,
        procedure,
    }
}
