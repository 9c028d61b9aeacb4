//! What kernels cost: cycles, instructions, bytes, area; beside base instructions and published figures.

use crate::{
    cache, certify,
    cli::Report,
    failure::{self, Failure, nearest},
    output::{Outcome, Output},
    progress,
    tools::{LeftOut, Without},
};
use certifier::{
    Core, Subject,
    cost::{self, Row},
    page::{Page, Section},
};
use equivalence::Measured;
use serde::Serialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::{Duration, Instant},
};
use toolbox::Tool;

#[derive(Serialize)]
struct Counts {
    kernels: usize,
    functions: usize,
    /// Units on a register width whose area was counted.
    areas: usize,
    not_run: usize,
    seconds: f64,
}

/// Why ratios are against the better of two baselines.
const BASELINES: &str = "Speed-up and size ratio: cycles, and bytes of code and constants, of the fastest kernel of RV32I \
                         or RV64I by those of the row. No such kernel takes more instructions than what clang 19 makes \
                         of C with -O3 for the same instructions (table in kernels/README.md, held by a test).";

pub(crate) fn run(args: &Report, output: &mut Output) -> Result<Outcome, Failure> {
    let start = Instant::now();
    let without = Without::parse(&args.without)?;
    let core = args.core.as_deref().map(|name| certify::core(name, &without)).transpose()?;
    let core = core.flatten();
    let selected = select(args)?;
    let mut rows = measure(&selected, core.as_ref(), args.seed)?;
    let mut left_out = Vec::new();
    let mut areas = BTreeMap::new();
    match without.lacks(&[Tool::Yosys], "the area of units") {
        Some(out) => left_out.push(out),
        None => areas = count(&rows, args.timeout, output.is_json())?,
    }
    for row in &mut rows {
        row.add_area(&areas);
    }
    if let Some(path) = &args.html {
        let html = page(&rows, &left_out).to_html();
        std::fs::write(path, html)
            .map_err(|source| Failure::Write { path: path.clone(), source })?;
    }
    let functions = rows.len();
    let not_run = left_out.iter().filter(|out| !out.accepted).count();
    let seconds = start.elapsed().as_secs_f64();
    let counts =
        Counts { kernels: selected.len(), functions, areas: areas.len(), not_run, seconds };
    if args.csv && !output.is_json() {
        csv(&rows, output)?;
        for out in &left_out {
            eprintln!("{out}");
        }
        output.flush()?;
    } else {
        table(&rows, output)?;
        for out in &left_out {
            output.item(out, out)?;
        }
        let Counts { kernels, areas, .. } = counts;
        let text = format!(
            "{kernels} kernels, {functions} functions, {areas} areas of units, {not_run} not run"
        );
        output.summary(&counts, text)?;
    }
    Ok(if not_run > 0 { Outcome::CouldNotRun } else { Outcome::Holds })
}

/// The ids of the kernels that have the filter in them and only instructions of the ISA string.
fn select(args: &Report) -> Result<BTreeSet<&'static str>, Failure> {
    let filter = args.filter.as_deref().unwrap_or("");
    let isa = args.isa.as_deref().map(failure::isa).transpose()?;
    let mut selected = BTreeSet::new();
    for kernel in kernels::all().iter().filter(|kernel| kernel.id.contains(filter)) {
        let own = failure::isa(&kernel.manifest().map_err(Failure::Manifest)?.isa)?;
        let within = |isa: &semantics::isa::Isa| {
            isa.xlen() == own.xlen() && own.extensions().iter().all(|name| isa.enables(name))
        };
        if isa.as_ref().is_none_or(within) {
            selected.insert(kernel.id);
        }
    }
    if selected.is_empty() {
        let near = nearest(filter, kernels::all().iter().map(|k| k.id)).join(" or ");
        return Err(Failure::NothingSelected { filter: filter.into(), among: "kernels", near });
    }
    Ok(selected)
}

/// The rows of these kernels; what they are compared with is measured beside them.
fn measure(selected: &BTreeSet<&str>, core: Option<&Core>, seed: u64) -> Result<Vec<Row>, Failure> {
    let cipher = |id: &str| id.split('/').next().unwrap_or_default().to_owned();
    let ciphers: BTreeSet<String> = selected.iter().map(|id| cipher(id)).collect();
    let kernels = kernels::all().iter().filter(|kernel| ciphers.contains(&cipher(kernel.id)));
    let subjects = kernels.map(|k| Subject::embedded(k).map_err(Failure::Subject));
    let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
    let mut rows = cost::rows(&subjects, core, seed).map_err(Failure::Cost)?;
    rows.retain(|row| selected.contains(row.kernel.as_str()));
    Ok(rows)
}

