//! What a run came to, and how a page shows it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::certificate::{Certificate, FunctionCertificate, SkipReason};
use crate::finding::Finding;
use crate::measure::compare;
use crate::page::{Section, Table};

/// The result of [`certify`](crate::certify).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Kernels that were run.
    pub kernels: usize,
    /// Vectors that were run: records, once for each function that runs them.
    pub vectors: usize,
    /// Those of them that came out right.
    pub passed: usize,
    /// Those that did not.
    pub failed: usize,
    /// Vectors that were not run, by reason.
    pub skipped: BTreeMap<SkipReason, usize>,
    /// What should have been run and was not: never success, unless the caller's user accepted it.
    pub not_run: Vec<NotRun>,
    /// One for each kernel, in the order of the subjects.
    pub certificates: Vec<Certificate>,
}

/// Something that was not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotRun {
    /// A suite or a function.
    pub what: String,
    /// Why, with the remedy.
    pub reason: String,
}

impl Report {
    /// Everything that is wrong.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.certificates.iter().flat_map(|certificate| &certificate.findings)
    }

    /// That every function is proved, in every placement and for every length of its manifest.
    pub fn proved(&self) -> bool {
        let mut functions = self.certificates.iter().flat_map(|c| &c.functions).peekable();
        functions.peek().is_some() && functions.all(FunctionCertificate::proved)
    }

    /// That at least one kernel was run, on vectors or for all inputs, all was right and nothing was left out.
    pub fn holds(&self) -> bool {
        let ran = self.kernels > 0 && (self.vectors > 0 || self.proved());
        ran && self.failed == 0 && self.not_run.is_empty() && self.findings().next().is_none()
    }

    /// The sections of a page.
    pub fn sections(&self) -> Vec<Section> {
        let mut sections =
            vec![self.findings_section(), self.vectors_section(), self.tests_section()];
        sections.extend([
            self.figures_section(),
            self.comparison_section(),
            self.assumed_section(),
        ]);
        sections
    }

    fn findings_section(&self) -> Section {
        let mut table = Table::new([
            "kernel", "function", "check", "stage", "pc", "place", "expected", "got", "inputs",
            "replay", "times",
        ]);
        for f in self.findings() {
            let inputs = f.inputs.iter().map(|(name, value)| format!("{name} = {value}"));
            table.rows.push(vec![
                f.kernel.clone(),
                f.function.clone(),
                f.check.to_string(),
                f.stage.to_string(),
                f.pc.map(|pc| format!("{pc:#x}")).unwrap_or_default(),
                f.place.clone(),
                f.expected.clone(),
                f.got.clone(),
                inputs.collect::<Vec<_>>().join(", "),
                f.replay.clone(),
                f.times.to_string(),
            ]);
        }
        if table.rows.is_empty() {
            let intro = format!("None in {} kernels.", self.kernels);
            return section("Findings", &intro, Table::default());
        }
        section("Findings", "Each of these makes a claim of a manifest false.", table)
    }

    fn vectors_section(&self) -> Section {
        let mut table = Table::new(["kernel", "file", "vectors", "passed"]);
        for certificate in &self.certificates {
            let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
            for count in certificate.functions.iter().flat_map(|f| &f.tested.vectors) {
                let entry = files.entry(&count.file).or_default();
                *entry = (entry.0 + count.records, entry.1 + count.passed);
            }
            for (file, (records, passed)) in files {
                let cells =
                    [certificate.id.as_str(), file, &records.to_string(), &passed.to_string()];
                table.rows.push(cells.map(str::to_owned).to_vec());
            }
        }
        for (reason, count) in &self.skipped {
            let cells = ["skipped", reason.text(), &count.to_string(), ""];
            table.rows.push(cells.map(str::to_owned).to_vec());
        }
        for not_run in &self.not_run {
            let cells = ["not run", &format!("{}: {}", not_run.what, not_run.reason), "", ""];
            table.rows.push(cells.map(str::to_owned).to_vec());
        }
        let intro = format!("{} of {} vectors passed.", self.passed, self.vectors);
        section("Known-answer vectors", &intro, table)
    }

    fn tests_section(&self) -> Section {
        let mut table = Table::new([
            "kernel",
            "function",
            "proved",
            "random",
            "lengths",
            "counters",
            "splits",
            "placements",
            "overlap",
            "traces",
            "leaks",
            "specification",
        ]);
        for certificate in &self.certificates {
            for function in &certificate.functions {
                let tested = &function.tested;
                table.rows.push(vec![
                    certificate.id.clone(),
                    function.name.clone(),
                    if function.proved() { "yes" } else { "no" }.to_owned(),
                    tested.random.to_string(),
                    tested.lengths.to_string(),
                    tested.counters.to_string(),
                    tested.splits.to_string(),
                    tested.alignment.to_string(),
                    tested.overlap.to_string(),
                    tested.constant_time.runs.to_string(),
                    match tested.constant_time.observed.join(", ") {
                        none if none.is_empty() => "none seen".to_owned(),
                        kinds => kinds,
                    },
                    tested.specification.to_string(),
                ]);
            }
        }
        let intro = "Numbers of calls. Every call had guards around every buffer, canaries in the kept registers and \
                     read-only inputs.";
        section("Tests of the kernels", intro, table)
    }

    fn figures_section(&self) -> Section {
        let mut table = Table::new([
            "kernel",
            "function",
            "instructions min",
            "max",
            "code bytes",
            "stack bytes",
            "clobbers",
            "extensions",
            "cycles",
            "predicted",
        ]);
        for certificate in &self.certificates {
            for function in &certificate.functions {
                let Some(m) = &function.measured else { continue };
                table.rows.push(vec![
                    certificate.id.clone(),
                    function.name.clone(),
                    m.min_instructions.to_string(),
                    m.max_instructions.to_string(),
                    m.code_bytes.to_string(),
                    m.stack_bytes.to_string(),
                    m.clobbers.join(" "),
                    m.extensions.join(" "),
                    m.cycles.core.map(|cycles| cycles.to_string()).unwrap_or_default(),
                    m.cycles.predicted.map(|cycles| cycles.to_string()).unwrap_or_default(),
                ]);
            }
        }
        let intro = "Instructions are retired ones, from the first of the function to its return, both included.";
        section("Figures", intro, table)
    }

    fn comparison_section(&self) -> Section {
        let mut table = Table::new([
            "function",
            "kernel",
            "instructions",
            "base kernel",
            "base instructions",
            "ratio",
            "published",
            "source",
        ]);
        for row in compare(&self.certificates) {
            let (base, count) = row.base.unwrap_or_default();
            let count = if base.is_empty() { String::new() } else { count.to_string() };
            table.rows.push(vec![
                row.computes,
                row.kernel,
                row.instructions.to_string(),
                base,
                count,
                row.ratio.map(|ratio| format!("{ratio:.2}")).unwrap_or_default(),
                row.published.map(|(count, _)| count.to_string()).unwrap_or_default(),
                row.published.map(|(_, source)| source.to_owned()).unwrap_or_default(),
            ]);
        }
        section(
            "Base instructions against extension",
            "A ratio above 1 is fewer instructions.",
            table,
        )
    }

    fn assumed_section(&self) -> Section {
        let mut table = Table::new(["kernel", "what", "assumption"]);
        let mut row = |kernel: &str, what: &str, text: &str| {
            table.rows.push([kernel, what, text].map(str::to_owned).to_vec());
        };
        for certificate in &self.certificates {
            row(&certificate.id, "object SHA-256", &certificate.object_sha256);
            for text in &certificate.assumed {
                row(&certificate.id, "all functions", text);
            }
            for function in &certificate.functions {
                for text in &function.assumed {
                    row(&certificate.id, &function.name, text);
                }
            }
        }
        section("Objects and assumptions", "", table)
    }
}

fn section(title: &str, intro: &str, table: Table) -> Section {
    Section { title: title.to_owned(), intro: intro.to_owned(), table, ..Section::default() }
}
