//! The whole run: all functions of all subjects, on several threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use toolbox::Tool;

use crate::certificate::Certificate;
use crate::checks::{Outcome, examine, skipped, stopped};
use crate::finding::{Findings, Stage};
use crate::machine::{Core, Models, forbidden};
use crate::report::{NotRun, Report};
use crate::subject::Subject;
use crate::vectors::{SourceError, VectorSet, VectorSource};

/// How to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Of all random inputs. Equal seeds give equal reports.
    pub seed: u64,
    /// Random inputs for each function, against the reference.
    pub random_cases: usize,
    /// Traces that are compared with a first one.
    pub trace_runs: usize,
    /// Calls for each function that the specification machine repeats.
    pub specification_cases: usize,
    /// Whether to prove what all inputs give.
    pub proofs: bool,
    /// The core on which cycles are counted; without one they are only predicted.
    pub core: Option<Core>,
    /// After so many instructions a function is said not to return.
    pub max_instructions: u64,
    /// Threads, at least one.
    pub jobs: usize,
    /// Which vectors.
    pub vectors: VectorSource,
    /// Set to end early: what is done is reported, what is not is listed.
    pub stop: Arc<AtomicBool>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            seed: 1,
            random_cases: 64,
            trace_runs: 8,
            specification_cases: 4,
            proofs: true,
            core: None,
            max_instructions: 1_000_000,
            jobs: 1,
            vectors: VectorSource::default(),
            stop: Arc::default(),
        }
    }
}

/// Progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The number of functions is known.
    Started {
        /// How many.
        functions: usize,
    },
    /// A function is done.
    Function {
        /// The kernel.
        kernel: String,
        /// The function.
        function: String,
        /// Vectors that came out right.
        passed: usize,
        /// Vectors that did not.
        failed: usize,
        /// How many things are wrong.
        findings: usize,
    },
}

/// Certifies the subjects. `on_event` is called from several threads.
///
/// # Errors
/// [`SourceError`] when vectors that should be there cannot be used. A package that is not installed is no error:
/// its suites are in [`Report::not_run`].
pub fn certify(
    subjects: &[Subject],
    options: &Options,
    on_event: &(dyn Fn(Event) + Sync),
) -> Result<Report, SourceError> {
    let set = VectorSet::load(&options.vectors)?;
    let tools = tools(&set);
    let work: Vec<(usize, usize)> = subjects
        .iter()
        .enumerate()
        .flat_map(|(number, subject)| (0..subject.plans.len()).map(move |plan| (number, plan)))
        .collect();
    on_event(Event::Started { functions: work.len() });
    let outcomes = outcomes(subjects, &work, &set, options, on_event);

    let mut report = Report { kernels: subjects.len(), ..Report::default() };
    report.not_run = absent(subjects, &set);
    for subject in subjects {
        let mut certificate = Certificate::new(subject, options.seed, tools.clone());
        certificate.findings = decoded(subject, options.seed);
        report.certificates.push(certificate);
        for (reason, count) in skipped(subject, &set) {
            *report.skipped.entry(reason).or_insert(0) += count;
        }
    }
    for (at, (number, plan)) in work.iter().enumerate() {
        let subject = &subjects[*number];
        let name = format!("{} {}", subject.id, subject.plans[*plan].function.name);
        let interrupted = || NotRun { what: name.clone(), reason: "interrupted".to_owned() };
        let Some(outcome) = outcomes.get(&at) else {
            report.not_run.push(interrupted());
            continue;
        };
        if outcome.interrupted {
            report.not_run.push(interrupted());
        }
        let cycles = outcome.certificate.measured.as_ref().map(|measured| &measured.cycles);
        if let Some(why) = cycles.and_then(|cycles| cycles.why_not.as_ref()) {
            let what = format!("{name}: cycles on a core");
            report.not_run.push(NotRun { what, reason: why.clone() });
        }
        report.passed += outcome.passed;
        report.failed += outcome.failed;
        let certificate = &mut report.certificates[*number];
        certificate.functions.push(outcome.certificate.clone());
        for finding in &outcome.findings {
            // Decoding has found the instruction already.
            let same = |other: &&mut crate::Finding| {
                (other.check, &other.place) == (finding.check, &finding.place)
                    && other.pc == finding.pc
            };
            match certificate.findings.iter_mut().find(same) {
                Some(known) => known.times += finding.times,
                None => certificate.findings.push(finding.clone()),
            }
        }
    }
    report.vectors = report.passed + report.failed;
    Ok(report)
}

/// Runs the work; what the stop came before is missing.
fn outcomes(
    subjects: &[Subject],
    work: &[(usize, usize)],
    set: &VectorSet,
    options: &Options,
    on_event: &(dyn Fn(Event) + Sync),
) -> BTreeMap<usize, Outcome> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(BTreeMap::new());
    let models = Models::default();
    let worker = || {
        while !stopped(&options.stop) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((number, plan)) = work.get(at) else { return };
            let subject = &subjects[*number];
            let plan = &subject.plans[*plan];
            let outcome = examine(subject, plan, set, &models, options);
            on_event(Event::Function {
                kernel: subject.id.clone(),
                function: plan.function.name.clone(),
                passed: outcome.passed,
                failed: outcome.failed,
                findings: outcome.findings.len(),
            });
            done.lock().unwrap_or_else(PoisonError::into_inner).insert(at, outcome);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.clamp(1, work.len().max(1)) {
            scope.spawn(worker);
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Words of the code that the manifest's ISA does not have.
fn decoded(subject: &Subject, seed: u64) -> Vec<crate::Finding> {
    let mut all = Vec::new();
    for illegal in &subject.illegal {
        let function = subject.function_at(illegal.pc);
        let mut findings = Findings::new(&subject.id, function.unwrap_or("-"), seed);
        let isa = subject.isa.text();
        let (pc, word, name) = (illegal.pc, illegal.word, illegal.name.clone());
        let deviation = forbidden(isa, function, pc, word, name, &illegal.why);
        findings.add(Stage::Decode, Vec::new, deviation);
        all.append(&mut findings.list);
    }
    all
}

/// Suites that some function names and that could not be had.
fn absent(subjects: &[Subject], set: &VectorSet) -> Vec<NotRun> {
    let plans = || subjects.iter().flat_map(|subject| &subject.plans);
    let named = set.absent.iter().filter(|(suite, _)| plans().any(|p| p.suites.contains(suite)));
    named
        .map(|(suite, reason)| NotRun { what: suite.name().to_owned(), reason: reason.clone() })
        .collect()
}

fn tools(set: &VectorSet) -> Vec<(String, String)> {
    let mut tools = vec![("rvassay".to_owned(), env!("CARGO_PKG_VERSION").to_owned())];
    if let Some(version) = &set.package_version {
        tools.push((Tool::Vectors.info().name.to_owned(), version.clone()));
    }
    tools
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::Suite;

    #[test]
    fn a_suite_that_is_not_there_is_not_run_where_it_is_named() {
        let absent_package = [(Suite::AesEcb, "not installed: run `cargo xtask setup`".to_owned())];
        let set = VectorSet { absent: absent_package.to_vec(), ..VectorSet::default() };
        let subjects = [Subject::embedded(&kernels::all()[0]).unwrap()];
        let not_run = absent(&subjects, &set);
        assert_eq!(not_run.len(), 1);
        assert_eq!((not_run[0].what.as_str(), &not_run[0].reason), ("aes/ecb", &set.absent[0].1));
        assert_eq!(absent(&[], &set), []);
        let report = Report { kernels: 1, vectors: 1, passed: 1, not_run, ..Report::default() };
        assert!(!report.holds());
    }
}
