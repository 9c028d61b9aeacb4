//! The record of an op: the fields of its map, read with their places.

use crate::{
    error::OpFileError,
    in_words,
    places::{Fields, Place},
    text,
};
use rhai::{Array, Dynamic, FnPtr, Map};
use semantics::{
    encoding::{Enc, EncProblem, FIELDS, Field},
    insns::Insn,
    spec::{Slot, Timing},
};
use std::path::Path;

/// An op as its file says it.
pub(crate) struct Record {
    pub(crate) name: String,
    pub(crate) title: String,
    pub(crate) extension: String,
    pub(crate) enc: Enc,
    pub(crate) syntax: String,
    pub(crate) timing: Timing,
    pub(crate) exec: FnPtr,
    /// The text of `exec`.
    pub(crate) semantics: String,
    pub(crate) examples: Vec<Worked>,
    pub(crate) claims: Vec<Claimed>,
    pub(crate) fields: Fields,
}

/// A worked example.
pub(crate) struct Worked {
    pub(crate) path: String,
    pub(crate) xlen: u32,
    pub(crate) asm: String,
    pub(crate) rs1: u128,
    pub(crate) rs2: u128,
    pub(crate) rs3: Option<u128>,
    pub(crate) rd: u128,
    pub(crate) source: String,
}

/// A claim.
pub(crate) struct Claimed {
    pub(crate) path: String,
    pub(crate) id: String,
    pub(crate) says: String,
    pub(crate) reference: String,
    pub(crate) widths: Vec<u32>,
    pub(crate) prove: FnPtr,
}

/// A map of a file and where its fields stand.
struct Reader<'f> {
    file: &'f Path,
    fields: &'f Fields,
    path: String,
    map: Map,
}

type Read<T> = Result<T, OpFileError>;

/// The fields of one `op(#{ ... })`.
pub(crate) fn read(file: &Path, source: &str, fields: Fields, map: Map) -> Read<Record> {
    let mut r = Reader { file, fields: &fields, path: String::new(), map };
    let name = r.text("name")?;
    r.check("name", is_name(&name), || {
        (
            format!("`{name}` is no name of an instruction"),
            "small letters, digits, `.` and `_`, such as xrotxor",
        )
    })?;
    let taken = Insn::BUILT_IN.iter().any(|insn| insn.spec().name == name);
    r.check("name", !taken, || {
        (format!("there is an instruction `{name}` already"), "give it another name")
    })?;
    let (title, extension) = (r.text("title")?, r.text("extension")?);
    let mut sets = Insn::BUILT_IN.iter().flat_map(|insn| insn.spec().extensions);
    let new = !sets.any(|set| set.eq_ignore_ascii_case(&extension));
    r.check("extension", new && is_extension(&extension), || {
        (
            format!("`{extension}` is no name of a new extension"),
            "X and letters and digits, ending in a letter, such as Xdemo, and not one of this program's",
        )
    })?;
    let widths = r.widths("xlen", &[32, 64, 128])?.ok_or_else(|| r.missing("xlen"))?;
    let line = r.text("encoding")?;
    let enc = r.encoding(&line, widths.iter().sum())?;
    let timing = r.text("timing")?;
    let timing = match timing.as_str() {
        "data-independent" => Timing::DataIndependent,
        "operands" => Timing::Operands,
        _ => {
            let problem = format!("`{timing}` is no timing class");
            return Err(r.wrong("timing", problem, "\"data-independent\" or \"operands\""));
        }
    };
    let exec = r.function("exec")?;
    let semantics = r.source(source, "exec");
    let syntax = syntax(&enc);
    let examples = r.list("examples")?;
    r.check("examples", !examples.is_empty(), || {
        ("there is no worked example".into(), "at least one, worked by hand or from a document")
    })?;
    let examples =
        examples.into_iter().map(|map| worked(map, &enc, &widths)).collect::<Read<Vec<_>>>()?;
    let claims = if r.map.contains_key("claims") { r.list("claims")? } else { Vec::new() };
    let claims = claims
        .into_iter()
        .map(|map| claimed(map, &name, &widths))
        .collect::<Read<Vec<Claimed>>>()?;
    for (k, claim) in claims.iter().enumerate() {
        let twice = claims[..k].iter().any(|other| other.id == claim.id);
        r.check(&format!("{}.id", claim.path), !twice, || {
            (format!("the claim `{}` is there twice", claim.id), "give one another id")
        })?;
    }
    r.nothing_else()?;
    Ok(Record {
        name,
        title,
        extension,
        enc,
        syntax,
        timing,
        exec,
        semantics,
        examples,
        claims,
        fields,
    })
}

