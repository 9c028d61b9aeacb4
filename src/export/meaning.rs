//! The kinds that say what an op means: SMT-LIB, SystemVerilog, RVFI checkers.

use super::{Before, Exported, sheets::Sheets};
use crate::failure::Failure;
use ::export::{NotOffered, checker, smt2, subject::Subject, sv};
use proofs::Obligation;
use semantics::{dag::Arena, insns::Insn};
use serde::Serialize;

/// One of the kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Smt2,
    Sv,
    Checker,
}

/// A goal.
#[derive(Serialize)]
struct Goal<'a> {
    obligation: &'a str,
    text: &'a str,
}

/// A text of an op, and its file.
struct Piece {
    op: &'static str,
    file: String,
    text: String,
    helpers: smt2::Helpers,
}

impl Meaning {
    /// What it is for one op, with an article.
    fn noun(self) -> &'static str {
        match self {
            Meaning::Smt2 => "SMT-LIB function",
            Meaning::Sv => "SystemVerilog module",
            Meaning::Checker => "checker",
        }
    }
    fn help(self, name: &str) -> String {
        match self {
            Meaning::Checker => format!("use its reference module: `rvassay export sv {name}`"),
            _ => format!("`rvassay describe {name}` shows what it does"),
        }
    }
    fn comment(self) -> &'static str {
        if self == Meaning::Smt2 { ";" } else { "//" }
    }
    /// The texts of one op.
    fn pieces(self, insn: Insn, xlens: &[u32]) -> Result<Vec<Piece>, NotOffered> {
        let op = insn.spec().name;
        let subjects = xlens.iter().filter_map(|&xlen| Subject::of(insn, xlen));
        let piece =
            |file: String, text: String| Piece { op, file, text, helpers: smt2::Helpers::new() };
        match self {
            Meaning::Smt2 => subjects
                .map(|subject| {
                    let smt2::Text { text, helpers } = smt2::definitions(&subject)?;
                    let file = format!("rv{}/{op}.smt2", subject.xlen);
                    Ok(Piece { op, file, text, helpers })
                })
                .collect(),
            Meaning::Sv => subjects
                .map(|subject| {
                    let file = format!("{}.sv", sv::module_name(&subject));
                    Ok(piece(file, sv::module(&subject)?))
                })
                .collect(),
            Meaning::Checker => {
                let subjects: Vec<_> = subjects.collect();
                let file = checker::file_name_of(op);
                Ok(vec![piece(file, checker::module(&subjects)?)])
            }
        }
    }
}

/// Writes the ops; how many have no text.
pub(super) fn write(
    kind: Meaning,
    named: bool,
    insns: &[Insn],
    xlens: &[u32],
    sheets: &mut Sheets<'_>,
) -> Result<usize, Failure> {
    let all: Vec<_> = insns.iter().map(|&insn| (insn, kind.pieces(insn, xlens))).collect();
    let without =
        || all.iter().filter_map(|(insn, text)| Some((insn.spec().name, *text.as_ref().err()?)));
    if named && let Some((name, why)) = without().next() {
        return Err(Failure::NotOffered { name, what: kind.noun(), why, help: kind.help(name) });
    }
    let goals = if kind == Meaning::Smt2 { goals(insns, xlens) } else { Vec::new() };
    if kind == Meaning::Smt2 && !sheets.has_folder() {
        let pieces = all.iter().filter_map(|(_, text)| text.as_ref().ok()).flatten();
        let helpers =
            pieces.map(|piece| &piece.helpers).chain(goals.iter().map(|goal| &goal.1.helpers));
        let helpers: smt2::Helpers = helpers.flat_map(Clone::clone).collect();
        let text = format!("{}{}", smt2::LOGIC, smt2::prelude(&helpers));
        sheets.item("", &Before { prelude: &text }, text.trim_end())?;
    }
    for (insn, text) in &all {
        let op = insn.spec().name;
        match text {
            Ok(pieces) => {
                for piece in pieces {
                    let text = match kind {
                        Meaning::Smt2 if sheets.has_folder() => {
                            let (text, helpers) = (piece.text.clone(), piece.helpers.clone());
                            smt2::Text { text, helpers }.script()
                        }
                        _ => piece.text.clone(),
                    };
                    let record = Exported { op: piece.op, text: Some(&text), why: None };
                    sheets.item(&piece.file, &record, text.trim_end())?;
                }
            }
            Err(why) => sheets.record(&Exported { op, text: None, why: Some(why.to_string()) })?,
        }
    }
    for (id, goal) in &goals {
        if sheets.has_folder() {
            sheets.text(&format!("obligations/{id}.smt2"), goal.script().trim_end())?;
        } else {
            let text = format!("\n(push 1){}(pop 1)", goal.text);
            sheets.item("", &Goal { obligation: id, text: &text }, &text)?;
        }
    }
    let comment = kind.comment();
    let lines: String =
        without().map(|(name, why)| format!("\n{comment}   {name}: {why}")).collect();
    if !lines.is_empty() {
        sheets.remark(format_args!("\n{comment} Without a {}:{lines}", kind.noun()))?;
    }
    Ok(without().count())
}

/// The obligations about these instructions, on these widths and on the small ones.
fn goals(insns: &[Insn], xlens: &[u32]) -> Vec<(String, smt2::Text)> {
    let wanted = |obligation: &Obligation| xlens.contains(&obligation.xlen) || obligation.xlen < 32;
    let whole = |obligation: &Obligation| {
        let mut all = proofs::obligations::WHOLE.iter().copied().flatten();
        all.any(|claim| std::ptr::eq(claim, obligation.claim))
    };
    let all = proofs::obligations().into_iter().filter(wanted).filter(|o| !whole(o));
    all.filter_map(|obligation| {
        let arena = Arena::default();
        let goal = obligation.state(&arena);
        let own = insns.iter().any(|insn| {
            insn.spec().claims.iter().any(|claim| std::ptr::eq(claim, obligation.claim))
        });
        if !own && !goal.insns().iter().any(|insn| insns.contains(insn)) {
            return None;
        }
        let id = obligation.id();
        let about = smt2::About {
            id: &id,
            says: obligation.claim.says,
            reference: obligation.claim.reference,
        };
        let text = smt2::goal(&arena, &goal, about);
        Some((id, text))
    })
    .collect()
}
