//! From TOML to a checked [`Manifest`].
//!
//! Three passes, each reporting the first thing it dislikes: the keys against [`KEYS`] (so that an
//! unknown or missing key is told with its place and remedy), the types through serde, the values.

use std::collections::HashSet;
use std::ops::Range;

use reference_ciphers::Function as Reference;
use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::near::near;

use super::args::{Arg, Arguments, RawArg, arguments};
use super::error::{ManifestError, Problem};
use super::keys::{KEYS, Key, Section};
use super::{Function, Leak, Manifest, Represent, Split};

/// A problem and where in the text it is, in bytes.
pub(super) struct At {
    start: usize,
    problem: Problem,
}

impl At {
    pub(super) fn in_file(self, text: &str, file: &str) -> ManifestError {
        let start = (0..=self.start.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
        let before = &text[..start.unwrap_or(0)];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        ManifestError {
            file: file.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            problem: Box::new(self.problem),
        }
    }
}

pub(super) fn at<T>(span: &Range<usize>, problem: Problem) -> Result<T, At> {
    Err(At { start: span.start, problem })
}

#[derive(Deserialize)]
struct RawManifest {
    isa: Spanned<String>,
    align: Spanned<u64>,
    notes: Option<String>,
    function: Spanned<Vec<RawFunction>>,
}

#[derive(Deserialize)]
struct RawFunction {
    name: Spanned<String>,
    computes: Spanned<String>,
    isa: Option<Spanned<String>>,
    args: Spanned<Vec<RawArg>>,
    #[serde(default)]
    overlap: Vec<Spanned<String>>,
    split: Option<RawSplit>,
    #[serde(default)]
    vectors: Vec<String>,
    constant_time: Spanned<bool>,
    #[serde(default)]
    leaks: Vec<Leak>,
    #[serde(default)]
    represent: Vec<RawRepresent>,
    notes: Option<String>,
}

#[derive(Deserialize)]
struct RawSplit {
    length: Spanned<String>,
    every: Option<Spanned<u64>>,
    advance: Option<Spanned<String>>,
}

#[derive(Deserialize)]
struct RawRepresent {
    arg: Spanned<String>,
    #[serde(rename = "as")]
    form: Spanned<String>,
}

pub(super) fn manifest(text: &str) -> Result<Manifest, At> {
    let toml_error = |error: &toml::de::Error, problem: fn(String) -> Problem| At {
        start: error.span().map_or(0, |span| span.start),
        // TOML's own messages may have several lines; ours have one.
        problem: problem(error.message().replace('\n', ", ")),
    };
    let tree = DeTable::parse(text).map_err(|error| toml_error(&error, Problem::Syntax))?;
    check_keys(tree.get_ref(), tree.span().start, Section::File)?;
    let raw: RawManifest =
        toml::from_str(text).map_err(|error| toml_error(&error, Problem::Type))?;

    let isa_span = raw.isa.span();
    let isa = raw.isa.into_inner();
    let Some(xlen_of_file) = xlen(&isa) else {
        return at(&isa_span, Problem::Isa(isa));
    };
    let align = match *raw.align.get_ref() {
        align @ (1 | 2 | 4 | 8 | 16) => align as u32,
        align => return at(&raw.align.span(), Problem::Align(align)),
    };
    if raw.function.get_ref().is_empty() {
        return at(&raw.function.span(), Problem::Empty { what: "function" });
    }
    let mut names = HashSet::new();
    let mut functions = Vec::new();
    for raw in raw.function.into_inner() {
        let span = raw.name.span();
        let function_isa = raw.isa.clone();
        let function = function(raw, &isa, xlen_of_file)?;
        if let Some(written) = function_isa
            && xlen(&function.isa) != Some(xlen_of_file)
        {
            let problem = match xlen(&function.isa) {
                Some(_) => Problem::IsaWidth { function: function.isa, file: isa },
                None => Problem::Isa(function.isa),
            };
            return at(&written.span(), problem);
        }
        unique(&mut names, "function", &function.name, &span)?;
        functions.push(function);
    }
    Ok(Manifest { isa, align, notes: raw.notes, functions })
}

/// The width in bits that an ISA string starts with. What follows is for the instruction table.
pub(super) fn xlen(isa: &str) -> Option<u32> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let (xlen, extensions) = [("rv32", 32), ("rv64", 64), ("rv128", 128)]
        .into_iter()
        .find_map(|(prefix, xlen)| Some((xlen, isa.strip_prefix(prefix)?)))?;
    let sound = extensions.starts_with(['i', 'e']) && extensions.chars().all(plain);
    sound.then_some(xlen)
}