/// The NAND2 equivalents of all units that the rows need, by unit and width.
fn count(rows: &[Row], timeout: u64, json: bool) -> Result<BTreeMap<(String, u32), f64>, Failure> {
    let needed: BTreeSet<(&str, u32)> = rows
        .iter()
        .flat_map(|row| row.units.iter().map(|unit| (unit.as_str(), row.xlen)))
        .collect();
    let (folder, limit) = (cache::folder("areas"), Duration::from_secs(timeout.max(1)));
    let bar = progress::bar(needed.len() as u64, "area", json);
    let mut areas = BTreeMap::new();
    for unit in rtl_harness::units() {
        let description = unit.description().map_err(Failure::Unit)?;
        for &(name, xlen) in needed.iter().filter(|(name, _)| *name == description.name) {
            bar.set_message(format!("{name} RV{xlen}"));
            let unit = Measured::unit(&description, None, xlen).map_err(Failure::Equivalence)?;
            let area = unit.area(&folder, limit).map_err(Failure::Equivalence)?;
            areas.insert((name.to_owned(), xlen), area.total);
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    Ok(areas)
}

fn table(rows: &[Row], output: &mut Output) -> Result<(), Failure> {
    output.text(format_args!(
        "{:<28} {:<30} {:>7} {:>9} {:>9} {:>6} {:>6} {:>6} {:>8} {:>5} {:>9} {:>12}  published",
        "function",
        "kernel",
        "cycles",
        "predicted",
        "a byte",
        "instr.",
        "code",
        "data",
        "speed-up",
        "size",
        "NAND2",
        "cycles x it"
    ))?;
    for row in rows {
        let (baseline, published) = (row.baseline.as_ref(), row.published);
        let published = published.map_or(String::new(), |figure| {
            let cycles = figure.cycles.map_or(String::new(), |c| format!(", {c} cycles"));
            format!("{} instructions{cycles} ({})", figure.instructions, figure.source)
        });
        let text = format!(
            "{:<28} {:<30} {:>7} {:>9} {:>9} {:>6} {:>6} {:>6} {:>8} {:>5} {:>9} {:>12}  {published}",
            row.computes,
            row.kernel,
            or_dash(row.core),
            or_dash(row.predicted),
            rounded(row.cycles_per_byte, 2),
            row.instructions,
            row.code_bytes,
            row.data_bytes,
            rounded(baseline.and_then(|base| base.speed_up), 2),
            rounded(baseline.map(|base| base.size_ratio), 2),
            rounded(row.area, 1),
            rounded(row.cycles_area, 0),
        );
        output.item(row, text.trim_end())?;
    }
    output.text(BASELINES)
}

fn or_dash(value: Option<u64>) -> String {
    value.map_or("-".into(), |value| value.to_string())
}

fn rounded(value: Option<f64>, digits: usize) -> String {
    value.map_or("-".into(), |value| format!("{value:.digits$}"))
}

fn csv(rows: &[Row], output: &mut Output) -> Result<(), Failure> {
    let broken = |error: csv::Error| Failure::Output(std::io::Error::other(error));
    let mut csv = csv::Writer::from_writer(Vec::new());
    let header = "cipher kernel isa xlen function computes constant_time cycles predicted bytes cycles_per_byte \
                  instructions code_bytes data_bytes extensions units area_nand2 cycles_area baseline speed_up \
                  size_ratio published_instructions published_cycles source";
    csv.write_record(header.split_whitespace()).map_err(broken)?;
    for row in rows {
        let (base, published) = (row.baseline.as_ref(), row.published);
        let whole = |value: Option<u64>| value.map(|v| v.to_string()).unwrap_or_default();
        let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
        let record = [
            row.cipher.clone(),
            row.kernel.clone(),
            row.isa.clone(),
            row.xlen.to_string(),
            row.function.clone(),
            row.computes.clone(),
            row.constant_time.to_string(),
            whole(row.core),
            whole(row.predicted),
            whole(row.bytes.map(|bytes| bytes as u64)),
            number(row.cycles_per_byte),
            row.instructions.to_string(),
            row.code_bytes.to_string(),
            row.data_bytes.to_string(),
            row.extensions.join(" "),
            row.units.join(" "),
            number(row.area),
            number(row.cycles_area),
            base.map(|base| base.kernel.clone()).unwrap_or_default(),
            number(base.and_then(|base| base.speed_up)),
            number(base.map(|base| base.size_ratio)),
            whole(published.map(|figure| figure.instructions)),
            whole(published.and_then(|figure| figure.cycles)),
            published.map(|figure| figure.source.to_owned()).unwrap_or_default(),
        ];
        csv.write_record(record).map_err(broken)?;
    }
    let text = csv.into_inner().map_err(|error| broken(error.into_error().into()))?;
    output.text(String::from_utf8_lossy(&text).trim_end())
}

fn page(rows: &[Row], left_out: &[LeftOut]) -> Page {
    let version = env!("CARGO_PKG_VERSION");
    let mut summary = vec![
        format!("Made by rvassay {version}. One call of each function on random inputs."),
        "Cycles are those of the in-order core of the project, from the retirement of the call to that of the return, \
         in memory without waits; predicted ones are the simulator's."
            .to_owned(),
        BASELINES.to_owned(),
        "Area: cells of the RTL units that a function's instructions need, in NAND2 equivalents, flip-flops included, \
         without the core."
            .to_owned(),
    ];
    summary.extend(left_out.iter().map(ToString::to_string));
    let sections: Vec<Section> = cost::sections(rows);
    Page { title: "What RISC-V cryptography costs".into(), summary, sections }
}
