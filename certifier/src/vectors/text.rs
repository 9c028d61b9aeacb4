//! What formats of text share: lines, `name = value`, hexadecimal digits.

use super::{At, Place, Problem, Records, blocks, gcm, hashes, list, lwc};

/// The text of an unexpected line that a message repeats, at most.
const SHOWN: usize = 60;

/// A line and its number, from 1.
pub(super) type Numbered<'a> = (usize, Line<'a>);

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    Empty,
    /// Behind `#`.
    Comment(&'a str),
    /// Between `[` and `]`.
    Section(&'a str),
    Pair(&'a str, &'a str),
    Other(&'a str),
}

impl Line<'_> {
    fn of(line: &str) -> Line<'_> {
        let line = line.trim();
        if line.is_empty() {
            return Line::Empty;
        }
        if let Some(comment) = line.strip_prefix('#') {
            return Line::Comment(comment);
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return Line::Section(name.trim());
        }
        match line.split_once('=') {
            Some((key, value)) => Line::Pair(key.trim(), value.trim()),
            None => Line::Other(line),
        }
    }
}

pub(super) fn parse(bytes: &[u8]) -> Result<Records, At> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|b| **b == b'\n').count();
        at(line, Problem::NotText)
    })?;
    let lines: Vec<Numbered<'_>> =
        text.lines().enumerate().map(|(number, line)| (number + 1, Line::of(line))).collect();
    format_of(&lines)?(&lines)
}

type Parser = fn(&[Numbered<'_>]) -> Result<Records, At>;

/// The first line that only one format has decides.
fn format_of(lines: &[Numbered<'_>]) -> Result<Parser, At> {
    for (_, line) in lines {
        match line {
            Line::Section(name) if name.starts_with("L ") || name.starts_with("L=") => {
                return Ok(hashes::parse);
            }
            Line::Section(name) if name.starts_with("Keylen") => return Ok(gcm::parse),
            Line::Section(name) if name.contains('.') => return Ok(list::parse),
            Line::Section(_) | Line::Pair("COUNT", _) => return Ok(blocks::parse),
            Line::Pair("Count", _) => return Ok(lwc::parse),
            Line::Pair("Len", _) => return Ok(hashes::parse),
            _ => {}
        }
    }
    let written = |line: &&Numbered<'_>| !matches!(line.1, Line::Empty | Line::Comment(_));
    match lines.iter().find(written) {
        Some((line, _)) => Err(at(*line, Problem::NoFormat)),
        None => Err(at(lines.len().max(1), Problem::Empty)),
    }
}

pub(super) fn at(line: usize, problem: Problem) -> At {
    At { place: Place::Line(line), problem }
}

/// The bytes of a value; an empty one has none.
pub(super) fn hex(key: &str, value: &str) -> Result<Vec<u8>, Problem> {
    let digit = |(at, digit): (usize, char)| match digit.to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => Err(Problem::Hex { key: key.to_owned(), at: at + 1 }),
    };
    let digits = value.chars().enumerate().map(digit).collect::<Result<Vec<_>, _>>()?;
    match digits.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => Err(Problem::OddDigits { key: key.to_owned(), digits: digits.len() }),
    }
}

/// A decimal number that fits 32 bits.
pub(super) fn number(key: &str, value: &str) -> Result<u32, Problem> {
    let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok().filter(|_| digits);
    number.ok_or_else(|| Problem::Number { key: key.to_owned(), found: shown(value) })
}

pub(super) fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

/// A record: the values between its first key and an empty line, the next record or a section.
#[derive(Debug)]
pub(super) struct Fields<'a> {
    /// The line of the first key.
    pub(super) line: usize,
    /// Name, value and line.
    pub(super) values: Vec<(&'a str, &'a str, usize)>,
    /// Lines that are no values, with their numbers.
    pub(super) marks: Vec<(&'a str, usize)>,
}

impl<'a> Fields<'a> {
    /// The value of a key that must be there once. The keys of a record are `known`, no others.
    pub(super) fn check(&self, known: &[&'static str], needed: &[&'static str]) -> Result<(), At> {
        for (at_value, (key, _, line)) in self.values.iter().enumerate() {
            let Some(name) = known.iter().find(|name| *name == key) else {
                let (key, expected) = (shown(key), known.to_vec());
                return Err(at(*line, Problem::UnknownKey { key, expected }));
            };
            if self.values[..at_value].iter().any(|(other, _, _)| other == key) {
                return Err(at(*line, Problem::DuplicateKey(name)));
            }
        }
        let missing: Vec<_> =
            needed.iter().filter(|key| self.get(key).is_none()).copied().collect();
        if missing.is_empty() {
            return Ok(());
        }
        let last = self.values.last().map_or(self.line, |(_, _, line)| *line);
        Err(at(last, Problem::Incomplete { record: self.line, missing }))
    }

    fn get(&self, key: &str) -> Option<(&'a str, usize)> {
        self.values.iter().find(|(name, _, _)| *name == key).map(|(_, value, line)| (*value, *line))
    }

    /// The bytes of a key, and its line. A key that is not there has none.
    pub(super) fn bytes(&self, key: &'static str) -> Result<(Vec<u8>, usize), At> {
        let (value, line) = self.get(key).unwrap_or(("", self.line));
        Ok((hex(key, value).map_err(|problem| at(line, problem))?, line))
    }

    pub(super) fn number(&self, key: &'static str) -> Result<(u32, usize), At> {
        let (value, line) = self.get(key).unwrap_or(("", self.line));
        Ok((number(key, value).map_err(|problem| at(line, problem))?, line))
    }

    /// A count must be the next one.
    pub(super) fn count(&self, key: &'static str, expected: usize) -> Result<(), At> {
        let (value, line) = self.get(key).unwrap_or(("", self.line));
        if value == expected.to_string() {
            return Ok(());
        }
        let problem = Problem::Count { expected: expected as u32, found: shown(value) };
        Err(at(line, problem))
    }
}

/// Collects the values of a record that begins with a line, and the number of lines that it takes.
pub(super) fn record<'a>(lines: &[Numbered<'a>], first: &str) -> (Fields<'a>, usize) {
    let mut fields = Fields {
        line: lines.first().map_or(1, |(line, _)| *line),
        values: Vec::new(),
        marks: Vec::new(),
    };
    let mut taken = 0;
    for (number, line) in lines {
        match line {
            Line::Pair(key, _) if *key == first && taken > 0 => break,
            Line::Pair(key, value) => fields.values.push((key, value, *number)),
            Line::Other(text) => fields.marks.push((text, *number)),
            Line::Comment(_) => {}
            Line::Empty | Line::Section(_) => break,
        }
        taken += 1;
    }
    (fields, taken)
}