fn worked(mut r: Reader<'_>, enc: &Enc, widths: &[u32]) -> Read<Worked> {
    let xlen = match r.map.remove("xlen") {
        None => widths[0],
        Some(value) => {
            let xlen = value.as_int().ok().and_then(|v| u32::try_from(v).ok());
            xlen.filter(|x| widths.contains(x)).ok_or_else(|| {
                r.wrong(
                    "xlen",
                    format!("`{value}` is no register width of this op"),
                    "one of its `xlen`",
                )
            })?
        }
    };
    let asm = r.text("asm")?;
    let mut register = |key: &str, slot: Slot| -> Read<Option<u128>> {
        let value = r.map.remove(key);
        match (value, enc.has(slot)) {
            (None, false) => Ok(None),
            (None, true) => Err(r.missing(key)),
            (Some(_), false) => {
                Err(r.wrong(key, format!("the encoding has no `{key}`"), "leave it out"))
            }
            (Some(value), true) => {
                let number = text::register(&value, xlen);
                number.map(Some).map_err(|problem| r.wrong(key, problem, REGISTER))
            }
        }
    };
    let (rs1, rs2) = (register("rs1", Slot::Rs1)?, register("rs2", Slot::Rs2)?);
    let rs3 = register("rs3", Slot::Rs3)?;
    let rd = register("rd", Slot::Rd)?.unwrap_or(0);
    let source = r.text("source")?;
    let filled = !source.trim().is_empty();
    r.check("source", filled, || {
        (
            "an example without a source shows nothing".into(),
            "a document and section, or \"by hand: ...\"",
        )
    })?;
    r.nothing_else()?;
    let (rs1, rs2) = (rs1.unwrap_or(0), rs2.unwrap_or(0));
    Ok(Worked { path: r.path, xlen, asm, rs1, rs2, rs3, rd, source })
}

const REGISTER: &str = "numbers are decimal, 0x or 0b; one of more than 63 bits is a text";

fn claimed(mut r: Reader<'_>, op: &str, widths: &[u32]) -> Read<Claimed> {
    let id = r.text("id")?;
    r.check("id", is_name(&id), || {
        (format!("`{id}` is no id of a claim"), "small letters, digits, `.` and `_`")
    })?;
    let says = r.text("says")?;
    let reference = match r.map.contains_key("reference") {
        true => r.text("reference")?,
        false => "the op file".into(),
    };
    let widths = r.widths("xlen", widths)?.unwrap_or_else(|| widths.to_vec());
    let prove = r.function("prove")?;
    r.nothing_else()?;
    Ok(Claimed { path: r.path, id: format!("{op}/{id}"), says, reference, widths, prove })
}

