//! `report`: tables of what things cost.

mod core;
mod costs;

use crate::{
    cache,
    cli::Report,
    failure::Failure,
    output::{Outcome, Output},
    progress,
};
use equivalence::{Area, Measured, PUBLISHED};
use indicatif::ProgressBar;
use serde::Serialize;
use std::{
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// A unit on a register width.
#[derive(Serialize)]
struct Row<'a> {
    unit: &'a str,
    xlen: u32,
    #[serde(flatten)]
    area: &'a Area,
}

#[derive(Serialize)]
struct Compared {
    what: &'static str,
    xlen: u32,
    units: &'static [&'static str],
    /// NAND2 equivalents of our gates; flip-flops, which the published figures leave out, are not counted.
    ours: f64,
    published: f64,
    ratio: f64,
    source: &'static str,
}

#[derive(Serialize)]
struct Counts {
    units: usize,
    areas: usize,
    seconds: f64,
}

pub(crate) fn run(args: &Report, output: &mut Output) -> Result<Outcome, Failure> {
    if !args.area {
        return costs::run(args, output);
    }
    let start = Instant::now();
    let csv = args.csv && !output.is_json();
    if csv {
        output.text("unit,xlen,logic_nand2,flip_flops,total_nand2")?;
    }
    let (mut units, mut rows) = (0, 0);
    match &args.core {
        Some(name) => rows += core::run(name, args, csv, output)?,
        None => (units, rows) = of_units(args, csv, output)?,
    }
    let counts = Counts { units, areas: rows, seconds: start.elapsed().as_secs_f64() };
    match csv {
        true => output.flush()?,
        false => {
            let text = format!("{units} units, {rows} areas; {:.1} s", counts.seconds);
            output.summary(&counts, text)?;
        }
    }
    Ok(Outcome::Holds)
}

/// All units, beside published figures; how many there are, and how many rows.
fn of_units(args: &Report, csv: bool, output: &mut Output) -> Result<(usize, usize), Failure> {
    if !csv {
        output.text(format_args!(
            "{:<10} {:>4} {:>12} {:>11} {:>12}",
            "unit", "XLEN", "logic NAND2", "flip-flops", "total NAND2"
        ))?;
    }
    let (mut named, mut subjects) = (Vec::new(), Vec::new());
    for unit in rtl_harness::units() {
        let description = unit.description().map_err(Failure::Unit)?;
        for &xlen in description.xlens.iter().filter(|&&x| args.xlen.is_none_or(|xlen| x == xlen)) {
            let subject = Measured::unit(&description, None, xlen).map_err(Failure::Equivalence)?;
            named.push((description.name.clone(), xlen));
            subjects.push(subject);
        }
    }
    let bar = progress::bar(subjects.len() as u64, "area", output.is_json());
    let areas = measured(&subjects, args, &bar)?;
    bar.finish_and_clear();
    for ((unit, xlen), area) in named.iter().zip(&areas) {
        let Area { logic, flip_flops, total, .. } = area;
        let text = match csv {
            true => format!("{unit},{xlen},{logic},{flip_flops},{total}"),
            false => format!("{unit:<10} {xlen:>4} {logic:>12} {flip_flops:>11} {total:>12}"),
        };
        output.item(&Row { unit, xlen: *xlen, area }, text)?;
    }
    if !csv {
        compared(&named, &areas, output)?;
        output.text("the cores, with each extension on and off: report --area --core NAME")?;
    }
    Ok((rtl_harness::units().len(), areas.len()))
}

/// The areas, on as many threads as there are jobs.
fn measured(subjects: &[Measured], args: &Report, bar: &ProgressBar) -> Result<Vec<Area>, Failure> {
    let (folder, limit) = (cache::folder("areas"), Duration::from_secs(args.timeout.max(1)));
    let areas: Vec<OnceLock<_>> = subjects.iter().map(|_| OnceLock::new()).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(k) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&k| k < areas.len())
        {
            areas[k].get_or_init(|| subjects[k].area(&folder, limit));
            bar.inc(1);
        }
    };
    thread::scope(|scope| {
        (0..args.jobs.unwrap_or(1).max(1)).for_each(|_| drop(scope.spawn(worker)));
    });
    let done = areas.into_iter().filter_map(OnceLock::into_inner);
    done.collect::<Result<_, _>>().map_err(Failure::Equivalence)
}

/// Ours beside what others have published.
fn compared(named: &[(String, u32)], areas: &[Area], output: &mut Output) -> Result<(), Failure> {
    output.text("beside published figures (other flows; logic only):")?;
    for figure in PUBLISHED {
        let is_part = |((unit, xlen), area): (&(String, u32), &Area)| {
            (*xlen == figure.xlen && figure.ours.contains(&unit.as_str())).then_some(area.logic)
        };
        let parts: Vec<f64> = named.iter().zip(areas).filter_map(is_part).collect();
        if parts.len() < figure.ours.len() {
            continue;
        }
        let ours: f64 = parts.iter().sum();
        let row = Compared {
            what: figure.what,
            xlen: figure.xlen,
            units: figure.ours,
            ours,
            published: figure.nand2,
            ratio: ours / figure.nand2,
            source: figure.source,
        };
        let text = format!(
            "{:<34} RV{}  ours {:>8}  published {:>6}  ({:.2} of it; {}; {})",
            row.what,
            row.xlen,
            row.ours,
            row.published,
            row.ratio,
            row.units.join(" + "),
            row.source
        );
        output.item(&row, text)?;
    }
    Ok(())
}
