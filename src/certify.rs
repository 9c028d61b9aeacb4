//! `certify`: kernels on vectors, under guard, with their figures.

mod check;

use crate::{
    cache,
    cli::Certify,
    failure::{self, Failure, nearest},
    interrupt,
    output::{Outcome, Output},
    progress,
    tools::Without,
};
use certifier::{
    Core, Event, Options, Report, Subject,
    certificate::SkipReason,
    vectors::{VectorSource, parse},
};
use serde::Serialize;
use std::{
    collections::BTreeMap,
    sync::{Arc, atomic::AtomicBool},
    thread,
};
use toolbox::Tool;

#[derive(Serialize)]
struct Counts<'a> {
    kernels: usize,
    vectors: usize,
    passed: usize,
    failed: usize,
    skipped: &'a BTreeMap<SkipReason, usize>,
    /// Functions with a proof for all inputs.
    proved: usize,
    findings: usize,
    not_run: usize,
}

pub(crate) fn run(args: &Certify, output: &mut Output) -> Result<Outcome, Failure> {
    if let Some(path) = &args.check {
        return check::run(args, path, output);
    }
    let subjects = subjects(args)?;
    let without = Without::parse(&args.without)?;
    let stop = interrupt::stop_flag()?;
    let mut options = options(args.seed, args.jobs, &without, stop);
    choose(args, &without, &mut options)?;
    let report = examine(&subjects, &options, output.is_json())?;
    write(&report, output)?;
    let counts = counts(&report);
    output.summary(&counts, text(&report))?;
    // Who names a file wants its records run.
    let nothing = args.vectors.is_some() && report.vectors == 0;
    Ok(if nothing { Outcome::CouldNotRun.max(outcome(&report)) } else { outcome(&report) })
}

/// The vectors and the core that the user names.
fn choose(args: &Certify, without: &Without, options: &mut Options) -> Result<(), Failure> {
    options.core = core(&args.core, without)?;
    if let Some(path) = &args.vectors {
        let bytes = failure::read(path)?;
        let file = parse(&bytes, &path.display().to_string()).map_err(Failure::Vectors)?;
        options.vectors = VectorSource::Given(vec![file]);
    }
    Ok(())
}

/// The core on which cycles are counted.
pub(crate) fn core(name: &str, without: &Without) -> Result<Option<Core>, Failure> {
    use ::fuzz::dut::{Dut, DutError};
    if without.accepts(Tool::Verilator) {
        return Ok(None);
    }
    let dut = Dut::named(&format!("core:{name}"), None).map_err(Failure::Dut)?;
    let Dut::Core { description, .. } = dut else {
        let known = "core:NAME".into();
        return Err(Failure::Dut(DutError::Unknown { name: name.into(), known }));
    };
    let build = rtl_harness::BuildOptions::new(cache::folder("rtl"));
    Ok(Some(Core { description: *description, build }))
}

/// The user's own object, or the kernel of this id.
fn subject(args: &Certify, id: &str) -> Result<Subject, Failure> {
    match own(args)? {
        Some(subject) => Ok(subject),
        None => {
            let kernel = kernels::by_id(id).ok_or_else(|| no_kernel(id))?;
            Subject::embedded(kernel).map_err(Failure::Subject)
        }
    }
}

fn no_kernel(filter: &str) -> Failure {
    let near = nearest(filter, kernels::all().iter().map(|k| k.id)).join(" or ");
    Failure::NothingSelected { filter: filter.into(), among: "kernels", near }
}

/// What --elf and --manifest name.
fn own(args: &Certify) -> Result<Option<Subject>, Failure> {
    if let (Some(elf), Some(path)) = (&args.elf, &args.manifest) {
        let (object, text) = (failure::read(elf)?, failure::read(path)?);
        let text = String::from_utf8_lossy(&text);
        let (id, file) = (elf.display().to_string(), path.display().to_string());
        let subject = Subject::new(&id, &object, &text, &file).map_err(Failure::Subject)?;
        return Ok(Some(subject));
    }
    Ok(None)
}

