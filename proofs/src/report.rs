//! What comes of an obligation: verdicts, mutants and their counts, as data that serialises.

use semantics::bits::Val;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// What is known of an obligation after a run. Only [`Verdict::Proved`] is success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// It holds for every input.
    Proved,
    /// It is false; the inputs were replayed by the terms' own evaluator.
    Refuted {
        /// The equality that fails.
        part: String,
        /// The variables that matter, with their values.
        inputs: Vec<Input>,
        /// What the left-hand side is there.
        #[serde(serialize_with = "hex")]
        left: Val,
        /// What the right-hand side is there.
        #[serde(serialize_with = "hex")]
        right: Val,
    },
    /// No input satisfies the assumptions, so it says nothing.
    Vacuous,
    /// Both sides are one term before any proof, or there is no equality: it says nothing.
    Trivial {
        /// The equality; `None` when there is none at all.
        part: Option<String>,
    },
    /// Undecided.
    Unknown {
        /// The equality; `None` for the question whether the assumptions can hold.
        part: Option<String>,
        /// Why: `timeout`, what the solver says, or `printer: ...` for a bug of ours.
        why: String,
    },
    /// The run was stopped before.
    NotRun,
}

/// A variable and its value in a counterexample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Input {
    /// The variable's name in the claim.
    pub name: String,
    /// Its width, in bits.
    pub width: u32,
    /// Its value.
    #[serde(serialize_with = "hex")]
    pub value: Val,
}

fn hex<S: Serializer>(value: &Val, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{value:?}"))
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Proved => f.write_str("proved"),
            Verdict::Refuted { part, inputs, left, right } => {
                write!(f, "refuted: {part}: {left:?} is not {right:?} for")?;
                inputs.iter().try_for_each(|i| write!(f, " {}={:?}", i.name, i.value))
            }
            Verdict::Vacuous => f.write_str("vacuous: no input satisfies the assumptions"),
            Verdict::Trivial { part: Some(part) } => {
                write!(f, "trivial: {part}: both sides are the same term")
            }
            Verdict::Trivial { part: None } => f.write_str("trivial: nothing is claimed"),
            Verdict::Unknown { part: Some(part), why } => write!(f, "unknown: {part}: {why}"),
            Verdict::Unknown { part: None, why } => write!(f, "unknown: assumptions: {why}"),
            Verdict::NotRun => f.write_str("not run"),
        }
    }
}

/// What decides. Ordered by the means that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Nothing has to be asked.
    Terms,
    /// Evaluation on samples.
    Samples,
    /// Evaluation on every input.
    Exhaustion,
    /// The normal form.
    Normaliser,
    /// Z3.
    Z3,
    /// Bitwuzla.
    Bitwuzla,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::Terms => "terms",
            Engine::Samples => "samples",
            Engine::Exhaustion => "exhaustion",
            Engine::Normaliser => "normaliser",
            Engine::Z3 => "z3",
            Engine::Bitwuzla => "bitwuzla",
        })
    }
}

/// A tactic that was tried for a verdict; mutants are not in it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tactic {
    /// Which one.
    #[serde(rename = "tactic")]
    pub engine: Engine,
    /// Wall-clock time; those of solvers that race overlap.
    pub seconds: f64,
    /// How many equalities it settled; 1 for the samples that refute, too.
    pub settled: usize,
}

/// What Z3 alone made of what the normal form had closed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Certificate {
    /// In the order in which they were met; the results are last.
    pub cuts: Vec<Discharge>,
}

impl Certificate {
    /// Words that were not discharged.
    pub fn stuck(&self) -> usize {
        self.cuts.iter().map(|cut| cut.stuck).sum()
    }
    /// Words that were asked for.
    pub fn words(&self) -> usize {
        self.cuts.iter().map(|cut| cut.words).sum()
    }
}

/// One value that the reference names, or a result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Discharge {
    /// The cut's name, or `result: ` and the equality's.
    pub at: String,
    /// Words of the left-hand side that had to be it.
    pub words: usize,
    /// How many of them Z3 did not prove to be.
    pub stuck: usize,
    /// Time of all of them.
    pub seconds: f64,
}