fn check_keys(table: &DeTable<'_>, start: usize, section: Section) -> Result<(), At> {
    let keys = || KEYS.iter().filter(move |key| key.section == section);
    for (written, value) in table {
        let name: &str = written.get_ref();
        if !keys().any(|key| key.name == name) {
            let problem = Problem::UnknownKey {
                key: name.to_owned(),
                section,
                near: near(name, keys().map(|key| key.name)),
                known: keys().map(|key| key.name).collect(),
            };
            return at(&written.span(), problem);
        }
        let inner = match (section, name) {
            (Section::File, "function") => Section::Function,
            (Section::Function, "args") => Section::Arg,
            (Section::Function, "represent") => Section::Represent,
            (Section::Function, "split") => Section::Split,
            _ => continue,
        };
        // Another shape is left to serde, which tells the type.
        match value.get_ref() {
            DeValue::Array(entries) => {
                for entry in entries {
                    if let DeValue::Table(table) = entry.get_ref() {
                        check_keys(table, entry.span().start, inner)?;
                    }
                }
            }
            DeValue::Table(table) => check_keys(table, value.span().start, inner)?,
            _ => {}
        }
    }
    match keys().find(|key| key.required && !table.contains_key(key.name)) {
        None => Ok(()),
        Some(Key { name: key, meaning, .. }) => {
            Err(At { start, problem: Problem::MissingKey { section, key, meaning } })
        }
    }
}

fn function(raw: RawFunction, file_isa: &str, xlen: u32) -> Result<Function, At> {
    let name = identifier(&raw.name)?;
    let functions = || reference_ciphers::functions().iter();
    let computes = one_of("cipher function", &raw.computes, functions().map(|f| f.name))?;
    if raw.args.get_ref().is_empty() {
        return at(&raw.args.span(), Problem::Empty { what: "args" });
    }
    let Arguments { buffers: args, lengths, scalars } = arguments(raw.args.get_ref(), xlen)?;
    if args.is_empty() {
        return at(&raw.args.span(), Problem::Empty { what: "the list of buffers" });
    }
    let names = |names: Vec<&String>| names.into_iter().cloned().collect::<Vec<_>>();
    let split = raw.split.map(|raw| {
        let (lengths, scalars) = (lengths.iter(), scalars.iter());
        let lengths = names(lengths.map(|length| &length.name).collect());
        split(&raw, &lengths, &names(scalars.map(|scalar| &scalar.name).collect()))
    });
    let overlap =
        raw.overlap.iter().map(|pair| overlap(pair, &args)).collect::<Result<Vec<_>, _>>()?;
    let constant_time = *raw.constant_time.get_ref();
    if constant_time != raw.leaks.is_empty() {
        let problem = Problem::Leaks { constant_time, leaks: raw.leaks.len() };
        return at(&raw.constant_time.span(), problem);
    }
    let represent =
        raw.represent.iter().map(|entry| represent(entry, &args)).collect::<Result<Vec<_>, _>>()?;
    Ok(Function {
        name,
        computes: computes.to_owned(),
        isa: raw.isa.map_or_else(|| file_isa.to_owned(), Spanned::into_inner),
        args,
        lengths,
        scalars,
        overlap,
        split: split.transpose()?,
        vectors: raw.vectors,
        constant_time,
        leaks: raw.leaks,
        represent,
        notes: raw.notes,
    })
}

