//! Replay files: a case, the engine that failed on it, and where it came from.
//!
//! JSON with the words, addresses and values as hexadecimal text. Version 1 has these keys:
//!
//! ```json
//! {
//!   "rvassay_replay": 1,
//!   "dut": "unit:aes",
//!   "isa": "rv32i_zkne",
//!   "seed": 1,
//!   "case": 4711,
//!   "ops": [{ "word": "0x267302b3", "rs1": "0x0", "rs2": "0x53" }]
//! }
//! ```
//!
//! An instruction with three sources has `"rs3"` too, one that reads the CSRs 0x800 and 0x801 `"csrs"` with their
//! values, as in `["0x3", "0x55555555"]`. A program has `"program": ["0x..."]` and `"registers": { "x6": "0x..." }` instead of `ops`. A planted bug
//! is named by `"bug"`.

use crate::{
    case::{OpCase, OpSequence, ProgramCase, Registers, length},
    compare::{Case, Difference, Pair},
    dut::{Dut, DutError, NotReady},
    engine::Broken,
    layout::{MAX_WORDS, ones},
};
use semantics::isa::{Isa, IsaError};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs::File,
    io::Read,
    path::{Path, PathBuf},
};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// No replay file is longer.
const MAX_BYTES: u64 = 1 << 20;
/// The most cases of a sequence: a block of a campaign.
const MAX_OPS: usize = 4096;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    rvassay_replay: u32,
    dut: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bug: Option<String>,
    isa: String,
    seed: u64,
    case: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ops: Option<Vec<OpText>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<Vec<Hex>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    registers: Option<BTreeMap<String, Hex>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpText {
    word: Hex,
    rs1: Hex,
    rs2: Hex,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rs3: Option<Hex>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    csrs: Option<[Hex; 2]>,
}

/// A number as `"0x..."`.
#[derive(Clone, Copy, Debug)]
struct Hex(u128);

impl Serialize for Hex {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{:#x}", self.0))
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let text = String::deserialize(d)?;
        let digits = text.strip_prefix("0x").filter(|d| !d.starts_with('+'));
        let value = digits.and_then(|d| u128::from_str_radix(d, 16).ok());
        let expected = || format!("`{text}` is no number like \"0x5a\" of at most 128 bits");
        value.map(Hex).ok_or_else(|| serde::de::Error::custom(expected()))
    }
}

/// Why a replay file cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {problem}", file.display(), if *line == 0 { String::new() } else { format!(":{line}") })]
pub struct ReplayError {
    /// The file.
    pub file: PathBuf,
    /// Its line, from 1; 0 when the file as a whole is meant.
    pub line: usize,
    /// What is wrong; it is part of the message, so it is no source.
    pub problem: ReplayProblem,
}

/// What is wrong with a replay file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayProblem {
    /// It cannot be read or written.
    #[error("{0}")]
    Io(std::io::Error),
    /// It is too long to be one.
    #[error("no replay file has more than {MAX_BYTES} bytes")]
    Large,
    /// It is not JSON, or not of this form.
    #[error("not a replay file: {0}")]
    Json(serde_json::Error),
    /// It is of another version.
    #[error("version {0} cannot be replayed by this program, which reads version {VERSION}")]
    Version(u32),
    /// The instruction set.
    #[error(transparent)]
    Isa(#[from] IsaError),
    /// The engine.
    #[error(transparent)]
    Dut(#[from] DutError),
    /// Neither operations nor a program, or both.
    #[error("it needs either `ops` or `program` with `registers`")]
    Kind,
    /// No case, or more than an engine takes.
    #[error("{0} words; from 1 to {1} can be replayed")]
    Length(usize, usize),
    /// A number that does not fit.
    #[error("{value:#x} does not fit {what}")]
    Range {
        /// The number.
        value: u128,
        /// Where it is meant to go.
        what: String,
    },
    /// A word of two bytes in a program for which the instruction set has none.
    #[error(
        "{0:#06x} has two bytes, and without compressed instructions a program has words of four"
    )]
    Short(u32),
    /// A register that does not exist or cannot be set.
    #[error("`{0}` is no register from x1 to x31")]
    Register(String),
}

/// What a replay file holds.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The engine that failed.
    pub dut: Dut,
    /// Seed of the campaign.
    pub seed: u64,
    /// Number of the case in it, before shrinking.
    pub number: u64,
    /// The case.
    pub case: Case,
}

/// What came of a replay.
#[derive(Debug)]
pub enum Replayed {
    /// The engine agrees with the specification.
    Agrees,
    /// It does not.
    Differs(Difference),
}