/// Two solvers contradict each other about one question: at least one of them is wrong, or what was
/// printed for it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// Who says that it cannot be satisfied.
    pub unsat: Engine,
    /// Who gives an assignment.
    pub sat: Engine,
}

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// Refuted, and the counterexample replayed.
    Killed,
    /// It is the same function as the original wherever the assumptions hold.
    Equivalent,
    /// It differs from the original, and the claim holds of it nevertheless: the claim is weak.
    Survived,
    /// Undecided.
    Unknown {
        /// Why.
        why: String,
    },
}

/// A change to an obligation's left-hand sides that it must notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutant {
    /// The kind of change: `swap operator`, `flip constant`, ...
    pub operator: &'static str,
    /// The change: `Add becomes Sub in t12`.
    pub change: String,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// All that is known of an obligation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// `subject/claim@width`.
    pub id: String,
    /// The register width, in bits.
    pub xlen: u32,
    /// The claim in one English sentence.
    pub says: &'static str,
    /// The document that the right-hand side was written from.
    pub reference: &'static str,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// What decided: of several, the one that took the most means.
    pub engine: Engine,
    /// The tactics that were tried now, in their order; none when the verdict comes from the store.
    pub tactics: Vec<Tactic>,
    /// The first contradiction of two solvers, about the claim or a mutant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreement: Option<Disagreement>,
    /// What became of the cuts, when a certificate was asked for and the normal form closed something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// Number of equalities.
    pub parts: usize,
    /// Number of variables that occur.
    pub variables: usize,
    /// SHA-256 of the goal, in hex.
    pub goal: String,
    /// Time taken now, mutants included.
    pub seconds: f64,
    /// Whether the verdict comes from the store.
    pub stored: bool,
    /// The mutants, when they were asked for and the claim is proved.
    pub mutants: Vec<Mutant>,
}

impl Report {
    /// Whether it is proved and no mutant is left alive or undecided.
    pub fn holds(&self) -> bool {
        self.verdict == Verdict::Proved
            && self
                .mutants
                .iter()
                .all(|m| matches!(m.outcome, Outcome::Killed | Outcome::Equivalent))
    }
}

/// Counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Totals {
    /// All obligations of the selection.
    pub obligations: usize,
    /// Hold for every input.
    pub proved: usize,
    /// Are false.
    pub refuted: usize,
    /// Have contradictory assumptions.
    pub vacuous: usize,
    /// Say nothing.
    pub trivial: usize,
    /// Are undecided.
    pub unknown: usize,
    /// Were not reached.
    pub not_run: usize,
    /// All mutants.
    pub mutants: usize,
    /// Mutants that were refuted.
    pub killed: usize,
    /// Mutants that are no change.
    pub equivalent: usize,
    /// Mutants that the claim does not notice.
    pub survived: usize,
    /// Mutants that are undecided.
    pub mutants_unknown: usize,
    /// Obligations about which two solvers contradict each other.
    pub disagreements: usize,
    /// Wall-clock time of the run.
    pub seconds: f64,
}

impl Totals {
    /// Counts reports.
    pub fn of(reports: &[Report], seconds: f64) -> Self {
        let mut totals = Totals { obligations: reports.len(), seconds, ..Totals::default() };
        for report in reports {
            *match report.verdict {
                Verdict::Proved => &mut totals.proved,
                Verdict::Refuted { .. } => &mut totals.refuted,
                Verdict::Vacuous => &mut totals.vacuous,
                Verdict::Trivial { .. } => &mut totals.trivial,
                Verdict::Unknown { .. } => &mut totals.unknown,
                Verdict::NotRun => &mut totals.not_run,
            } += 1;
            totals.disagreements += usize::from(report.disagreement.is_some());
            totals.mutants += report.mutants.len();
            for mutant in &report.mutants {
                *match mutant.outcome {
                    Outcome::Killed => &mut totals.killed,
                    Outcome::Equivalent => &mut totals.equivalent,
                    Outcome::Survived => &mut totals.survived,
                    Outcome::Unknown { .. } => &mut totals.mutants_unknown,
                } += 1;
            }
        }
        totals
    }
}
