//! Files of block ciphers: `.rsp` of AESAVS. Sections are directions, records begin with `COUNT`.

use std::collections::BTreeMap;

use super::text::{Line, Numbered, at, hex, shown};
use super::{At, Case, Place, Problem, Procedure, Records};

const SECTIONS: &str = "[ENCRYPT] or [DECRYPT]";
/// Bytes of an AES block.
const BLOCK: usize = 16;

/// What the records of a file are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// Blocks, each by itself.
    Ecb,
    /// A mode with an initialization vector.
    Mode,
    /// The key schedule of a key; in a `[DECRYPT]` section that of the equivalent inverse cipher.
    Schedule,
}

impl Layout {
    const ALL: [Layout; 3] = [Layout::Ecb, Layout::Mode, Layout::Schedule];

    fn keys(self) -> &'static [&'static str] {
        match self {
            Layout::Ecb => &["KEY", "PLAINTEXT", "CIPHERTEXT"],
            Layout::Mode => &["KEY", "IV", "PLAINTEXT", "CIPHERTEXT"],
            Layout::Schedule => &["KEY", "ROUND_KEYS"],
        }
    }
}

/// A record that is being read: exactly the keys of its layout, when it is complete.
#[derive(Debug)]
struct Record {
    line: usize,
    values: BTreeMap<&'static str, Vec<u8>>,
}

impl Record {
    fn value(&self, name: &str) -> &[u8] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }
}

#[derive(Debug, Default)]
struct Parser {
    line: usize,
    /// From comments: a Monte-Carlo test, and the mode.
    monte_carlo: bool,
    mode: Option<String>,
    layout: Option<Layout>,
    sections: Vec<&'static str>,
    /// Of the present section.
    records: usize,
    open: Option<Record>,
    /// Key and answer of the section's last record.
    last: Option<(Vec<u8>, Vec<u8>)>,
    found: Records,
}

