//! Op files: instructions that are written as scripts, one record an instruction.
//!
//! A file is a script ([Rhai](https://rhai.rs)) that calls `op(#{ ... })` for each of its instructions. The functions
//! in a record, `exec` and `prove`, run once for each register width and selector, on symbolic operands: what
//! they compute is kept as terms, and no script runs afterwards. So `exec` cannot branch on data, and the simulator, the
//! prover and the exporters see what they see of every other instruction.
//!
//! [`load`] reads files; [`OpFiles::install`] adds their instructions to the table of [`semantics`].

mod engine;
mod error;
mod examples;
mod goal;
mod hart;
mod places;
mod record;
mod text;
mod value;

pub use error::OpFileError;

use goal::Runnable;
use places::Place;
use record::Record;
use rhai::{AST, Engine, EvalAltResult, Map, NativeCallContext, Position};
use semantics::{
    claim::Claim,
    collisions::{self, Other},
    encoding::Enc,
    loaded::{self, MAX_OPS, Meaning, Op, Statement},
    spec::{Example, Given, Gives, Slot, Spec, nothing_reserved},
};
use std::{
    cell::RefCell,
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

/// No op file has more bytes.
const MOST_BYTES: usize = 1 << 20;

/// All files of a run together keep no more terms.
const MOST_TERMS: usize = 1 << 22;

/// Instructions that were read and are not in the table yet.
pub struct OpFiles {
    ops: Vec<Op>,
    records: Vec<(PathBuf, Record)>,
}

impl std::fmt::Debug for OpFiles {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpFiles").field("ops", &self.ops).finish_non_exhaustive()
    }
}

/// Reads op files.
///
/// # Errors
/// [`OpFileError`], with the line and a remedy, for the first thing that is wrong with one of them.
pub fn load(files: &[PathBuf]) -> Result<OpFiles, OpFileError> {
    let mut engine = engine::engine();
    hart::register(&mut engine);
    goal::register(&mut engine);
    let called: Rc<RefCell<Vec<(Map, Position)>>> = Rc::default();
    let calls = called.clone();
    engine.register_fn("op", move |context: NativeCallContext<'_>, record: Map| {
        calls.borrow_mut().push((record, context.call_position()));
    });
    let mut records: Vec<(PathBuf, AST, Record)> = Vec::new();
    for file in files {
        let source = read(file)?;
        let ast = engine.compile(&source).map_err(|error| {
            let message = error.err_type().to_string();
            scripted(file, place(error.position()), message)
        })?;
        called.borrow_mut().clear();
        engine.run_ast(&ast).map_err(|error| failure(file, None, "", *error))?;
        let found = places::ops(&source);
        let calls = std::mem::take(&mut *called.borrow_mut());
        if calls.is_empty() {
            let problem = "the file defines no instruction".into();
            let remedy = Some("call op(#{ name: ..., ... }) for each".into());
            return Err(OpFileError { file: file.clone(), at: None, problem, remedy });
        }
        for (map, position) in calls {
            let at = place(position).unwrap_or((1, 1));
            let fields = found.iter().find(|op| op.at == at).cloned();
            let fields = fields.unwrap_or_else(|| places::Fields { at, ..Default::default() });
            let record = record::read(file, &source, fields, map)?;
            if let Some((other, _, _)) = records.iter().find(|r| r.2.name == record.name) {
                let problem =
                    format!("`{}` is defined in {} already", record.name, other.display());
                return Err(at_field(file, &record, "name", problem, "give it another name"));
            }
            records.push((file.clone(), ast.clone(), record));
        }
    }
    if records.len() > MAX_OPS {
        let (file, at) = (records[MAX_OPS].0.clone(), None);
        let problem = format!("more than {MAX_OPS} instructions");
        return Err(OpFileError { file, at, problem, remedy: None });
    }
    let mut room = MOST_TERMS;
    let own: Vec<_> =
        records.iter().map(|r| runnable(&engine, r, &mut room)).collect::<Result<_, _>>()?;
    let own = Rc::new(own);
    let stated: Vec<Vec<Statement>> = records
        .iter()
        .map(|r| statements(&engine, r, &own, &mut room))
        .collect::<Result<_, _>>()?;
    let own = Rc::into_inner(own).unwrap_or_default();
    let ops = records.iter().zip(own).zip(stated);
    let ops = ops.map(|(((file, _, record), own), statements)| {
        Ok(Op {
            file: file.display().to_string(),
            spec: leaked(spec(file, record)?),
            semantics: record.semantics.clone().leak(),
            meanings: own.meanings,
            statements,
        })
    });
    let ops = ops.collect::<Result<_, OpFileError>>()?;
    let records = records.into_iter().map(|(file, _, record)| (file, record)).collect();
    Ok(OpFiles { ops, records })
}