impl<'f> Reader<'f> {
    fn under(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }
    /// Where a field stands, or else what it is a field of.
    fn place(&self, path: &str) -> Place {
        place(self.fields, path)
    }
    fn error(&self, at: Place, problem: String, remedy: &str) -> OpFileError {
        let remedy = Some(remedy.into());
        OpFileError { file: self.file.into(), at: Some(at), problem, remedy }
    }
    fn wrong(&self, key: &str, mut problem: String, remedy: &str) -> OpFileError {
        let path = self.under(key);
        problem.insert_str(0, &format!("{path}: "));
        self.error(self.place(&path), problem, remedy)
    }
    fn missing(&self, key: &str) -> OpFileError {
        self.wrong(key, "missing".into(), "the book, \"Op files\", shows every field")
    }
    fn check(
        &self,
        key: &str,
        good: bool,
        problem: impl FnOnce() -> (String, &'static str),
    ) -> Read<()> {
        if good {
            return Ok(());
        }
        let (problem, remedy) = problem();
        Err(self.wrong(key, problem, remedy))
    }
    fn text(&mut self, key: &str) -> Read<String> {
        let value = self.map.remove(key).ok_or_else(|| self.missing(key))?;
        let kind = value.type_name();
        value.into_string().map_err(|_| {
            self.wrong(key, format!("a {}", in_words(kind)), "a text in double quotes")
        })
    }
    fn function(&mut self, key: &str) -> Read<FnPtr> {
        let value = self.map.remove(key).ok_or_else(|| self.missing(key))?;
        let kind = value.type_name();
        value.try_cast().ok_or_else(|| {
            self.wrong(
                key,
                format!("a {}", in_words(kind)),
                "a function of one argument: |h| { ... }",
            )
        })
    }
    fn widths(&mut self, key: &str, among: &[u32]) -> Read<Option<Vec<u32>>> {
        let Some(value) = self.map.remove(key) else { return Ok(None) };
        let widths: Option<Vec<u32>> = value.into_array().ok().and_then(|array| {
            array.iter().map(|v| v.as_int().ok().and_then(|v| u32::try_from(v).ok())).collect()
        });
        let good = |widths: &Vec<u32>| {
            let sorted = widths.is_sorted_by(|a, b| a < b);
            sorted && !widths.is_empty() && widths.iter().all(|w| among.contains(w))
        };
        widths.filter(good).map(Some).ok_or_else(|| {
            self.wrong(
                key,
                "no register widths".into(),
                &format!("some of {among:?}, in this order"),
            )
        })
    }
    /// The maps of an array.
    fn list(&mut self, key: &str) -> Read<Vec<Reader<'f>>> {
        let value = self.map.remove(key).ok_or_else(|| self.missing(key))?;
        let kind = value.type_name();
        let array: Array = value.into_array().map_err(|_| {
            self.wrong(key, format!("a {}", in_words(kind)), "an array: [ #{ ... } ]")
        })?;
        let one = |(k, value): (usize, Dynamic)| {
            let path = format!("{}[{k}]", self.under(key));
            let kind = value.type_name();
            match value.try_cast::<Map>() {
                Some(map) => Ok(Reader { file: self.file, fields: self.fields, path, map }),
                None => Err(self.wrong(
                    key,
                    format!("a {} among its elements", in_words(kind)),
                    "maps: #{ ... }",
                )),
            }
        };
        array.into_iter().enumerate().map(one).collect()
    }
    fn nothing_else(&self) -> Read<()> {
        match self.map.keys().next() {
            None => Ok(()),
            Some(key) => Err(self.wrong(
                key,
                "there is no such field".into(),
                "the book, \"Op files\", shows every field",
            )),
        }
    }
    /// The text of a function, without the indentation that its lines share.
    fn source(&self, source: &str, key: &str) -> String {
        let range = self.fields.keys.get(key).map(|(_, range)| range.clone());
        let text = range.and_then(|range| source.get(range)).unwrap_or_default().trim();
        let mut lines = text.lines();
        let first = lines.next().unwrap_or_default();
        let rest: Vec<&str> = lines.collect();
        let filled = rest.iter().filter(|line| !line.trim().is_empty());
        let shared = filled.map(|l| l.len() - l.trim_start().len()).min().unwrap_or(0);
        let rest = rest.iter().map(|line| line.get(shared..).unwrap_or_default());
        std::iter::once(first).chain(rest).collect::<Vec<_>>().join("\n")
    }
    fn encoding(&self, line: &str, xlens: u32) -> Read<Enc> {
        // What is loaded stays: it is part of the table.
        let line: &'static str = line.split_whitespace().collect::<Vec<_>>().join(" ").leak();
        let enc = Enc::read(xlens, line).map_err(|problem| {
            let word = line[problem.at()..].split(' ').next().unwrap_or_default();
            let (problem, remedy) = match problem {
                EncProblem::Missing(bits) => (
                    format!("bits {} are not declared", ranges(bits)),
                    "declare each as a field or as `hi..lo=value`".to_owned(),
                ),
                EncProblem::Field(_) => {
                    (format!("`{word}` is no field"), format!("fields: {}", fields().join(" ")))
                }
                _ => {
                    let message = problem.message().trim_start_matches("encoding: ");
                    (
                        format!("`{word}`: {message}"),
                        "as in `rd rs1 rs2 31..25=1 14..12=0 6..0=0x0b`".into(),
                    )
                }
            };
            self.wrong("encoding", problem, &remedy)
        })?;
        if enc.len != 4 {
            return Err(self.wrong(
                "encoding",
                "a compressed instruction".into(),
                "the low bits are 11",
            ));
        }
        let other = enc.fields().find(|f| !fields().contains(&f.name));
        if let Some(field) = other {
            let problem = format!("`{}` cannot be used by an op file", field.name);
            return Err(self.wrong(
                "encoding",
                problem,
                &format!("fields: {}", fields().join(" ")),
            ));
        }
        for slot in USABLE {
            // Each bit of an operand stands in one place.
            let bits = enc.operand(slot).0.into_iter();
            let mut bits = bits.map(|(hi, lo, at)| (u32::MAX >> (31 - (hi - lo))) << at);
            if bits.try_fold(0, |all, part| (all & part == 0).then_some(all | part)).is_none() {
                let problem = "two fields are the same bits of one operand".into();
                return Err(self.wrong("encoding", problem, "leave one of them out"));
            }
        }
        if !enc.has(Slot::Rd) {
            return Err(self.wrong(
                "encoding",
                "there is no `rd`".into(),
                "an op of a file writes rd",
            ));
        }
        Ok(enc)
    }
}