pub(super) fn parse(lines: &[Numbered<'_>]) -> Result<Records, At> {
    let mut parser = Parser { line: 1, ..Parser::default() };
    match parser.all(lines) {
        Ok(()) => Ok(parser.found),
        Err(problem) => Err(at(parser.line, problem)),
    }
}

impl Parser {
    fn all(&mut self, lines: &[Numbered<'_>]) -> Result<(), Problem> {
        for (number, line) in lines {
            self.line = *number;
            match *line {
                Line::Empty => self.end_record()?,
                Line::Comment(text) => self.comment(text),
                Line::Section(name) => self.begin_section(name)?,
                Line::Pair("COUNT", value) => self.begin_record(value)?,
                Line::Pair(key, value) => self.value(key, value)?,
                Line::Other(text) => return Err(Problem::Line(shown(text))),
            }
        }
        self.end_section()
    }

    /// `AESVS MCT test data for ECB`, or one that names the counter mode in words.
    fn comment(&mut self, text: &str) {
        let text = text.to_ascii_uppercase();
        let mut words = text.split_whitespace();
        self.monte_carlo |= words.clone().any(|word| word == "MCT") || text.contains("MONTE");
        if text.contains("TEST DATA FOR") {
            self.mode = words.next_back().map(|mode| mode.trim_matches('"').to_ascii_lowercase());
        } else if text.contains("COUNTER") {
            self.mode = Some("ctr".to_owned());
        }
    }

    fn begin_section(&mut self, name: &str) -> Result<(), Problem> {
        self.end_section()?;
        let section = ["ENCRYPT", "DECRYPT"].into_iter().find(|section| *section == name);
        let section =
            section.ok_or_else(|| Problem::Section { found: shown(name), expected: SECTIONS })?;
        if self.sections.contains(&section) {
            return Err(Problem::DuplicateSection(section));
        }
        self.sections.push(section);
        (self.records, self.last) = (0, None);
        Ok(())
    }

    fn end_section(&mut self) -> Result<(), Problem> {
        self.end_record()?;
        match self.sections.last() {
            Some(section) if self.records == 0 => Err(Problem::EmptySection((*section).to_owned())),
            _ => Ok(()),
        }
    }

    fn begin_record(&mut self, value: &str) -> Result<(), Problem> {
        self.end_record()?;
        if self.sections.is_empty() {
            return Err(Problem::OutsideSection(SECTIONS));
        }
        if value != self.records.to_string() {
            let expected = self.records as u32;
            return Err(Problem::Count { expected, found: shown(value) });
        }
        self.open = Some(Record { line: self.line, values: BTreeMap::new() });
        Ok(())
    }

    fn value(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let unknown = |expected| Problem::UnknownKey { key: shown(key), expected };
        let Some(record) = &mut self.open else {
            return Err(Problem::OutsideRecord { found: shown(key), first: "COUNT" });
        };
        // The first key that only one kind of file has decides the kind.
        let layouts =
            Layout::ALL.into_iter().filter(|layout| self.layout.is_none_or(|l| l == *layout));
        let mut known: Vec<&'static str> =
            layouts.clone().flat_map(|layout| layout.keys().iter().copied()).collect();
        known.sort_unstable();
        known.dedup();
        let name = known.iter().copied().find(|name| *name == key);
        let name = name.ok_or_else(|| unknown(known))?;
        let mut having = layouts.filter(|layout| layout.keys().contains(&name));
        if let (Some(only), None) = (having.next(), having.next()) {
            self.layout = Some(only);
        }
        let text = name == "PLAINTEXT" || name == "CIPHERTEXT";
        let bits = text && self.mode.as_deref() == Some("cfb1");
        let bytes = if bits { one_bit_each(name, value)? } else { hex(name, value)? };
        if record.values.insert(name, bytes).is_some() {
            return Err(Problem::DuplicateKey(name));
        }
        let mode = (self.layout == Some(Layout::Mode)).then_some(self.mode.as_deref());
        if mode == Some(None) {
            return Err(Problem::NoMode);
        }
        check_length(name, record, mode.flatten())
    }

    fn end_record(&mut self) -> Result<(), Problem> {
        let Some(record) = self.open.take() else { return Ok(()) };
        let layout = *self.layout.get_or_insert(Layout::Ecb);
        let lacks = |key: &&&str| !record.values.contains_key(**key);
        let missing: Vec<_> = layout.keys().iter().filter(lacks).copied().collect();
        if !missing.is_empty() {
            return Err(Problem::Incomplete { record: record.line, missing });
        }
        let encrypts = self.sections.last() == Some(&"ENCRYPT");
        let (from, to) =
            if encrypts { ("PLAINTEXT", "CIPHERTEXT") } else { ("CIPHERTEXT", "PLAINTEXT") };
        if self.monte_carlo {
            self.follows(&record, from, to)?;
        }
        self.records += 1;
        self.found.cases.push(self.case(layout, &record, encrypts, from, to));
        Ok(())
    }

    /// AESAVS, section 6.4.1: a step of a Monte-Carlo test begins with the last answer, and the end of its key is the
    /// last key's plus that answer.
    fn follows(&mut self, record: &Record, from: &'static str, to: &str) -> Result<(), Problem> {
        let key = record.value("KEY");
        if record.value(from).len() != BLOCK {
            let (key, bytes, expected) =
                (from.to_owned(), record.value(from).len(), BLOCK.to_string());
            return Err(Problem::Length { key, bytes, expected });
        }
        if let Some((last_key, answer)) = &self.last {
            if record.value(from) != answer {
                return Err(Problem::Chain(from));
            }
            let end = |key: &[u8]| key[key.len() - BLOCK..].to_vec();
            let sum: Vec<u8> = end(last_key).iter().zip(answer).map(|(k, a)| k ^ a).collect();
            if last_key.len() != key.len() || end(key) != sum {
                return Err(Problem::Chain("KEY"));
            }
        }
        self.last = Some((key.to_vec(), record.value(to).to_vec()));
        Ok(())
    }

    fn case(&self, layout: Layout, record: &Record, encrypts: bool, from: &str, to: &str) -> Case {
        let key = record.value("KEY").to_vec();
        let bits = 8 * key.len();
        let verb = if encrypts { "encrypt" } else { "decrypt" };
        let mut inputs = BTreeMap::from([("key", key)]);
        let (function, answer) = match layout {
            Layout::Schedule => (format!("expand_{verb}_key"), "ROUND_KEYS"),
            Layout::Ecb => (format!("{verb}_block"), to),
            Layout::Mode => {
                let mode = self.mode.as_deref().unwrap_or_default();
                inputs.insert("iv", record.value("IV").to_vec());
                (format!("{mode}_{verb}"), to)
            }
        };
        if layout != Layout::Schedule {
            inputs.insert("in", record.value(from).to_vec());
        }
        Case {
            place: Place::Line(record.line),
            operation: format!("aes{bits}.{function}"),
            inputs,
            expected: record.value(answer).to_vec(),
            procedure: match layout {
                Layout::Ecb if self.monte_carlo => Procedure::BlockMonteCarlo,
                Layout::Ecb => Procedure::Blocks,
                _ => Procedure::Once,
            },
        }
    }
}

/// A text of bits, as files of CFB with one bit have it: a byte for each.
fn one_bit_each(key: &str, value: &str) -> Result<Vec<u8>, Problem> {
    let bit = |(at, digit): (usize, char)| match digit {
        '0' => Ok(0),
        '1' => Ok(1),
        _ => Err(Problem::Hex { key: key.to_owned(), at: at + 1 }),
    };
    value.chars().enumerate().map(bit).collect()
}

/// Checks the value that was read last, against those before it.
fn check_length(name: &'static str, record: &Record, mode: Option<&str>) -> Result<(), Problem> {
    let bytes = record.value(name).len();
    let other = |name| record.values.get(name).map(Vec::len);
    let wrong = |expected: String| Err(Problem::Length { key: name.to_owned(), bytes, expected });
    // Modes that are no stream ciphers take whole blocks.
    let whole = matches!(mode, None | Some("ecb" | "cbc"));
    match name {
        "KEY" if ![16, 24, 32].contains(&bytes) => wrong("16, 24 or 32".into()),
        "IV" if bytes != BLOCK => wrong(BLOCK.to_string()),
        "IV" => Ok(()),
        // FIPS 197, table 3: 4 * (Nr + 1) words with Nr = Nk + 6.
        "KEY" | "ROUND_KEYS" => match (other("KEY"), other("ROUND_KEYS")) {
            (Some(key), Some(schedule)) if schedule != 4 * key + 112 => wrong(if name == "KEY" {
                "the size of the schedule's key".into()
            } else {
                (4 * key + 112).to_string()
            }),
            _ => Ok(()),
        },
        _ if bytes == 0 => wrong("at least one".into()),
        _ if whole && !bytes.is_multiple_of(BLOCK) => wrong("whole blocks of 16".into()),
        _ => match (other("PLAINTEXT"), other("CIPHERTEXT")) {
            (Some(plain), Some(cipher)) if plain != cipher => {
                wrong(format!("{}, as the other text has", plain.max(cipher).max(bytes)))
            }
            _ => Ok(()),
        },
    }
}
