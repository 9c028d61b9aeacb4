//! `verify`: the main job, with a certificate at its end.

use crate::{
    certify,
    cli::{Fuzz, Prove, SolverName, Verify},
    failure::Failure,
    fuzz, interrupt,
    output::{Outcome, Output},
    prove,
    tools::{LeftOut, Without},
};
use ::fuzz::case::directive;
use certifier::page::{Page, Section, Table};
use proofs::{Report, Totals};
use semantics::isa::Isa;
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Instant, SystemTime},
};
use toolbox::Tool;

/// The counts of the whole run.
#[derive(Clone, Debug, Default, Serialize)]
struct Counts {
    proved: usize,
    refuted: usize,
    unknown: usize,
    /// Differences between engines, and false claims of manifests.
    findings: usize,
    kernels: usize,
    vectors: usize,
    failed: usize,
    /// Vectors that were skipped for an enumerated reason, and parts that the user does without.
    skipped: usize,
    not_run: usize,
    seconds: f64,
}

/// What the parts found, as the certificate holds it.
#[derive(Serialize)]
struct Certificate {
    rvassay: &'static str,
    made: String,
    seed: u64,
    proofs: Proofs,
    fuzzing: Vec<Campaign>,
    sweeps: Vec<Sweep>,
    kernels: certifier::Report,
    left_out: Vec<LeftOut>,
    summary: Counts,
}

#[derive(Serialize)]
struct Proofs {
    #[serde(flatten)]
    totals: Totals,
    reports: Vec<Report>,
}

#[derive(Serialize)]
struct Campaign {
    dut: String,
    #[serde(flatten)]
    counts: fuzz::Counts,
    found: Vec<::fuzz::finding::Finding>,
}

#[derive(Serialize)]
struct Sweep {
    isa: String,
    words: u64,
    disagreements: Vec<String>,
}

/// A part of the run as a JSON line.
#[derive(Serialize)]
struct Part<'a, T> {
    part: &'static str,
    #[serde(flatten)]
    result: &'a T,
}

/// A campaign: the engine, the tools that it needs, and its share of the time.
const CAMPAIGNS: [(&str, &[Tool]); 3] = [
    ("sim", &[]),
    ("unit:aes", &[Tool::Verilator, Tool::Cxx]),
    ("qemu", &[Tool::QemuRiscv32, Tool::QemuRiscv64]),
];

pub(crate) fn run(args: &Verify, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let without = Without::parse(&args.without)?;
    if without.accepts(Tool::Z3) {
        return Err(Failure::Needed { tool: Tool::Z3.info().name.into() });
    }
    fs::create_dir_all(&args.out)
        .map_err(|source| Failure::Write { path: args.out.clone(), source })?;
    let stop = interrupt::stop_flag()?;
    let mut outcome = Outcome::Holds;

    let (proofs, not_raced) = prove(args, &stop, output)?;
    outcome = outcome.max(prove::outcome(&proofs.totals));

    let mut left_out: Vec<LeftOut> = not_raced.into_iter().collect();
    let mut fuzzing = Vec::new();
    for (dut, tools) in CAMPAIGNS {
        let what = format!("fuzzing of {dut}");
        if let Some(out) = without.lacks(tools, &what).or_else(|| interrupted(&stop, &what)) {
            left_out.push(out);
            continue;
        }
        let campaign = explore(dut, args, &stop, output)?;
        outcome = outcome.max(campaign.1);
        fuzzing.push(campaign.0);
    }
    let sweeps = sweep(output)?;
    if sweeps.iter().any(|s| !s.disagreements.is_empty()) {
        outcome = Outcome::False;
    }

    let subjects = certify::all()?;
    let mut options = certify::options(args.seed, args.jobs, &without, Arc::clone(&stop));
    options.core = certify::core("inorder", &without)?;
    let kernels = certify::examine(&subjects, &options, output.is_json())?;
    certify::write(&kernels, output)?;
    output.text(certify::text(&kernels))?;
    outcome = outcome.max(certify::outcome(&kernels));
    left_out.extend(without.lacks(&[Tool::Vectors], "NIST's vectors").filter(|o| o.accepted));

    for out in &left_out {
        output.item(out, out)?;
    }
    if left_out.iter().any(|o| !o.accepted) {
        outcome = outcome.max(Outcome::CouldNotRun);
    }
    let summary = Counts {
        seconds: start.elapsed().as_secs_f64(),
        ..count(&proofs.totals, &fuzzing, &sweeps, &kernels, &left_out)
    };
    let made = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let certificate = Certificate {
        rvassay: env!("CARGO_PKG_VERSION"),
        made,
        seed: args.seed,
        proofs,
        fuzzing,
        sweeps,
        kernels,
        left_out,
        summary,
    };
    write(&certificate, &args.out)?;
    let page = args.out.join("certificate.html");
    output.text(format_args!("certificate: {}", page.display()))?;
    output.summary(&certificate.summary, text(&certificate.summary))?;
    Ok(outcome)
}

