//! `fuzz --sweep`: whether an engine has the words that the specification has, and no other.

use super::opened;
use crate::{
    cli::Fuzz,
    failure::Failure,
    output::{Outcome, Output},
    progress,
};
use ::fuzz::{
    campaign::CampaignError,
    case::{OpCase, OpSequence},
    compare::Case,
    dut::Ready,
    engine::Skip,
    replay::Replay,
    sweep::{self, Disagreement, Swept},
};
use semantics::isa::Isa;
use serde::Serialize;
use std::{
    collections::BTreeMap,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Instant,
};

#[derive(Serialize)]
struct Finding<'a> {
    #[serde(flatten)]
    disagreement: &'a Disagreement,
    replay: String,
}

#[derive(Serialize)]
struct Counts {
    /// Words.
    cases: u64,
    findings: usize,
    cases_per_second: f64,
    seconds: f64,
    /// Words of extensions that are known by name only.
    not_modelled: u64,
    skipped: BTreeMap<Skip, u64>,
}

pub(super) fn run(args: &Fuzz, samples: u32, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let (ready, isas) = opened(args)?;
    let swept = swept(args, &ready, &isas, samples, output.is_json())?;
    for disagreement in &swept.disagreements {
        let replay = save(args, &ready, disagreement)?;
        let text = format!("{disagreement}\n  replay: {replay}");
        output.item(&Finding { disagreement, replay }, text)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let counts = Counts {
        cases: swept.words,
        findings: swept.disagreements.len(),
        cases_per_second: (swept.words as f64 / seconds).round(),
        seconds,
        not_modelled: swept.not_modelled,
        skipped: swept.skipped,
    };
    let isas: Vec<_> = isas.iter().map(Isa::text).collect();
    let mut text = format!(
        "{}: {} words under {}, {} findings; {seconds:.1} s",
        args.dut,
        counts.cases,
        isas.join(" and "),
        counts.findings
    );
    let left_out = counts.skipped.iter().map(|(reason, n)| format!("{n} words: {reason}"));
    let not_modelled = (counts.not_modelled > 0)
        .then(|| format!("{} words: of extensions that are not modelled", counts.not_modelled));
    let left_out: Vec<_> = left_out.chain(not_modelled).collect();
    if !left_out.is_empty() {
        text += &format!("\n    not compared: {}", left_out.join("; "));
    }
    output.summary(&counts, text)?;
    let compared = counts.cases - counts.not_modelled - counts.skipped.values().sum::<u64>();
    Ok(match (counts.findings, compared) {
        (0, 0) => Outcome::CouldNotRun,
        (0, _) => Outcome::Holds,
        _ => Outcome::False,
    })
}

/// Both kinds of words on every instruction set, on as many threads as there are jobs.
fn swept(
    args: &Fuzz,
    ready: &Ready,
    isas: &[Isa],
    samples: u32,
    json: bool,
) -> Result<Swept, Failure> {
    let next = AtomicUsize::new(0);
    let bar = progress::bar(2 * isas.len() as u64, "sweep", json);
    let one = |k: usize| -> Result<Swept, CampaignError> {
        let isa = &isas[k / 2];
        let mut engine = ready.open(isa)?;
        Ok(match k % 2 {
            0 => sweep::some_bit_flips(isa, &mut *engine, samples)?,
            _ => sweep::all_halfwords(isa, &mut *engine)?,
        })
    };
    let worker = || {
        let mut mine = Vec::new();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= 2 * isas.len() {
                return mine;
            }
            mine.push(one(k));
            bar.inc(1);
        }
    };
    let parts = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..args.jobs.unwrap_or(1).max(1)).map(|_| scope.spawn(worker)).collect();
        let join = |thread: std::thread::ScopedJoinHandle<'_, _>| match thread.join() {
            Ok(parts) => parts,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        threads.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    bar.finish_and_clear();
    let mut all = Swept::default();
    for part in parts {
        let part = part.map_err(Failure::Campaign)?;
        all.words += part.words;
        all.not_modelled += part.not_modelled;
        part.skipped.into_iter().for_each(|(skip, n)| *all.skipped.entry(skip).or_default() += n);
        all.disagreements.extend(part.disagreements);
    }
    Ok(all)
}

/// Writes the replay file of a word; the command that repeats it.
fn save(args: &Fuzz, ready: &Ready, found: &Disagreement) -> Result<String, Failure> {
    let folder: &Path = &args.findings;
    let fail = |source| Failure::Write { path: folder.into(), source };
    std::fs::create_dir_all(folder).map_err(fail)?;
    let isa = crate::failure::isa(&found.isa)?;
    let dut: String =
        args.dut.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let file = folder.join(format!("{dut}-rv{}-{:08x}.json", isa.xlen(), found.word));
    let cases = vec![OpCase::new(&isa, found.word, [0; 3])];
    let case = Case::Ops(OpSequence { isa, cases });
    let replay = Replay { dut: ready.dut().clone(), seed: 1, number: 0, case };
    replay.write(&file).map_err(Failure::Replay)?;
    Ok(format!("rvassay fuzz --dut {} --replay {}", args.dut, file.display()))
}