/// The kernels whose id has the filter in it, or the user's own.
fn subjects(args: &Certify) -> Result<Vec<Subject>, Failure> {
    if let Some(subject) = own(args)? {
        return Ok(vec![subject]);
    }
    let filter = args.filter.as_deref().unwrap_or("");
    let selected: Vec<_> = kernels::all().iter().filter(|k| k.id.contains(filter)).collect();
    if selected.is_empty() {
        return Err(no_kernel(filter));
    }
    let embedded = |kernel: &&kernels::Kernel| Subject::embedded(kernel).map_err(Failure::Subject);
    selected.iter().map(embedded).collect()
}

/// Every embedded kernel.
pub(crate) fn all() -> Result<Vec<Subject>, Failure> {
    kernels::all().iter().map(|k| Subject::embedded(k).map_err(Failure::Subject)).collect()
}

pub(crate) fn options(
    seed: u64,
    jobs: Option<usize>,
    without: &Without,
    stop: Arc<AtomicBool>,
) -> Options {
    let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
    let embedded = without.accepts(Tool::Vectors);
    let vectors = if embedded { VectorSource::Embedded } else { VectorSource::Installed };
    Options { seed, jobs, vectors, stop, ..Options::default() }
}

/// Runs them, with a progress bar.
pub(crate) fn examine(
    subjects: &[Subject],
    options: &Options,
    json: bool,
) -> Result<Report, Failure> {
    let bar = progress::bar(0, "certify", json);
    let report = certifier::certify(subjects, options, &|event| match event {
        Event::Started { functions } => bar.set_length(functions as u64),
        Event::Function { kernel, function, .. } => {
            bar.set_message(format!("{kernel} {function}"));
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
    report.map_err(Failure::VectorSource)
}

/// The certificates as JSON, or the tables of the page as text.
pub(crate) fn write(report: &Report, output: &mut Output) -> Result<(), Failure> {
    for certificate in &report.certificates {
        output.record(certificate)?;
    }
    for finding in report.findings() {
        let at = finding.pc.map_or(String::new(), |pc| format!(" at {pc:#x}"));
        output.text(format_args!(
            "finding: {} {}: {:?}{at}: {}: expected {}, got {}\n    replay: {}",
            finding.kernel,
            finding.function,
            finding.check,
            finding.place,
            finding.expected,
            finding.got,
            finding.replay
        ))?;
    }
    for row in certifier::measure::compare(&report.certificates) {
        let base = row.base.zip(row.ratio).map_or(String::new(), |((kernel, count), ratio)| {
            format!("; {ratio:.1}x fewer than {kernel} ({count})")
        });
        let published = row
            .published
            .map_or(String::new(), |(count, source)| format!("; published {count} ({source})"));
        output.text(format_args!(
            "{:<28}{:<22}{:>5} instructions, {:>4} bytes{base}{published}",
            row.computes, row.kernel, row.instructions, row.code_bytes
        ))?;
    }
    for not_run in &report.not_run {
        output.text(format_args!("not run: {}: {}", not_run.what, not_run.reason))?;
    }
    Ok(())
}

fn counts(report: &Report) -> Counts<'_> {
    let functions = report.certificates.iter().flat_map(|c| &c.functions);
    Counts {
        kernels: report.kernels,
        vectors: report.vectors,
        passed: report.passed,
        failed: report.failed,
        skipped: &report.skipped,
        proved: functions.filter(|f| f.proved()).count(),
        findings: report.findings().count(),
        not_run: report.not_run.len(),
    }
}

/// The counts in words.
pub(crate) fn text(report: &Report) -> String {
    let c = counts(report);
    let mut text = format!(
        "{} kernels: {} of {} vectors passed, {} failed, {} findings, {} not run; proved for all inputs: {}",
        c.kernels, c.passed, c.vectors, c.failed, c.findings, c.not_run, c.proved
    );
    for (reason, count) in c.skipped {
        text += &format!("\n    {count} vectors skipped: {}", reason.text());
    }
    text
}

pub(crate) fn outcome(report: &Report) -> Outcome {
    if report.failed > 0 || report.findings().next().is_some() {
        Outcome::False
    } else if !report.not_run.is_empty() || (report.vectors == 0 && !report.proved()) {
        Outcome::CouldNotRun
    } else if !report.proved() {
        Outcome::Undecided
    } else {
        Outcome::Holds
    }
}
