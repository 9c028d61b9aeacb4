//! `doctor`: the external tools that are there, and what is lost without the others.

use crate::{
    failure::Failure,
    output::{Outcome, Output},
};
use serde::Serialize;
use std::path::Path;
use toolbox::{Probe, State};

#[derive(Default, Serialize)]
struct Counts {
    tools: usize,
    missing: usize,
    wrong_version: usize,
}

#[derive(Serialize)]
struct Line<'a> {
    tool: &'a str,
    state: &'static str,
    version: Option<&'a str>,
    path: Option<&'a Path>,
    /// What is wrong, what is lost and what to do.
    complaint: Option<String>,
}

pub(crate) fn run(output: &mut Output) -> Result<Outcome, Failure> {
    let mut counts = Counts::default();
    for probe in &toolbox::probe_all() {
        let line = line(probe);
        counts.tools += 1;
        counts.missing += usize::from(line.state == "missing");
        counts.wrong_version += usize::from(line.state == "wrong version");
        let version = line.version.unwrap_or("");
        let place = line.path.map_or(String::new(), |p| p.display().to_string());
        let mut text = format!("{:<29}{:<15}{version:<12}{place}", line.tool, line.state);
        if let Some(complaint) = &line.complaint {
            text = format!("{}\n    {complaint}", text.trim_end());
        }
        output.item(&line, text.trim_end())?;
    }
    let Counts { tools, missing, wrong_version } = counts;
    let text = format!("{tools} tools, {missing} missing, {wrong_version} in a wrong version");
    output.summary(&counts, text)?;
    Ok(if missing + wrong_version == 0 { Outcome::Holds } else { Outcome::CouldNotRun })
}

fn line(probe: &Probe) -> Line<'_> {
    let (state, version, path) = match &probe.state {
        State::Right { path, version } => ("found", version.as_deref(), Some(path.as_path())),
        State::WrongVersion { path, version, .. } => {
            ("wrong version", version.as_deref(), Some(path.as_path()))
        }
        _ => ("missing", None, None),
    };
    Line { tool: probe.tool.info().name, state, version, path, complaint: probe.complaint() }
}
