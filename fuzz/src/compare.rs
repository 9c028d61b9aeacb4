//! The specification beside another engine.

use crate::{
    case::{OpCase, OpSequence, ProgramCase},
    engine::{Broken, Engine, Skip, Specification},
    outcome::{Outcome, ProgramOutcome},
};
use semantics::isa::{Isa, Legality, Why};
use std::fmt;

/// What is run from a reset on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    /// Single instructions; the last one counts.
    Ops(OpSequence),
    /// A program.
    Program(Box<ProgramCase>),
}

impl Case {
    /// Its instruction set.
    pub fn isa(&self) -> &Isa {
        match self {
            Case::Ops(sequence) => &sequence.isa,
            Case::Program(program) => &program.isa,
        }
    }
    /// The instruction that a difference is charged to: the last one. An illegal word is charged to the
    /// instruction that it nearly is.
    pub fn name(&self) -> &'static str {
        let word = match self {
            Case::Ops(sequence) => sequence.cases.last().map(|case| case.word),
            Case::Program(program) => program.words.last().copied(),
        };
        word.map_or("nothing", |word| name(self.isa(), word))
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Ops(sequence) => sequence.fmt(f),
            Case::Program(program) => program.fmt(f),
        }
    }
}

fn name(isa: &Isa, word: u32) -> &'static str {
    match isa.legality(word) {
        Legality::Legal(d) => d.insn.spec().name,
        Legality::Illegal(
            Why::OtherWidth(insn)
            | Why::NotEnabled(insn)
            | Why::Reserved(insn, _)
            | Why::Csr(insn, _),
        ) => insn.spec().name,
        Legality::Illegal(Why::NoInstruction | Why::OtherMode(_)) | Legality::NotModelled(_) => {
            "illegal word"
        }
    }
}

/// Two results that do not agree, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The specification's.
    pub specification: String,
    /// The other engine's.
    pub device: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "specification: {}\ndevice:        {}", self.specification, self.device)
    }
}

fn difference<T: fmt::Display>(a: &T, b: &T, agree: bool) -> Option<Difference> {
    (!agree).then(|| Difference { specification: a.to_string(), device: b.to_string() })
}

/// The specification and an engine, with room for what they say.
pub struct Pair {
    /// The oracle.
    pub specification: Specification,
    /// The engine under test.
    pub device: Box<dyn Engine>,
    ops: Vec<Result<Outcome, Skip>>,
    programs: Vec<Result<ProgramOutcome, Skip>>,
    verdicts: Vec<Result<Option<Difference>, Skip>>,
}

impl fmt::Debug for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pair").field("device", &self.device.name()).finish_non_exhaustive()
    }
}

impl Pair {
    /// The specification of an instruction set beside `device`.
    pub fn new(isa: &Isa, device: Box<dyn Engine>) -> Self {
        let specification = Specification::new(isa);
        let (ops, programs, verdicts) = (Vec::new(), Vec::new(), Vec::new());
        Pair { specification, device, ops, programs, verdicts }
    }
    /// Runs cases after a reset; tells the numbers of those that differ, and for each that the engine left
    /// out, why.
    ///
    /// # Errors
    /// When the engine broke.
    pub fn ops(
        &mut self,
        cases: &[OpCase],
        skipped: impl FnMut(Skip),
    ) -> Result<Vec<usize>, Broken> {
        self.ops.clear();
        self.verdicts.clear();
        self.device.reset();
        if self.device.judge_ops(cases, &mut self.verdicts)? {
            complete(self.device.name(), cases.len(), self.verdicts.len())?;
            return Ok(differing(&self.verdicts, skipped, |_, verdict| verdict.is_none()));
        }
        self.device.run_ops(cases, &mut self.ops)?;
        let spec = &mut self.specification;
        complete(self.device.name(), cases.len(), self.ops.len())?;
        Ok(differing(&self.ops, skipped, |k, outcome| {
            agree(&cases[k], &spec.op(&cases[k]), outcome)
        }))
    }
    /// The same for programs.
    ///
    /// # Errors
    /// When the engine broke.
    pub fn programs(
        &mut self,
        cases: &[ProgramCase],
        skipped: impl FnMut(Skip),
    ) -> Result<Vec<usize>, Broken> {
        self.programs.clear();
        self.verdicts.clear();
        self.device.reset();
        if self.device.judge(cases, &mut self.verdicts)? {
            complete(self.device.name(), cases.len(), self.verdicts.len())?;
            return Ok(differing(&self.verdicts, skipped, |_, verdict| verdict.is_none()));
        }
        self.device.run_programs(cases, &mut self.programs)?;
        let spec = &mut self.specification;
        complete(self.device.name(), cases.len(), self.programs.len())?;
        Ok(differing(&self.programs, skipped, |k, outcome| {
            spec.program(&cases[k]).agrees(outcome) || spec.leaves_open(&cases[k])
        }))
    }
    /// How the engine differs on a case, after a reset; `None` when it agrees or leaves the case out.
    ///
    /// # Errors
    /// When the engine broke.
    pub fn difference(&mut self, case: &Case) -> Result<Option<Difference>, Broken> {
        self.device.reset();
        match case {
            Case::Ops(sequence) => {
                self.ops.clear();
                self.verdicts.clear();
                if self.device.judge_ops(&sequence.cases, &mut self.verdicts)? {
                    return Ok(self.verdicts.pop().and_then(Result::ok).flatten());
                }
                self.device.run_ops(&sequence.cases, &mut self.ops)?;
                let (Some(case), Some(Ok(b))) = (sequence.cases.last(), self.ops.last()) else {
                    return Ok(None);
                };
                let a = self.specification.op(case);
                Ok(difference(&a, b, agree(case, &a, b)))
            }
            Case::Program(program) => {
                if let Some(verdict) = self.device.judge_one(program) {
                    return Ok(verdict.unwrap_or(None));
                }
                let Ok(b) = self.device.run_program(program)? else { return Ok(None) };
                let a = self.specification.program(program);
                let agree = a.agrees(&b) || self.specification.leaves_open(program);
                Ok(difference(&a, &b, agree))
            }
        }
    }
}

/// Whether the engine does what is specified: where that leaves `rd` open, everything else.
#[inline]
fn agree(case: &OpCase, specification: &Outcome, device: &Outcome) -> bool {
    specification.agrees(device)
        || case.decoded.is_some_and(|d| !d.insn.inputs().hold(case.rs1, case.rs2))
            && specification.agrees_but_rd(device)
}

/// Every case has an outcome: one that is lost must not count as agreement.
pub(crate) fn complete(engine: &str, cases: usize, outcomes: usize) -> Result<(), Broken> {
    let what = || format!("{outcomes} outcomes of {cases} cases");
    if cases == outcomes { Ok(()) } else { Err(Broken { engine: engine.into(), what: what() }) }
}

fn differing<T>(
    outcomes: &[Result<T, Skip>],
    mut skipped: impl FnMut(Skip),
    mut agrees: impl FnMut(usize, &T) -> bool,
) -> Vec<usize> {
    let mut differing = Vec::new();
    for (k, outcome) in outcomes.iter().enumerate() {
        match outcome {
            Ok(outcome) if agrees(k, outcome) => {}
            Ok(_) => differing.push(k),
            Err(skip) => skipped(*skip),
        }
    }
    differing
}