impl OpFiles {
    /// Adds the instructions to the table, and checks them there: no word may be that of another instruction,
    /// and every worked example must come out.
    ///
    /// # Errors
    /// [`OpFileError`] when one of that fails. The program should not go on then: the instructions are in
    /// the table.
    ///
    /// # Panics
    /// When something has used the table before.
    pub fn install(self) -> Result<(), OpFileError> {
        let OpFiles { ops, records } = self;
        loaded::install(ops).expect("op files are installed before the table is used");
        let reports = collisions::report(&collisions::table(), None);
        for collision in reports.iter().flat_map(|set| &set.collisions) {
            let mine = records.iter().find(|(_, record)| record.name == collision.name);
            let Some((file, record)) = mine else { continue };
            let other = match &collision.other {
                Other::Instruction { name, extensions, .. } => {
                    format!("`{name}` of {}", extensions.join(" or "))
                }
                Other::NotModelled { extension } => format!("an instruction of {extension}"),
            };
            let (word, xlen) = (collision.word, collision.xlen);
            let problem =
                format!("{word:#010x} is a word of `{}` and of {other} on RV{xlen}", record.name);
            let remedy = "choose other fixed bits; `rvassay list --collisions` shows who is where";
            return Err(at_field(file, record, "encoding", problem, remedy));
        }
        for (file, record) in &records {
            for example in &record.examples {
                examples::check(file, record, example)?;
            }
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<String, OpFileError> {
    let error =
        |problem: String| OpFileError { file: file.into(), at: None, problem, remedy: None };
    let bytes = fs::read(file).map_err(|source| error(format!("cannot be read: {source}")))?;
    if bytes.len() > MOST_BYTES {
        return Err(error(format!("no op file has more than {MOST_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| error("not a text in UTF-8".into()))
}

/// An error at a field of an op.
fn at_field(
    file: &Path,
    record: &Record,
    path: &str,
    problem: String,
    remedy: &str,
) -> OpFileError {
    OpFileError {
        file: file.into(),
        at: Some(record::place(&record.fields, path)),
        problem,
        remedy: Some(remedy.into()),
    }
}

fn scripted(file: &Path, at: Option<Place>, problem: String) -> OpFileError {
    OpFileError { file: file.into(), at, problem, remedy: None }
}

fn place(position: Position) -> Option<Place> {
    position.line().map(|line| (line, position.position().unwrap_or(1)))
}

/// Where a script failed, and why; `during` says in which run.
fn failure(
    file: &Path,
    fallback: Option<Place>,
    during: &str,
    error: EvalAltResult,
) -> OpFileError {
    let mut error = error;
    let mut at = place(error.position());
    while let EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
        error = *inner;
        at = place(error.position()).or(at);
    }
    error.clear_position();
    let problem = in_words(error.to_string());
    let problem = problem.strip_prefix("Runtime error: ").unwrap_or(&problem);
    let remedy = match error {
        EvalAltResult::ErrorMismatchDataType(..) if problem.contains("truth value") => {
            Some("what depends on the operands cannot branch: use (a == b).select(x, y)".to_owned())
        }
        EvalAltResult::ErrorTooManyOperations(..) => Some(
            "a function runs for at most a few million operations: is there an endless loop?"
                .into(),
        ),
        _ => None,
    };
    let problem = format!("{during}{problem}");
    OpFileError { file: file.into(), at: at.or(fallback), problem, remedy }
}

/// The script engine's names of types, in the words of the book.
pub(crate) fn in_words(text: impl Into<String>) -> String {
    let names = [
        ("op_files::value::Bits", "bit-vector"),
        ("op_files::value::Truth", "truth value"),
        ("op_files::value::Lookup", "table"),
        ("i64", "number"),
        ("string", "text"),
    ];
    names.iter().fold(text.into(), |text, (from, to)| text.replace(from, to))
}

/// Makes room for terms that are kept.
fn take(room: &mut usize, terms: usize) -> Result<(), (String, &'static str)> {
    *room = room.checked_sub(terms).ok_or_else(|| {
        let problem = format!("more than {MOST_TERMS} terms in all files together");
        (problem, "fewer values of bs and rnum, or smaller claims")
    })?;
    Ok(())
}

/// Runs `exec` of an op.
fn runnable(
    engine: &Engine,
    (file, ast, record): &(PathBuf, AST, Record),
    room: &mut usize,
) -> Result<Runnable, OpFileError> {
    let mut meanings: Vec<Meaning> = Vec::new();
    for xlen in widths(&record.enc) {
        let of_width = hart::meanings(engine, ast, &record.exec, &record.enc, xlen);
        let of_width = of_width.map_err(|error| {
            let at = record::place(&record.fields, "exec");
            failure(file, Some(at), &format!("exec of {} on RV{xlen}: ", record.name), *error)
        })?;
        let size = of_width.iter().map(|meaning| meaning.rd.size()).sum();
        take(room, size)
            .map_err(|(problem, remedy)| at_field(file, record, "exec", problem, remedy))?;
        meanings.extend(of_width);
    }
    Ok(Runnable { name: record.name.clone(), enc: record.enc, meanings })
}

/// Runs `prove` of its claims.
fn statements(
    engine: &Engine,
    (file, ast, record): &(PathBuf, AST, Record),
    own: &Rc<Vec<Runnable>>,
    room: &mut usize,
) -> Result<Vec<Statement>, OpFileError> {
    let mut statements = Vec::new();
    for claim in &record.claims {
        let id: &'static str = claim.id.clone().leak();
        for &xlen in &claim.widths {
            let stated = goal::state(engine, ast, &claim.prove, id, xlen, own);
            let path = format!("{}.prove", claim.path);
            let stated = stated.map_err(|error| {
                let at = record::place(&record.fields, &path);
                failure(file, Some(at), &format!("claim {id} on RV{xlen}: "), *error)
            })?;
            take(room, stated.terms.size())
                .map_err(|(problem, remedy)| at_field(file, record, &path, problem, remedy))?;
            statements.push(stated);
        }
    }
    Ok(statements)
}

fn widths(enc: &Enc) -> impl Iterator<Item = u32> + use<> {
    let xlens = enc.xlens;
    [32, 64, 128].into_iter().filter(move |xlen| xlens & xlen != 0)
}

/// What is part of the table stays as long as the program.
fn leaked<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn all_leaked<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

fn text(value: &str) -> &'static str {
    value.to_owned().leak()
}

/// The record as the table has it.
fn spec(file: &Path, record: &Record) -> Result<Spec, OpFileError> {
    let examples = record.examples.iter().map(|example| {
        let register = |slot: Slot| {
            let named = examples::register(&record.syntax, &example.asm, slot);
            named.ok_or_else(|| {
                let path = format!("{}.asm", example.path);
                let remedy = format!("as in `{} {}`", record.name, record.syntax);
                let problem = format!("`{}` is not this instruction", example.asm);
                at_field(file, record, &path, problem, &remedy)
            })
        };
        let rd = register(Slot::Rd)?;
        let also = match example.rs3 {
            Some(value) => vec![Given::X(register(Slot::Rs3)?, value)],
            None => Vec::new(),
        };
        Ok(Example {
            xlen: example.xlen,
            asm: text(&example.asm),
            rs1: example.rs1,
            rs2: example.rs2,
            also: all_leaked(also),
            gives: Gives::X(rd, example.rd),
            source: text(&example.source),
        })
    });
    let examples = examples.collect::<Result<Vec<_>, OpFileError>>()?;
    let claims = record.claims.iter().map(|claim| Claim {
        id: text(&claim.id),
        says: text(&claim.says),
        reference: text(&claim.reference),
        widths: all_leaked(claim.widths.clone()),
        state: loaded::state,
    });
    Ok(Spec {
        name: text(&record.name),
        title: text(&record.title),
        extensions: all_leaked(vec![text(&record.extension)]),
        enc: all_leaked(vec![record.enc]),
        syntax: text(&record.syntax),
        reserved: nothing_reserved,
        timing: record.timing,
        examples: all_leaked(examples),
        claims: all_leaked(claims.collect()),
    })
}
