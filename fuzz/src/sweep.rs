//! Legality, word by word: no operands needed.

use crate::{
    case::{OpCase, directive, length},
    compare::complete,
    engine::{Broken, Engine, Skip},
    generate::{Choices, SplitMix},
    layout::{CANARY, CODE, INITIAL},
    outcome::{After, End, Outcome},
};
use semantics::{hart::Cause, isa::Isa, isa::Legality};
use serde::Serialize;
use std::{collections::BTreeMap, fmt};

/// A word that is legal for one engine and illegal for the other, or that is illegal and changes something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The instruction set.
    pub isa: String,
    /// The word.
    pub word: u32,
    /// Its assembly, if the specification has it.
    pub assembly: String,
    /// Whether the specification has it.
    pub legal: bool,
    /// The engine that says otherwise.
    pub engine: String,
    /// The engine says that it is illegal, too, and what it changes nevertheless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<String>,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [spec, other] = if self.legal { ["legal", "illegal"] } else { ["illegal", "legal"] };
        let Disagreement { isa, word, assembly, engine, .. } = self;
        if let Some(changes) = &self.changes {
            let word = directive(*word);
            return write!(
                f,
                "{word}  # {assembly}: illegal on {isa}, and {engine} changes {changes}"
            );
        }
        write!(
            f,
            "{}  # {assembly}: {spec} for the specification on {isa}, {other} for {engine}",
            directive(*word)
        )
    }
}

/// What came of a sweep.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Swept {
    /// Words that were looked at.
    pub words: u64,
    /// Words of extensions that are known by name only: nobody says whether they are legal.
    pub not_modelled: u64,
    /// Words that the engine left out, by reason.
    pub skipped: BTreeMap<Skip, u64>,
    /// Words that differ, at most [`MOST`].
    pub disagreements: Vec<Disagreement>,
}

/// Disagreements that are kept.
pub const MOST: usize = 100;

/// Words of an instruction from which bits are flipped, with different operands.
pub const SAMPLES: u32 = 64;
/// Words that an engine gets at a time.
const BATCH: usize = 4096;

struct Sweep<'a> {
    isa: &'a Isa,
    engine: &'a mut dyn Engine,
    cases: Vec<OpCase>,
    swept: Swept,
}

/// Every single-bit flip of [`SAMPLES`] legal words of every instruction, on one instruction set, which the
/// engine has.
///
/// # Errors
/// When the engine broke.
pub fn bit_flips(isa: &Isa, engine: &mut dyn Engine) -> Result<Swept, Broken> {
    some_bit_flips(isa, engine, SAMPLES)
}

/// The same of so many words of every instruction.
///
/// # Errors
/// When the engine broke.
pub fn some_bit_flips(isa: &Isa, engine: &mut dyn Engine, samples: u32) -> Result<Swept, Broken> {
    let mut sweep = Sweep { isa, engine, cases: Vec::new(), swept: Swept::default() };
    let mut c = SplitMix::new(1);
    for enc in isa.insns().filter_map(|i| i.spec().enc(isa.xlen())).filter(|e| e.len == 4) {
        for _ in 0..samples {
            let word = enc.value | c.bits() as u32 & !enc.mask;
            sweep.look(word)?;
            (2..32).try_for_each(|bit| sweep.look(word ^ 1 << bit))?;
        }
    }
    sweep.finish()
}

/// Every word of four bytes with `rd` = x5 and `rs1` = x6, on one instruction set: 2^20 of them.
///
/// # Errors
/// When the engine broke.
pub fn all_fields(isa: &Isa, engine: &mut dyn Engine) -> Result<Swept, Broken> {
    let mut sweep = Sweep { isa, engine, cases: Vec::new(), swept: Swept::default() };
    for k in 0..1_u32 << 20 {
        let [opcode, funct3, upper] = [k & 31, k >> 5 & 7, k >> 8];
        sweep.look(upper << 20 | 6 << 15 | funct3 << 12 | 5 << 7 | opcode << 2 | 3)?;
    }
    sweep.finish()
}

