//! The rows as sections of a page: plots and tables, a cipher each.

use super::Row;
use crate::page::{Section, Table};
use crate::plot::{Bar, Bars, Plot, Point, Points};

/// A section on area, when there are areas, and one for each cipher, in the order of the rows.
pub fn sections(rows: &[Row]) -> Vec<Section> {
    let mut ciphers: Vec<&str> = rows.iter().map(|row| row.cipher.as_str()).collect();
    ciphers.dedup();
    area(rows).into_iter().chain(ciphers.iter().map(|cipher| section(cipher, rows))).collect()
}

/// What the area of units buys.
fn area(rows: &[Row]) -> Option<Section> {
    let point = |row: &Row| {
        let (area, speed_up) = (row.area?, row.baseline.as_ref()?.speed_up?);
        let label = format!(
            "{} {}: {speed_up:.2} times as fast with {area} NAND2",
            row.kernel, row.computes
        );
        Some(Point { label, group: row.cipher.clone(), at: [area, speed_up] })
    };
    let points: Vec<Point> = rows.iter().filter_map(point).collect();
    if points.is_empty() {
        return None;
    }
    let title = "Speed-up against the area of the units".to_owned();
    let axes = ["NAND2 equivalents".to_owned(), "times as fast".to_owned()];
    let intro = "Both axes are logarithmic. A point is a function: what its units cost, and how many times as fast \
                 as with base instructions it is.";
    Some(Section {
        title: title.clone(),
        intro: intro.to_owned(),
        plots: vec![Plot::Points(Points { title, axes, points })],
        ..Section::default()
    })
}

fn section(cipher: &str, rows: &[Row]) -> Section {
    let own: Vec<&Row> = rows.iter().filter(|row| row.cipher == cipher).collect();
    let mut computes: Vec<&str> = own.iter().map(|row| row.computes.as_str()).collect();
    computes.sort_unstable();
    computes.dedup();
    let mut plots = Vec::new();
    for function in computes {
        let own: Vec<&Row> = own.iter().filter(|row| row.computes == function).copied().collect();
        let cycles = |row: &Row| row.cycles().map(|cycles| (cycles, cycles.to_string()));
        let bytes = |row: &Row| Some((row.size(), format!("{} bytes", row.size())));
        plots.extend([
            bars(format!("{function}: cycles"), &own, cycles),
            bars(format!("{function}: code and constants"), &own, bytes),
        ]);
    }
    let intro = "Grey bars have base instructions only.".to_owned();
    Section { title: cipher.to_owned(), intro, table: table(&own), plots }
}

fn bars(title: String, rows: &[&Row], value: impl Fn(&Row) -> Option<(u64, String)>) -> Plot {
    let bar = |row: &&Row| {
        let (value, text) = value(row)?;
        let base = row.baseline.is_none();
        Some(Bar { label: row.kernel.clone(), value: value as f64, text, base })
    };
    Plot::Bars(Bars { title, bars: rows.iter().filter_map(bar).collect() })
}

fn table(rows: &[&Row]) -> Table {
    let mut table = Table::new([
        "function",
        "kernel",
        "ISA",
        "constant time",
        "cycles",
        "predicted",
        "cycles a byte",
        "instructions",
        "code bytes",
        "data bytes",
        "units",
        "area, NAND2",
        "cycles x area",
        "baseline",
        "speed-up",
        "size ratio",
        "published instructions",
        "published cycles",
        "source",
    ]);
    let number = |value: Option<f64>| value.map(|v| format!("{v:.2}")).unwrap_or_default();
    let whole = |value: Option<u64>| value.map(|v| v.to_string()).unwrap_or_default();
    for row in rows {
        let (baseline, published) = (row.baseline.as_ref(), row.published);
        table.rows.push(vec![
            row.computes.clone(),
            row.kernel.clone(),
            row.isa.clone(),
            if row.constant_time { "yes" } else { "no" }.to_owned(),
            whole(row.core),
            whole(row.predicted),
            number(row.cycles_per_byte),
            row.instructions.to_string(),
            row.code_bytes.to_string(),
            row.data_bytes.to_string(),
            row.units.join(" "),
            row.area.map(|area| area.to_string()).unwrap_or_default(),
            row.cycles_area.map(|product| format!("{product:.0}")).unwrap_or_default(),
            baseline.map(|base| base.kernel.clone()).unwrap_or_default(),
            number(baseline.and_then(|base| base.speed_up)),
            number(baseline.map(|base| base.size_ratio)),
            whole(published.map(|figure| figure.instructions)),
            whole(published.and_then(|figure| figure.cycles)),
            published.map(|figure| figure.source.to_owned()).unwrap_or_default(),
        ]);
    }
    table
}