/// Why a replay did not run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayFailure {
    /// The engine is not there.
    #[error(transparent)]
    NotReady(#[from] NotReady),
    /// The engine broke.
    #[error(transparent)]
    Broken(#[from] Broken),
}

impl Replay {
    /// Reads a replay file.
    ///
    /// # Errors
    /// With file, line and what is wrong.
    pub fn read(path: &Path) -> Result<Replay, ReplayError> {
        let fail = |problem| ReplayError { file: path.into(), line: 0, problem };
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
            .map_err(|e| fail(ReplayProblem::Io(e)))?;
        if bytes.len() as u64 > MAX_BYTES {
            return Err(fail(ReplayProblem::Large));
        }
        let text = serde_json::from_slice(&bytes)
            .map_err(|e| ReplayError { line: e.line(), ..fail(ReplayProblem::Json(e)) })?;
        Self::from_text(text).map_err(fail)
    }
    /// Writes a replay file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), ReplayError> {
        let fail = |problem| ReplayError { file: path.into(), line: 0, problem };
        let text = serde_json::to_string_pretty(&self.to_text());
        let text = text.map_err(|e| fail(ReplayProblem::Json(e)))?;
        std::fs::write(path, text + "\n").map_err(|e| fail(ReplayProblem::Io(e)))
    }
    /// Runs the case on the engine and on the specification, and writes a waveform when they differ and
    /// the engine has one.
    ///
    /// # Errors
    /// When the engine cannot run.
    pub fn run(&self, cache: &Path, waveform: Option<&Path>) -> Result<Replayed, ReplayFailure> {
        let isa = self.case.isa();
        let ready = self.dut.prepare(&[isa.xlen()], cache)?;
        let mut pair = Pair::new(isa, ready.open(isa)?);
        let Some(difference) = pair.difference(&self.case)? else { return Ok(Replayed::Agrees) };
        if let Some(path) = waveform {
            trace(&ready, &self.case, path)?;
        }
        Ok(Replayed::Differs(difference))
    }
    fn to_text(&self) -> Text {
        let mut text = Text {
            rvassay_replay: VERSION,
            dut: self.dut.to_string(),
            bug: self.dut.bug(),
            isa: self.case.isa().text().into(),
            seed: self.seed,
            case: self.number,
            ops: None,
            program: None,
            registers: None,
        };
        match &self.case {
            Case::Ops(sequence) => {
                let op = |c: &OpCase| OpText {
                    word: Hex(c.word.into()),
                    rs1: Hex(c.rs1),
                    rs2: Hex(c.rs2),
                    rs3: (c.rs3 != 0).then_some(Hex(c.rs3)),
                    csrs: (c.csrs != [0; 2]).then_some(c.csrs.map(Hex)),
                };
                text.ops = Some(sequence.cases.iter().map(op).collect());
            }
            Case::Program(program) => {
                text.program = Some(program.words.iter().map(|&w| Hex(w.into())).collect());
                let set = program.registers.iter().enumerate().filter(|&(_, &v)| v != 0);
                text.registers = Some(set.map(|(r, &v)| (format!("x{r}"), Hex(v))).collect());
            }
        }
        text
    }
    fn from_text(text: Text) -> Result<Replay, ReplayProblem> {
        if text.rvassay_replay != VERSION {
            return Err(ReplayProblem::Version(text.rvassay_replay));
        }
        let isa = Isa::parse(&text.isa)?;
        let dut = Dut::named(&text.dut, text.bug.as_deref())?;
        let case = match (text.ops, text.program, text.registers) {
            (Some(ops), None, None) => {
                within(ops.len(), MAX_OPS)?;
                let op = |op: &OpText| {
                    let values = [
                        value(&isa, op.rs1, "rs1")?,
                        value(&isa, op.rs2, "rs2")?,
                        value(&isa, op.rs3.unwrap_or(Hex(0)), "rs3")?,
                    ];
                    let [n, negated_inverse] = op.csrs.unwrap_or([Hex(0); 2]);
                    let csrs = [value(&isa, n, "a CSR")?, value(&isa, negated_inverse, "a CSR")?];
                    Ok(OpCase::new(&isa, word(op.word)?, values).with_csrs(csrs))
                };
                let cases = ops.iter().map(op).collect::<Result<_, ReplayProblem>>()?;
                Case::Ops(OpSequence { isa, cases })
            }
            (None, Some(program), Some(set)) => {
                within(program.len(), MAX_WORDS)?;
                let words = program.into_iter().map(word).collect::<Result<Vec<_>, _>>()?;
                let short = |&&word: &&u32| length(word) == 2 && isa.ialign() == 4;
                if let Some(&word) = words.iter().find(short) {
                    return Err(ReplayProblem::Short(word));
                }
                let mut registers = [0; 32];
                for (name, v) in set {
                    let v = value(&isa, v, &name)?;
                    *register(&mut registers, &name).ok_or(ReplayProblem::Register(name))? = v;
                }
                Case::Program(Box::new(ProgramCase { isa, words, registers }))
            }
            _ => return Err(ReplayProblem::Kind),
        };
        Ok(Replay { dut, seed: text.seed, number: text.case, case })
    }
}

/// Runs a case on an instance that writes a waveform; `false` when the engine has none.
pub(crate) fn trace(
    ready: &crate::dut::Ready,
    case: &Case,
    path: &Path,
) -> Result<bool, ReplayFailure> {
    let Some(mut engine) = ready.traced(case.isa(), path)? else { return Ok(false) };
    match case {
        Case::Ops(ops) => engine.run_ops(&ops.cases, &mut Vec::new())?,
        // The speed of the memory that shows the difference comes last.
        Case::Program(program) => {
            let _ = engine.judge_one(program);
        }
    }
    Ok(true)
}

fn within(len: usize, most: usize) -> Result<(), ReplayProblem> {
    if (1..=most).contains(&len) { Ok(()) } else { Err(ReplayProblem::Length(len, most)) }
}

fn word(Hex(value): Hex) -> Result<u32, ReplayProblem> {
    let what = "a word of four bytes".into();
    u32::try_from(value).map_err(|_| ReplayProblem::Range { value, what })
}

fn value(isa: &Isa, Hex(value): Hex, name: &str) -> Result<u128, ReplayProblem> {
    let what = || format!("{name} on RV{}", isa.xlen());
    if value <= ones(isa.xlen()) {
        Ok(value)
    } else {
        Err(ReplayProblem::Range { value, what: what() })
    }
}

fn register<'a>(registers: &'a mut Registers, name: &str) -> Option<&'a mut u128> {
    let number = name.strip_prefix('x')?.parse().ok().filter(|r| (1..32_usize).contains(r))?;
    registers.get_mut(number)
}