fn split(raw: &RawSplit, lengths: &[String], scalars: &[String]) -> Result<Split, At> {
    let name = raw.length.get_ref();
    if !lengths.contains(name) {
        let (name, lengths) = (name.clone(), lengths.to_vec());
        return at(&raw.length.span(), Problem::NoSuchLength { name, lengths });
    }
    let every = match &raw.every {
        None => 1,
        Some(every) => match u32::try_from(*every.get_ref()) {
            Ok(number) if number > 0 => number,
            _ => return at(&every.span(), Problem::Every(*every.get_ref())),
        },
    };
    let advance = raw.advance.as_ref().map(|name| one_of("number", name, scalars.iter()).cloned());
    Ok(Split { length: name.clone(), every, advance: advance.transpose()? })
}

fn overlap(written: &Spanned<String>, args: &[Arg]) -> Result<(String, String), At> {
    let (text, span) = (written.get_ref(), written.span());
    let Some((a, b)) = text.split_once('=') else {
        return at(&span, Problem::Overlap(text.clone()));
    };
    let (a, b) = (existing(a.trim(), &span, args)?, existing(b.trim(), &span, args)?);
    if a.name == b.name || a.size != b.size {
        return at(&span, Problem::Overlap(text.clone()));
    }
    Ok((a.name.clone(), b.name.clone()))
}

/// A form is the value of a reference function with its inputs named: `aes128.expanded_key(key)`.
fn represent(raw: &RawRepresent, args: &[Arg]) -> Result<Represent, At> {
    let arg = existing(raw.arg.get_ref(), &raw.arg.span(), args)?;
    let forms: Vec<(String, &Reference)> = reference_ciphers::functions()
        .iter()
        .copied()
        .filter(|function| function.output.extent.fixed().is_some())
        .filter_map(|function| {
            let inputs: Vec<_> = function.inputs.iter().map(|input| input.name).collect();
            Some((format!("{}({})", function.form?, inputs.join(", ")), function))
        })
        .collect();
    let form = one_of("form", &raw.form, forms.iter().map(|(form, _)| form))?.clone();
    let (_, function) = forms.iter().find(|(known, _)| *known == form).expect("it is one of them");
    let expected = function.output.extent.fixed().expect("forms have a fixed size");
    if arg.size.fixed().is_none_or(|bytes| bytes as usize != expected) {
        let (arg, bytes) = (arg.name.clone(), arg.size.to_string());
        return at(&raw.form.span(), Problem::FormSize { arg, bytes, form, expected });
    }
    Ok(Represent { arg: arg.name.clone(), form, function: function.name })
}

fn existing<'a>(name: &str, span: &Range<usize>, args: &'a [Arg]) -> Result<&'a Arg, At> {
    match args.iter().find(|arg| arg.name == name) {
        Some(arg) => Ok(arg),
        None => {
            let args = args.iter().map(|arg| arg.name.clone()).collect();
            at(span, Problem::NoSuchArg { name: name.to_owned(), args })
        }
    }
}

pub(super) fn identifier(written: &Spanned<String>) -> Result<String, At> {
    let name = written.get_ref();
    let letters = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !letters || name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        return at(&written.span(), Problem::Name(name.clone()));
    }
    Ok(name.clone())
}

pub(super) fn one_of<T>(
    what: &'static str,
    written: &Spanned<String>,
    known: impl Iterator<Item = T> + Clone,
) -> Result<T, At>
where
    T: AsRef<str>,
{
    let value = written.get_ref();
    match known.clone().find(|known| known.as_ref() == value) {
        Some(known) => Ok(known),
        None => {
            let known: Vec<_> = known.map(|name| name.as_ref().to_owned()).collect();
            let near = near(value, known.iter().map(String::as_str)).map(str::to_owned);
            at(&written.span(), Problem::UnknownValue { what, value: value.clone(), near, known })
        }
    }
}

pub(super) fn unique(
    seen: &mut HashSet<String>,
    what: &'static str,
    name: &str,
    span: &Range<usize>,
) -> Result<(), At> {
    if seen.insert(name.to_owned()) {
        Ok(())
    } else {
        at(span, Problem::Duplicate { what, name: name.to_owned() })
    }
}