/// Operands that an op of a file can have, in the order in which assembly shows them.
const USABLE: [Slot; 7] =
    [Slot::Rd, Slot::Rs1, Slot::Rs2, Slot::Rs3, Slot::Imm, Slot::Bs, Slot::Rnum];

fn fields() -> Vec<&'static str> {
    let whole = |f: &&Field| {
        let part = f.name.ends_with("hi") || f.name.ends_with("lo") || f.parts.len() > 1;
        USABLE.contains(&f.slot) && f.also.is_none() && !part && f.fixed == 0 && !is_other(f)
    };
    FIELDS.iter().filter(whole).map(|f| f.name).collect()
}

/// Fields of compressed instructions, implied registers, and immediates that assembly writes in another way.
fn is_other(f: &Field) -> bool {
    f.name.starts_with("c_") || f.is_implied() || f.name == "imm20"
}

/// The operands in assembly.
fn syntax(enc: &Enc) -> String {
    let names = ["rd", "rs1", "rs2", "rs3", "imm", "bs", "rnum"];
    let there = USABLE.iter().zip(names).filter(|(slot, _)| enc.has(**slot));
    there.map(|(_, name)| name).collect::<Vec<_>>().join(", ")
}

/// Where a field stands, or else the nearest thing around it.
pub(crate) fn place(fields: &Fields, path: &str) -> Place {
    let mut path = path;
    loop {
        if let Some((place, _)) = fields.keys.get(path) {
            return *place;
        }
        match path.rfind(['.', '[']) {
            Some(end) => path = &path[..end],
            None => return fields.at,
        }
    }
}

fn ranges(bits: u32) -> String {
    let mut ranges: Vec<String> = Vec::new();
    let mut hi = 32;
    while hi > 0 {
        let top = hi - 1;
        if bits >> top & 1 == 0 {
            hi = top;
            continue;
        }
        let mut lo = top;
        while lo > 0 && bits >> (lo - 1) & 1 == 1 {
            lo -= 1;
        }
        ranges.push(if lo == top { top.to_string() } else { format!("{top}..{lo}") });
        hi = lo;
    }
    ranges.join(", ")
}

fn is_name(text: &str) -> bool {
    let rest =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-');
    text.len() <= 40 && text.starts_with(|c: char| c.is_ascii_lowercase()) && text.chars().all(rest)
}

fn is_extension(text: &str) -> bool {
    let rest = text.strip_prefix(['X', 'x']);
    let good = |rest: &str| {
        rest.chars().all(|c| c.is_ascii_alphanumeric())
            && rest.ends_with(|c: char| c.is_ascii_alphabetic())
    };
    text.len() <= 40 && rest.is_some_and(good)
}