/// Every halfword that is an instruction of two bytes or none, on one instruction set: 3 * 2^14 of them.
///
/// # Errors
/// When the engine broke.
pub fn all_halfwords(isa: &Isa, engine: &mut dyn Engine) -> Result<Swept, Broken> {
    let mut sweep = Sweep { isa, engine, cases: Vec::new(), swept: Swept::default() };
    (0..1 << 16).filter(|&word| length(word) == 2).try_for_each(|word| sweep.look(word))?;
    sweep.finish()
}

/// These words, on one instruction set, which the engine has.
///
/// # Errors
/// When the engine broke.
pub fn words(isa: &Isa, engine: &mut dyn Engine, words: &[u32]) -> Result<Swept, Broken> {
    let mut sweep = Sweep { isa, engine, cases: Vec::new(), swept: Swept::default() };
    words.iter().try_for_each(|&word| sweep.look(word))?;
    sweep.finish()
}

impl Sweep<'_> {
    fn look(&mut self, word: u32) -> Result<(), Broken> {
        self.swept.words += 1;
        let decoded = match self.isa.legality(word) {
            Legality::Legal(d) => Some(d),
            Legality::Illegal(_) => None,
            Legality::NotModelled(_) => {
                self.swept.not_modelled += 1;
                return Ok(());
            }
        };
        match decoded.map_or(Ok(()), |d| self.engine.implements(d.insn)) {
            Ok(()) => self.cases.push(OpCase::decoded(self.isa, word, decoded, [0; 3])),
            Err(skip) => *self.swept.skipped.entry(skip).or_default() += 1,
        }
        if self.cases.len() < BATCH { Ok(()) } else { self.run() }
    }
    fn run(&mut self) -> Result<(), Broken> {
        let mut outcomes = Vec::with_capacity(self.cases.len());
        self.engine.run_ops(&self.cases, &mut outcomes)?;
        complete(self.engine.name(), self.cases.len(), outcomes.len())?;
        for (case, outcome) in self.cases.drain(..).zip(outcomes) {
            let mut changes = None;
            let legal = match outcome {
                Err(skip) => {
                    *self.swept.skipped.entry(skip).or_default() += 1;
                    continue;
                }
                Ok(Outcome::Hart(after)) => {
                    let is_illegal = matches!(after.end, End::Trap(t)
                        if t.cause == Cause::IllegalInstruction as u8 && t.pc == CODE.into());
                    changes = changed(&case, &after).filter(|_| is_illegal);
                    !is_illegal
                }
                // An engine that answers with a result has the instruction.
                Ok(Outcome::Result(_)) => true,
                // No answer disagrees with either.
                Ok(Outcome::Fault(_)) => case.decoded.is_none(),
            };
            let differs = case.decoded.is_some() != legal || changes.is_some();
            if differs && self.swept.disagreements.len() < MOST {
                self.swept.disagreements.push(Disagreement {
                    isa: self.isa.text().into(),
                    word: case.word,
                    assembly: crate::case::assembly(case.decoded.as_ref()),
                    legal: case.decoded.is_some(),
                    engine: self.engine.name().into(),
                    changes,
                });
            }
        }
        Ok(())
    }
    fn finish(mut self) -> Result<Swept, Broken> {
        self.run()?;
        Ok(self.swept)
    }
}

/// What is not as it was before the instruction.
fn changed(case: &OpCase, after: &After) -> Option<String> {
    let rd = case.operands().rd;
    // A source that is rd as well has its own value.
    let before = case.before().iter().filter(|(r, _)| *r == rd).fold(CANARY.into(), |_, (_, v)| *v);
    let before: u128 = if rd.0 == 0 { 0 } else { before };
    if after.rd != before {
        Some(format!("x{} to {:#x}", rd.0, after.rd))
    } else if let Some((r, value)) = after.stray {
        Some(format!("x{r} to {value:#x}"))
    } else {
        (after.memory != INITIAL).then(|| "memory".into())
    }
}
