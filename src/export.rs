//! `export`: instructions for other tools.

mod meaning;
mod sheets;

use crate::{
    cli::{Export, ExportKind},
    failure::{self, Failure, nearest},
    output::{Outcome, Output},
};
use ::export::{NotOffered, c_header, macros, opcodes};
use meaning::Meaning;
use semantics::{insns::Insn, isa::Isa};
use serde::Serialize;
use sheets::Sheets;

#[derive(Serialize)]
struct Counts {
    ops: usize,
    not_offered: usize,
    /// Files that were written, with `--output`.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<usize>,
}

/// What goes before the texts of instructions.
#[derive(Serialize)]
struct Before<'a> {
    prelude: &'a str,
}

/// One instruction.
#[derive(Serialize)]
struct Exported<'a> {
    op: &'static str,
    /// The text; none when it is not offered.
    text: Option<&'a str>,
    /// Why it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

pub(crate) fn run(args: &Export, output: &mut Output) -> Result<Outcome, Failure> {
    let isa = args.isa.as_deref().map(failure::isa).transpose()?;
    let insns = select(args, isa.as_ref())?;
    let xlens = isa.map_or_else(|| vec![32, 64, 128], |isa| vec![isa.xlen()]);
    let mut counts = Counts { ops: insns.len(), not_offered: 0, files: None };
    let mut sheets = Sheets::new(output, args.output.as_deref());
    let named = !args.ops.is_empty();
    match args.kind {
        ExportKind::Opcodes => lines(&insns, &xlens, &mut sheets)?,
        ExportKind::InsnMacros => {
            let text = |&insn: &Insn| macros::definition(insn, &xlens).map(|text| (insn, text));
            let all = insns.iter().map(text).collect::<Result<Vec<_>, _>>();
            let all = all.map_err(Failure::WidthsDiffer)?;
            prelude(MACROS, &macros::prelude(), &mut sheets)?;
            for (insn, text) in all {
                let record = Exported { op: insn.spec().name, text: Some(&text), why: None };
                sheets.item(MACROS, &record, format_args!("\n{}", text.trim_end()))?;
            }
        }
        ExportKind::CHeader => counts.not_offered = functions(named, &insns, &xlens, &mut sheets)?,
        kind => {
            let kind = match kind {
                ExportKind::Sv => Meaning::Sv,
                ExportKind::Checker => Meaning::Checker,
                _ => Meaning::Smt2,
            };
            counts.not_offered = meaning::write(kind, named, &insns, &xlens, &mut sheets)?;
        }
    }
    let has_folder = sheets.has_folder();
    let files = sheets.finish()?;
    counts.files = has_folder.then_some(files);
    if output.is_json() {
        output.summary(&counts, "")?;
    }
    output.flush()?;
    Ok(Outcome::Holds)
}

/// The files of the kinds that are one text.
const MACROS: &str = "insns.s";
const HEADER: &str = "insns.h";

/// The instructions that were asked for, in the order of the table when not by name.
fn select(args: &Export, isa: Option<&Isa>) -> Result<Vec<Insn>, Failure> {
    let here = |insn: &Insn| isa.is_none_or(|isa| isa.has(*insn));
    if !args.ops.is_empty() {
        let insns = args.ops.iter().map(|name| failure::instruction(name));
        let mut insns = insns.collect::<Result<Vec<_>, _>>()?;
        let mut seen = std::collections::HashSet::new();
        insns.retain(|insn| seen.insert(*insn));
        return match insns.iter().find(|insn| !here(insn)) {
            Some(insn) => Err(not_in_isa(*insn, isa)),
            None => Ok(insns),
        };
    }
    let of = |insn: &Insn| match &args.extension {
        Some(name) => insn.spec().extensions.iter().any(|e| e.eq_ignore_ascii_case(name)),
        None => true,
    };
    let insns: Vec<Insn> = Insn::all().iter().copied().filter(of).filter(here).collect();
    if insns.is_empty() {
        let filter = args.extension.clone().unwrap_or_default();
        // An extension that is there is not in this ISA string.
        let among = match isa {
            Some(isa) if Insn::all().iter().any(of) => {
                return Err(Failure::NoneInIsa { extension: filter, isa: isa.text().into() });
            }
            _ => "the extensions",
        };
        let known = Insn::all().iter().flat_map(|i| i.spec().extensions).copied();
        let near = nearest(&filter, known.collect::<std::collections::BTreeSet<_>>().into_iter());
        let near = near.join(" or ");
        return Err(Failure::NothingSelected { filter, among, near });
    }
    Ok(insns)
}

fn not_in_isa(insn: Insn, isa: Option<&Isa>) -> Failure {
    let spec = insn.spec();
    Failure::NotInIsa {
        name: spec.name,
        isa: isa.map_or_else(String::new, |isa| isa.text().into()),
        extensions: spec.extensions.join(" or "),
        widths: spec.xlens().map(|x| format!("RV{x}")).collect::<Vec<_>>().join(" "),
    }
}

fn lines(insns: &[Insn], xlens: &[u32], sheets: &mut Sheets<'_>) -> Result<(), Failure> {
    for (k, (file, lines)) in opcodes::lines(insns, xlens).into_iter().enumerate() {
        if !sheets.has_folder() {
            sheets.text(&file, format_args!("{}# {file}", if k > 0 { "\n" } else { "" }))?;
        }
        for (insn, line) in lines {
            let record = Exported { op: insn.spec().name, text: Some(&line), why: None };
            sheets.item(&file, &record, &line)?;
        }
    }
    Ok(())
}

/// How many have none.
fn functions(
    named: bool,
    insns: &[Insn],
    xlens: &[u32],
    sheets: &mut Sheets<'_>,
) -> Result<usize, Failure> {
    let text = |&insn: &Insn| (insn.spec().name, c_header::definition(insn, xlens));
    let all: Vec<(&'static str, Result<String, NotOffered>)> = insns.iter().map(text).collect();
    let without = || all.iter().filter_map(|(name, text)| Some((*name, text.as_ref().err()?)));
    if named && let Some((name, why)) = without().next() {
        let help = format!("use its assembler macro: `rvassay export insn-macros {name}`");
        return Err(Failure::NotOffered { name, what: "C function", why: *why, help });
    }
    let widths: Vec<u32> = xlens.iter().copied().filter(|&x| x != 128).collect();
    prelude(HEADER, &c_header::prelude(&widths), sheets)?;
    for &(op, ref text) in &all {
        match text {
            Ok(text) => {
                let record = Exported { op, text: Some(text), why: None };
                sheets.item(HEADER, &record, text.trim_end())?;
            }
            Err(why) => {
                sheets.record(&Exported { op, text: None, why: Some(why.to_string()) })?;
            }
        }
    }
    let lines: String = without().map(|(name, why)| format!("     {name}: {why}\n")).collect();
    if !lines.is_empty() {
        sheets.text(HEADER, format_args!("\n/* Without a function:\n{lines}*/"))?;
    }
    Ok(without().count())
}

fn prelude(file: &str, text: &str, sheets: &mut Sheets<'_>) -> Result<(), Failure> {
    sheets.item(file, &Before { prelude: text }, text.trim_end())
}