fn prove(
    args: &Verify,
    stop: &Arc<AtomicBool>,
    output: &mut Output,
) -> Result<(Proofs, Option<LeftOut>), Failure> {
    let options = Prove {
        filter: None,
        unit: None,
        core: None,
        isa: None,
        depth: equivalence::DEPTH,
        bug: None,
        mutants: Some(args.mutants),
        solver: SolverName::Auto,
        certificate: false,
        skip_listed: false,
        falsehoods: None,
        timeout: 60,
        jobs: args.jobs,
        seed: args.seed,
        no_store: args.no_store,
        without: args.without.clone(),
    };
    let obligations = prove::select(None)?;
    let prove::Discharged { run, left_out } =
        prove::discharge(&obligations, &options, Arc::clone(stop), output.is_json())?;
    prove::agreed(&run.reports)?;
    let totals = run.totals;
    for report in run.reports.iter().filter(|r| !r.holds()) {
        output.item(report, prove::line(report))?;
    }
    output.item(&Part { part: "proofs", result: &totals }, prove::text(&totals))?;
    output.flush()?;
    Ok((Proofs { totals, reports: run.reports }, left_out))
}

fn explore(
    dut: &str,
    args: &Verify,
    stop: &Arc<AtomicBool>,
    output: &mut Output,
) -> Result<(Campaign, Outcome), Failure> {
    let options = Fuzz {
        outside: false,
        filter: None,
        dut: dut.into(),
        cases: None,
        seconds: Some(args.seconds),
        replay: None,
        waveform: None,
        shard: None,
        isa: None,
        seed: args.seed,
        jobs: args.jobs,
        findings: args.out.join("findings"),
        cycles: false,
        timing: false,
        sweep: None,
        bug: None,
    };
    let summary = fuzz::compare(&options, Arc::clone(stop), output.is_json())?;
    let counts = fuzz::counts(&options, &summary);
    for finding in &summary.findings {
        output.item(finding, finding)?;
    }
    let text = fuzz::text(dut, &counts);
    let outcome = fuzz::outcome(&summary);
    let campaign = Campaign { dut: dut.into(), counts, found: summary.findings };
    output.item(&Part { part: "fuzzing", result: &campaign }, text)?;
    output.flush()?;
    Ok((campaign, outcome))
}

/// Legality of every single-bit flip of legal words and of all halfwords: the specification against the simulator.
fn sweep(output: &mut Output) -> Result<Vec<Sweep>, Failure> {
    let mut sweeps = Vec::new();
    for xlen in [32, 64] {
        let isa = Isa::modelled(xlen);
        let mut sim = ::fuzz::engine::Simulator::new(&isa, None);
        let broken = |broken: ::fuzz::engine::Broken| Failure::Campaign(broken.into());
        let mut swept = ::fuzz::sweep::bit_flips(&isa, &mut sim).map_err(broken)?;
        let halfwords = ::fuzz::sweep::all_halfwords(&isa, &mut sim).map_err(broken)?;
        swept.words += halfwords.words;
        swept.disagreements.extend(halfwords.disagreements);
        let said = |d: &::fuzz::sweep::Disagreement| {
            let legal = if d.legal { "legal" } else { "illegal" };
            if let Some(changes) = &d.changes {
                return format!(
                    "{} is illegal, and the simulator changes {changes}",
                    directive(d.word)
                );
            }
            format!("{} ({}) is {legal} for the specification only", directive(d.word), d.assembly)
        };
        let disagreements: Vec<_> = swept.disagreements.iter().map(said).collect();
        let sweep = Sweep { isa: isa.text().into(), words: swept.words, disagreements };
        let text = format!(
            "legality under {}: {} words (single-bit flips of legal ones, all of two bytes), {} disagreements with the simulator",
            sweep.isa,
            sweep.words,
            sweep.disagreements.len()
        );
        output.item(&Part { part: "sweep", result: &sweep }, text)?;
        for line in &sweep.disagreements {
            output.text(format_args!("    {line}"))?;
        }
        sweeps.push(sweep);
    }
    Ok(sweeps)
}

