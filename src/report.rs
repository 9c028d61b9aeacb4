//! `report`: tables of what things cost.

use crate::{
    cli::Report,
    failure::Failure,
    output::{Outcome, Output},
};
use equivalence::{Area, PUBLISHED};
use serde::Serialize;
use std::time::{Duration, Instant};

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
    let start = Instant::now();
    let limit = Duration::from_secs(args.timeout.max(1));
    let csv = args.csv && !output.is_json();
    if csv {
        output.text("unit,xlen,logic_nand2,flip_flops,total_nand2")?;
    } else {
        output.text(format_args!(
            "{:<10} {:>4} {:>12} {:>11} {:>12}",
            "unit", "XLEN", "logic NAND2", "flip-flops", "total NAND2"
        ))?;
    }
    let mut areas: Vec<Area> = Vec::new();
    for unit in rtl_harness::units() {
        let description = unit.description().map_err(Failure::Unit)?;
        for &xlen in &description.xlens {
            let area =
                equivalence::area(&description, None, xlen, limit).map_err(Failure::Equivalence)?;
            let Area { unit, logic, flip_flops, total, .. } = &area;
            let text = match csv {
                true => format!("{unit},{xlen},{logic},{flip_flops},{total}"),
                false => format!("{unit:<10} {xlen:>4} {logic:>12} {flip_flops:>11} {total:>12}"),
            };
            output.item(&area, text)?;
            areas.push(area);
        }
    }
    if !csv {
        compared(&areas, output)?;
    }
    let units = rtl_harness::units().len();
    let counts = Counts { units, areas: areas.len(), seconds: start.elapsed().as_secs_f64() };
    match csv {
        true => output.flush()?,
        false => {
            let text = format!("{} units, {} areas; {:.1} s", units, areas.len(), counts.seconds);
            output.summary(&counts, text)?;
        }
    }
    Ok(Outcome::Holds)
}

/// Ours beside what others have published.
fn compared(areas: &[Area], output: &mut Output) -> Result<(), Failure> {
    output.text("beside published figures (other flows; logic only):")?;
    for figure in PUBLISHED {
        let is_part =
            |area: &&Area| area.xlen == figure.xlen && figure.ours.contains(&area.unit.as_str());
        let ours: f64 = areas.iter().filter(is_part).map(|area| area.logic).sum();
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
