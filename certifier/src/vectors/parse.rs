//! The parser of `.rsp` files.

use std::collections::BTreeMap;

use super::{Direction, Problem, Record, Section, Suite, VectorError, VectorFile};

/// The text of an unexpected line that a message repeats, at most.
const SHOWN: usize = 60;

/// Reads a `.rsp` file. `file` names it in errors.
///
/// # Errors
/// [`VectorError`], with the line, what was expected and the remedy, for the first thing that is wrong.
pub fn parse(bytes: &[u8], file: &str) -> Result<VectorFile, VectorError> {
    let mut parser = Parser::default();
    read(&mut parser, bytes).map_err(|problem| VectorError {
        file: file.to_owned(),
        line: parser.line.max(1),
        problem: Box::new(problem),
    })?;
    let suite = parser.suite.expect("a file without records is refused");
    Ok(VectorFile { file: file.to_owned(), suite, sections: parser.sections })
}

#[derive(Default)]
struct Parser {
    line: usize,
    suite: Option<Suite>,
    sections: Vec<Section>,
    open: Option<Record>,
}

fn read(parser: &mut Parser, bytes: &[u8]) -> Result<(), Problem> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        parser.line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Problem::NotText
    })?;
    for line in text.lines() {
        parser.line += 1;
        parser.line(line.trim())?;
    }
    parser.end_section()?;
    if parser.sections.is_empty() { Err(Problem::Empty) } else { Ok(()) }
}

impl Parser {
    fn line(&mut self, line: &str) -> Result<(), Problem> {
        if let Some(comment) = line.strip_prefix('#') {
            let comment = comment.to_ascii_uppercase();
            if comment.split_whitespace().any(|word| word == "MCT") || comment.contains("MONTE") {
                return Err(Problem::MonteCarlo);
            }
            return Ok(());
        }
        if line.is_empty() {
            return self.end_record();
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return self.begin_section(name);
        }
        let Some((key, value)) = line.split_once('=') else {
            return Err(Problem::Line(shown(line)));
        };
        match (key.trim(), value.trim()) {
            ("COUNT", value) => self.begin_record(value),
            (key, value) => self.value(key, value),
        }
    }

    fn begin_section(&mut self, name: &str) -> Result<(), Problem> {
        self.end_section()?;
        let direction = [Direction::Encrypt, Direction::Decrypt]
            .into_iter()
            .find(|direction| direction.name() == name)
            .ok_or_else(|| Problem::Section(shown(name)))?;
        if self.sections.iter().any(|section| section.direction == direction) {
            return Err(Problem::DuplicateSection(direction.name()));
        }
        self.sections.push(Section { direction, records: Vec::new() });
        Ok(())
    }

    fn end_section(&mut self) -> Result<(), Problem> {
        self.end_record()?;
        match self.sections.last() {
            Some(section) if section.records.is_empty() => {
                Err(Problem::EmptySection(section.direction.name()))
            }
            _ => Ok(()),
        }
    }

    fn begin_record(&mut self, value: &str) -> Result<(), Problem> {
        self.end_record()?;
        let section = self.sections.last().ok_or(Problem::OutsideSection)?;
        let expected = section.records.len() as u32;
        if value != expected.to_string() {
            return Err(Problem::Count { expected, found: shown(value) });
        }
        self.open = Some(Record { line: self.line, count: expected, values: BTreeMap::new() });
        Ok(())
    }

    fn value(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let unknown = |expected| Problem::UnknownKey { key: shown(key), expected };
        let Some(record) = &mut self.open else {
            return Err(Problem::OutsideRecord(shown(key)));
        };
        // The first key that only one kind of file has decides the kind.
        let suites = Suite::ALL.into_iter().filter(|suite| self.suite.is_none_or(|s| s == *suite));
        let mut known: Vec<&'static str> = suites.clone().flat_map(Suite::keys).copied().collect();
        known.dedup();
        let name = known.iter().copied().find(|name| *name == key);
        let name = name.ok_or_else(|| unknown(known))?;
        let mut having = suites.filter(|suite| suite.keys().contains(&name));
        if let (Some(only), None) = (having.next(), having.next()) {
            self.suite = Some(only);
        }
        if record.values.insert(name, hex(name, value)?).is_some() {
            return Err(Problem::DuplicateKey(name));
        }
        check_length(name, record)
    }

    fn end_record(&mut self) -> Result<(), Problem> {
        let Some(record) = self.open.take() else { return Ok(()) };
        let keys = self.suite.unwrap_or(Suite::AesEcb).keys();
        let lacks = |key: &&&str| !record.values.contains_key(**key);
        let missing: Vec<_> = keys.iter().filter(lacks).copied().collect();
        if !missing.is_empty() {
            return Err(Problem::Incomplete { count: record.count, missing });
        }
        let section = self.sections.last_mut().expect("a record begins in a section");
        section.records.push(record);
        Ok(())
    }
}

/// Checks the value that was read last, against those before it.
fn check_length(name: &'static str, record: &Record) -> Result<(), Problem> {
    let bytes = record.values[name].len();
    let other = |name| record.values.get(name).map(Vec::len);
    let wrong = |expected: String| Err(Problem::Length { key: name, bytes, expected });
    match name {
        "KEY" if ![16, 24, 32].contains(&bytes) => wrong("16, 24 or 32".into()),
        // FIPS 197, table 3: 4 * (Nr + 1) words with Nr = Nk + 6.
        "KEY" | "ROUND_KEYS" => match (other("KEY"), other("ROUND_KEYS")) {
            (Some(key), Some(schedule)) if schedule != 4 * key + 112 => wrong(if name == "KEY" {
                "the size of the schedule's key".into()
            } else {
                (4 * key + 112).to_string()
            }),
            _ => Ok(()),
        },
        _ if bytes == 0 || !bytes.is_multiple_of(16) => {
            wrong("whole blocks of 16, at least one".into())
        }
        _ => match (other("PLAINTEXT"), other("CIPHERTEXT")) {
            (Some(plain), Some(cipher)) if plain != cipher => {
                wrong(format!("{}, as the other text has", plain.max(cipher).max(bytes)))
            }
            _ => Ok(()),
        },
    }
}

fn hex(key: &'static str, value: &str) -> Result<Vec<u8>, Problem> {
    let digit = |(at, digit): (usize, char)| match digit.to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => Err(Problem::Hex { key, at: at + 1 }),
    };
    let digits = value.chars().enumerate().map(digit).collect::<Result<Vec<u8>, _>>()?;
    match digits.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => Err(Problem::OddDigits { key, digits: digits.len() }),
    }
}

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
