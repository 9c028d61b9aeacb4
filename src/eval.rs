//! `eval`: single words on given operands, executed by the specification.

use crate::{
    cli::Eval,
    failure::{Failure, isa},
    output::{Outcome, Output},
};
use csv::StringRecord;
use semantics::{
    bits::Val,
    hart::Cause,
    isa::{Isa, Legality},
    machine::Machine,
    memory::Zeros,
    spec::Reg,
};
use serde::Serialize;
use std::{fs::File, io, path::Path};

/// What `x5` holds before the instruction: a destination that is left unwritten shows it.
const CANARY: u128 = 0x5a;

const A_ROW: &str = "a row is `word,rs1,rs2` in hexadecimal";

#[derive(Serialize)]
struct Row<'a> {
    word: &'a str,
    rs1: &'a str,
    rs2: &'a str,
    /// `x5` afterwards, XLEN bits in hexadecimal, or `illegal`.
    rd: &'a str,
}

#[derive(Default, Serialize)]
struct Counts {
    rows: u64,
    illegal: u64,
}

pub(crate) fn run(args: &Eval, output: &mut Output) -> Result<Outcome, Failure> {
    let isa = isa(&args.isa)?;
    let source: Box<dyn io::Read> = if args.csv == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(&args.csv);
        Box::new(file.map_err(|source| Failure::Read { path: args.csv.clone(), source })?)
    };
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        // A wrong number of fields gets our own message.
        .flexible(true)
        .trim(csv::Trim::All)
        .comment(Some(b'#'))
        .from_reader(source);
    let mut counts = Counts::default();
    let mut record = StringRecord::new();
    let mut first = true;
    while reader.read_record(&mut record).map_err(|e| broken(e, &args.csv))? {
        let line = record.position().map_or(0, csv::Position::line);
        if std::mem::take(&mut first) && record.get(0) == Some("word") {
            output.text("word,rs1,rs2,rd")?;
            continue;
        }
        let row = row(&record, line, isa.xlen())?;
        let value = evaluate(&isa, &row)?;
        let rd =
            value.map_or("illegal".into(), |v| format!("{v:0w$x}", w = isa.xlen() as usize / 4));
        counts.rows += 1;
        counts.illegal += u64::from(value.is_none());
        let [word, rs1, rs2] = [0, 1, 2].map(|k| &record[k]);
        output.item(&Row { word, rs1, rs2, rd: &rd }, format_args!("{word},{rs1},{rs2},{rd}"))?;
    }
    if counts.rows == 0 {
        return Err(Failure::NoRow);
    }
    if output.is_json() {
        output.summary(&counts, "")?;
    }
    output.flush()?;
    Ok(Outcome::Holds)
}

struct Case {
    line: u64,
    text: String,
    word: u32,
    rs1: u128,
    rs2: u128,
}

fn row(record: &StringRecord, line: u64, xlen: u32) -> Result<Case, Failure> {
    let wrong = |problem, remedy| Failure::Csv { line, problem, remedy };
    let &[word, rs1, rs2] = record.iter().collect::<Vec<_>>().as_slice() else {
        let problem = format!("{} fields instead of 3", record.len());
        return Err(wrong(problem, A_ROW));
    };
    let hex = |text: &str, name: &str, bits: u32| {
        let digits = text.strip_prefix("0x").unwrap_or(text);
        let value = u128::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'));
        let value = value.ok_or_else(|| {
            wrong(
                format!("{name} is {}", quoted(text)),
                "numbers are hexadecimal, with or without 0x",
            )
        })?;
        if value >> (bits - 1) >> 1 != 0 {
            let problem = format!("{name} is {}, which has more than {bits} bits", quoted(text));
            return Err(wrong(problem, "give at most as many bits as the register or word has"));
        }
        Ok(value)
    };
    let text = word.strip_prefix("0x").unwrap_or(word);
    let value = hex(word, "word", 32)? as u32;
    if !(text.len() == 8 || text.len() == 4) {
        let problem = format!("word is {}, which has {} digits", quoted(word), text.len());
        return Err(wrong(problem, "a word has eight hexadecimal digits, a compressed one four"));
    }
    if text.len() == 4 && value & 3 == 3 {
        let problem = format!("word is `{word}`, the first half of a longer one");
        return Err(wrong(problem, "give all eight digits of a word whose low two bits are 3"));
    }
    let (rs1, rs2) = (hex(rs1, "rs1", xlen)?, hex(rs2, "rs2", xlen)?);
    Ok(Case { line, text: word.into(), word: value, rs1, rs2 })
}

/// The beginning of what somebody wrote: a line may be of any length.
fn quoted(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("`{}...`", text[..end].escape_debug()),
        None => format!("`{}`", text.escape_debug()),
    }
}

/// `x5` after the word; `None` for an illegal-instruction exception.
fn evaluate(isa: &Isa, case: &Case) -> Result<Option<u128>, Failure> {
    if let Legality::NotModelled(extensions) = isa.legality(case.word) {
        let (line, word, extensions) = (case.line, case.text.clone(), extensions.join(", "));
        return Err(Failure::NotModelled { line, word, extensions });
    }
    Ok(match isa.xlen() {
        32 => execute::<32, 2>(isa, case),
        64 => execute::<64, 4>(isa, case),
        _ => execute::<128, 8>(isa, case),
    })
}

fn execute<const XLEN: u32, const L: usize>(isa: &Isa, case: &Case) -> Option<u128> {
    const { assert!(Val::<L>::BITS >= 2 * XLEN) };
    let mut hart = Machine::<XLEN, L, _>::new(0, Zeros);
    hart.set_isa(isa);
    hart.set_reg(Reg(5), CANARY);
    hart.set_reg(Reg(6), case.rs1);
    hart.set_reg(Reg(7), case.rs2);
    match hart.execute(case.word, isa) {
        Err(trap) if trap.cause == Cause::IllegalInstruction => None,
        _ => Some(hart.reg(Reg(5))),
    }
}

fn broken(error: csv::Error, path: &Path) -> Failure {
    let line = error.position().map_or(0, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(source) => Failure::Read { path: path.into(), source },
        csv::ErrorKind::Utf8 { err, .. } => {
            let problem = format!("field {} is not UTF-8", err.field() + 1);
            Failure::Csv { line, problem, remedy: "numbers are hexadecimal, with or without 0x" }
        }
        other => Failure::Csv { line, problem: format!("{other:?}"), remedy: A_ROW },
    }
}
