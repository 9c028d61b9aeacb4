//! Lists, our own format, for what documents publish in prose or in tables:
//!
//! ```text
//! [chacha20.stream]
//! source = RFC 8439, section 2.4.2
//! key = 00..1f
//! counter = 01000000
//! nonce = 000000000000004a00000000
//! in = ..
//! out = ..
//! ```
//!
//! A section names a function of the reference, a record begins with its `source` and gives each input and `out`, in
//! hexadecimal digits that go on in lines that are indented or not, up to the next key.

use std::collections::BTreeMap;

use reference_ciphers::Extent;

use super::text::{Line, Numbered, at, hex, shown};
use super::{At, Case, Place, Problem, Procedure, Records, Suite};

/// What a section's records are examples of.
struct Operation {
    name: &'static str,
    inputs: Vec<(&'static str, Extent)>,
    output: Extent,
}

/// Every function that vectors are run for.
fn operations() -> Vec<Operation> {
    let functions = reference_ciphers::functions().iter();
    functions
        .filter(|function| Suite::of(function.name).is_some())
        .map(|function| Operation {
            name: function.name,
            inputs: function.inputs.iter().map(|input| (input.name, input.extent)).collect(),
            output: function.output.extent,
        })
        .collect()
}

/// A record that is being read.
struct Open<'a> {
    line: usize,
    values: Vec<(&'a str, String, usize)>,
}

pub(super) fn parse(lines: &[Numbered<'_>]) -> Result<Records, At> {
    let operations = operations();
    let mut found = Records::default();
    let mut section: Option<(&Operation, usize)> = None;
    let mut open: Option<Open<'_>> = None;
    for (line, content) in lines {
        match *content {
            Line::Empty | Line::Comment(_) => {}
            Line::Section(name) => {
                end_section(&mut found, section, open.take(), *line)?;
                let operation = operations.iter().find(|operation| operation.name == name);
                let operation = operation.ok_or_else(|| {
                    let expected = operations.iter().map(|operation| operation.name).collect();
                    at(*line, Problem::Operation { found: shown(name), expected })
                })?;
                section = Some((operation, found.cases.len()));
            }
            Line::Pair("source", _) => {
                let Some((operation, _)) = section else {
                    return Err(at(*line, Problem::OutsideSection("[cipher.function]")));
                };
                end_record(&mut found, operation, open.take())?;
                open = Some(Open { line: *line, values: Vec::new() });
            }
            Line::Pair(key, value) => match &mut open {
                Some(record) => record.values.push((key, value.to_owned(), *line)),
                None => {
                    let (found, first) = (shown(key), "source");
                    return Err(at(*line, Problem::OutsideRecord { found, first }));
                }
            },
            Line::Other(text) => {
                // The digits go on.
                let value = open.as_mut().and_then(|record| record.values.last_mut());
                match value.filter(|_| text.chars().all(|c| c.is_ascii_hexdigit())) {
                    Some((_, value, _)) => value.push_str(text),
                    None => return Err(at(*line, Problem::Line(shown(text)))),
                }
            }
        }
    }
    let last = lines.len().max(1);
    end_section(&mut found, section, open, last)?;
    if found.cases.is_empty() { Err(at(last, Problem::Empty)) } else { Ok(found) }
}

fn end_section(
    found: &mut Records,
    section: Option<(&Operation, usize)>,
    open: Option<Open<'_>>,
    line: usize,
) -> Result<(), At> {
    let Some((operation, before)) = section else { return Ok(()) };
    end_record(found, operation, open)?;
    if found.cases.len() == before {
        return Err(at(line, Problem::EmptySection(operation.name.to_owned())));
    }
    Ok(())
}

fn end_record(
    found: &mut Records,
    operation: &Operation,
    open: Option<Open<'_>>,
) -> Result<(), At> {
    let Some(Open { line: first, values }) = open else { return Ok(()) };
    let output = ("out", operation.output);
    let known = || operation.inputs.iter().copied().chain([output]);
    let mut read: BTreeMap<&'static str, Vec<u8>> = BTreeMap::new();
    // Numbers that lengths have in common.
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    for (key, value, line) in &values {
        let Some((name, extent)) = known().find(|(name, _)| name == key) else {
            let expected = known().map(|(name, _)| name).collect();
            return Err(at(*line, Problem::UnknownKey { key: shown(key), expected }));
        };
        let bytes = hex(name, value).map_err(|problem| at(*line, problem))?;
        let expected = match extent {
            Extent::Bytes(expected) => expected,
            Extent::Of { unit, length } => {
                let given = bytes.len() / unit;
                unit * *numbers.entry(length).or_insert(given)
            }
        };
        if bytes.len() != expected {
            let (key, bytes, expected) = (name.to_owned(), bytes.len(), expected.to_string());
            return Err(at(*line, Problem::Length { key, bytes, expected }));
        }
        if read.insert(name, bytes).is_some() {
            return Err(at(*line, Problem::DuplicateKey(name)));
        }
    }
    let missing: Vec<_> =
        known().map(|(name, _)| name).filter(|name| !read.contains_key(name)).collect();
    if !missing.is_empty() {
        let last = values.last().map_or(first, |(_, _, line)| *line);
        return Err(at(last, Problem::Incomplete { record: first, missing }));
    }
    let expected = read.remove("out").unwrap_or_default();
    found.cases.push(Case {
        place: Place::Line(first),
        operation: operation.name.to_owned(),
        inputs: read,
        expected,
        procedure: Procedure::Once,
    });
    Ok(())
}
