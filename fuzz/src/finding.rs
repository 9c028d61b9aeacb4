//! A difference, small and ready to be repeated.

use crate::{
    compare::{Case, Difference, Pair},
    dut::Ready,
    engine::Broken,
    replay::{Replay, ReplayError, ReplayFailure, trace},
    shrink::{Shrink, shrink},
};
use semantics::loaded;
use serde::Serialize;
use std::{
    fmt,
    path::{Path, PathBuf},
};

/// The most runs of the engine to make one case small.
const BUDGET: usize = 4000;

/// A difference between the specification and an engine.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The instruction it is charged to.
    pub op: String,
    /// Seed of the campaign.
    pub seed: u64,
    /// Number of the case in it, before shrinking.
    pub number: u64,
    /// The engine.
    pub dut: String,
    /// Its planted bug.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bug: Option<String>,
    /// The instruction set.
    pub isa: String,
    /// `.word` lines with assembly and values, to be run from a reset on.
    pub listing: Vec<String>,
    /// What the specification says.
    pub specification: String,
    /// What the engine says.
    pub device: String,
    /// It happened once and not again: then the case is as it was, with all cases before it.
    pub unrepeatable: bool,
    /// The command that repeats it; `None` when it was not saved.
    pub replay: Option<String>,
    /// Its replay file.
    pub file: Option<PathBuf>,
    /// Its waveform.
    pub waveform: Option<PathBuf>,
}

/// Why a finding could not be saved; it is still one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The folder.
    #[error("cannot make the folder {}", path.display())]
    Folder {
        /// Its path.
        path: PathBuf,
        /// Why not.
        source: std::io::Error,
    },
    /// The replay file.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The waveform.
    #[error(transparent)]
    Waveform(#[from] ReplayFailure),
}

/// A case made small: the case, how it differs, and whether it does so whenever it is run.
#[derive(Clone, Debug)]
pub struct Small {
    /// The case.
    pub case: Case,
    /// How the engine differs on it.
    pub difference: Difference,
    /// It could not be repeated.
    pub unrepeatable: bool,
}

/// Makes a failing case small. Of a sequence, which failed at its end, first the end alone is tried, then
/// ever more of what went before.
///
/// # Errors
/// When the engine broke.
pub fn minimise(pair: &mut Pair, case: Case, seen: Difference) -> Result<Small, Broken> {
    let name = case.name();
    let starts = match &case {
        Case::Ops(sequence) => {
            let len = sequence.cases.len();
            let last = |n: usize| {
                let mut tail = sequence.clone();
                tail.cases.drain(..len - n);
                Case::Ops(tail)
            };
            let shorter = [1, 2, 8, 64, 256].into_iter().filter(|n| *n < len);
            shorter.chain([len]).map(last).collect()
        }
        Case::Program(_) => vec![case.clone()],
    };
    for start in starts {
        if pair.difference(&start)?.is_none() {
            continue;
        }
        // Engines that break while shrinking only end it early.
        let mut fails = |case: &Case| {
            let may = matches!(case, Case::Program(_)) || case.name() == name;
            may && pair.difference(case).is_ok_and(|d| d.is_some())
        };
        let small = match start {
            Case::Ops(s) => Case::Ops(shrunk(s, Case::Ops, &mut fails)),
            Case::Program(p) => {
                let boxed = |p| Case::Program(Box::new(p));
                boxed(shrunk(*p, boxed, &mut fails))
            }
        };
        if let Some(difference) = pair.difference(&small)? {
            return Ok(Small { case: small, difference, unrepeatable: false });
        }
    }
    Ok(Small { case, difference: seen, unrepeatable: true })
}

fn shrunk<T: Shrink>(case: T, kind: fn(T) -> Case, fails: &mut impl FnMut(&Case) -> bool) -> T {
    shrink(case, BUDGET, |candidate| fails(&kind(candidate.clone())))
}

impl Finding {
    /// A finding that is not saved.
    pub fn new(small: &Small, ready: &Ready, seed: u64, number: u64) -> Self {
        Finding {
            op: small.case.name().into(),
            seed,
            number,
            dut: ready.dut().to_string(),
            bug: ready.dut().bug(),
            isa: small.case.isa().text().into(),
            listing: small.case.to_string().lines().map(str::to_owned).collect(),
            specification: small.difference.specification.clone(),
            device: small.difference.device.clone(),
            unrepeatable: small.unrepeatable,
            replay: None,
            file: None,
            waveform: None,
        }
    }
    /// Writes the replay file and, for engines that have one, the waveform into a folder.
    ///
    /// # Errors
    /// What could not be written; what was written before stays.
    pub fn save(&mut self, small: &Small, ready: &Ready, folder: &Path) -> Result<(), SaveError> {
        let made = std::fs::create_dir_all(folder);
        made.map_err(|source| SaveError::Folder { path: folder.into(), source })?;
        let dut: String =
            self.dut.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        let op = self.op.replace(' ', "-");
        let stem = format!("{dut}-{op}-{}-{}", self.seed, self.number);
        let file = folder.join(format!("{stem}.json"));
        let (seed, number, case) = (self.seed, self.number, small.case.clone());
        Replay { dut: ready.dut().clone(), seed, number, case }.write(&file)?;
        let ops = loaded::files().iter().map(|ops| format!("--ops {ops} ")).collect::<String>();
        let (dut, file_name) = (&self.dut, file.display());
        self.replay = Some(format!("rvassay {ops}fuzz --dut {dut} --replay {file_name}"));
        self.file = Some(file);
        let path = folder.join(format!("{stem}.vcd"));
        self.waveform = trace(ready, &small.case, &path)?.then_some(path);
        Ok(())
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { op, dut, isa, seed, number, .. } = self;
        let bug = self.bug.as_ref().map_or_else(String::new, |b| format!(" with bug {b}"));
        writeln!(f, "{op}: {dut}{bug} differs on {isa}, seed {seed}, case {number}")?;
        if self.unrepeatable {
            writeln!(f, "  it could not be repeated from a reset on")?;
        }
        self.listing.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        writeln!(f, "  specification: {}", self.specification)?;
        write!(f, "  {dut}: {}", self.device)?;
        if let Some(path) = &self.waveform {
            write!(f, "\n  waveform: {}", path.display())?;
        }
        self.replay.as_ref().map_or(Ok(()), |replay| write!(f, "\n  replay: {replay}"))
    }
}