fn interrupted(stop: &AtomicBool, what: &str) -> Option<LeftOut> {
    let reason = "the run was interrupted".into();
    stop.load(Ordering::Relaxed).then(|| LeftOut { what: what.into(), reason, accepted: false })
}

fn count(
    totals: &Totals,
    fuzzing: &[Campaign],
    sweeps: &[Sweep],
    kernels: &certifier::Report,
    left_out: &[LeftOut],
) -> Counts {
    let accepted = left_out.iter().filter(|o| o.accepted).count();
    let differences: usize = fuzzing.iter().map(|c| c.found.len()).sum();
    let legality: usize = sweeps.iter().map(|s| s.disagreements.len()).sum();
    Counts {
        proved: totals.proved,
        // A claim that says nothing, or that a mutant passes, is as bad as a false one.
        refuted: totals.refuted + totals.vacuous + totals.trivial + totals.survived,
        unknown: totals.unknown + totals.mutants_unknown,
        findings: differences + legality + kernels.findings().count(),
        kernels: kernels.kernels,
        vectors: kernels.vectors,
        failed: kernels.failed,
        skipped: kernels.skipped.values().sum::<usize>() + accepted,
        not_run: totals.not_run + kernels.not_run.len() + left_out.len() - accepted,
        seconds: 0.0,
    }
}

fn text(c: &Counts) -> String {
    format!(
        "verify: {} proved, {} refuted, {} unknown; {} findings; {} kernels, {} vectors, {} failed, {} skipped; \
         {} not run; {:.0} s",
        c.proved,
        c.refuted,
        c.unknown,
        c.findings,
        c.kernels,
        c.vectors,
        c.failed,
        c.skipped,
        c.not_run,
        c.seconds
    )
}

/// `certificate.json` and `certificate.html`.
fn write(certificate: &Certificate, folder: &Path) -> Result<(), Failure> {
    let put = |path: PathBuf, text: String| {
        fs::write(&path, text).map_err(|source| Failure::Write { path, source })
    };
    let json = serde_json::to_string_pretty(certificate).map_err(|e| Failure::Output(e.into()))?;
    put(folder.join("certificate.json"), json + "\n")?;
    put(folder.join("certificate.html"), page(certificate).to_html())
}

fn page(c: &Certificate) -> Page {
    let mut summary = vec![
        format!("Made {} by rvassay {} with seed {}.", c.made, c.rvassay, c.seed),
        text(&c.summary),
    ];
    summary.extend(c.left_out.iter().map(|o| {
        format!("{}: {}: {}", if o.accepted { "Left out" } else { "Not run" }, o.what, o.reason)
    }));
    let mut sections = vec![proofs_section(&c.proofs), fuzzing_section(&c.fuzzing, &c.sweeps)];
    sections.extend(c.kernels.sections());
    Page { title: "Certificate of rvassay".into(), summary, sections }
}

fn proofs_section(proofs: &Proofs) -> Section {
    let mut table = Table::new(["obligation", "says", "from", "verdict", "by", "mutants"]);
    for r in &proofs.reports {
        table.rows.push(vec![
            r.id.clone(),
            r.says.into(),
            r.reference.into(),
            r.verdict.to_string(),
            r.engine.to_string(),
            r.mutants.len().to_string(),
        ]);
    }
    let intro = prove::text(&proofs.totals);
    Section { title: "Proofs about instructions".into(), intro, table, ..Section::default() }
}

fn fuzzing_section(fuzzing: &[Campaign], sweeps: &[Sweep]) -> Section {
    let mut table = Table::new(["engine", "cases", "ops", "findings", "seed", "skipped"]);
    for c in fuzzing {
        let skipped = c.counts.skipped_text();
        table.rows.push(vec![
            c.dut.clone(),
            c.counts.cases.to_string(),
            c.counts.ops.to_string(),
            c.counts.findings.to_string(),
            c.counts.seed.to_string(),
            skipped,
        ]);
    }
    for s in sweeps {
        table.rows.push(vec![
            format!("simulator, legality under {}", s.isa),
            s.words.to_string(),
            String::new(),
            s.disagreements.len().to_string(),
            String::new(),
            String::new(),
        ]);
    }
    let intro = "Each engine against the specification. Tests, not proofs.".into();
    Section { title: "Differential fuzzing".into(), intro, table, ..Section::default() }
}
