//! Results on standard output, as text or as one JSON object a line, and exit codes.

use crate::failure::Failure;
use serde::Serialize;
use std::{
    fmt::Display,
    io::{self, BufWriter, StdoutLock, Write},
    process::ExitCode,
};

/// What a run amounts to. Ordered by what decides when several parts are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Everything that was claimed holds.
    Holds,
    /// Something was not decided within its limits.
    Undecided,
    /// Something could not be run.
    CouldNotRun,
    /// A claim is false.
    False,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        ExitCode::from(match outcome {
            Outcome::Holds => 0,
            Outcome::False => 1,
            Outcome::CouldNotRun => 2,
            Outcome::Undecided => 3,
        })
    }
}

/// Where results go. Progress and logs go to standard error.
pub(crate) struct Output {
    json: bool,
    out: BufWriter<StdoutLock<'static>>,
}

impl Output {
    pub(crate) fn new(json: bool) -> Self {
        Output { json, out: BufWriter::new(io::stdout().lock()) }
    }
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }
    /// One result: `record` as a JSON line, or `text`.
    pub(crate) fn item(
        &mut self,
        record: &impl Serialize,
        text: impl Display,
    ) -> Result<(), Failure> {
        if self.json { self.line(record) } else { self.text(text) }
    }
    /// A detail that people read elsewhere in the text.
    pub(crate) fn record(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        if self.json { self.line(record) } else { Ok(()) }
    }
    /// Text for people only.
    pub(crate) fn text(&mut self, text: impl Display) -> Result<(), Failure> {
        if !self.json {
            writeln!(self.out, "{text}").map_err(Failure::Output)?;
        }
        Ok(())
    }
    /// The last line: `{"summary": {...}}`, or `text`.
    pub(crate) fn summary(
        &mut self,
        counts: &impl Serialize,
        text: impl Display,
    ) -> Result<(), Failure> {
        #[derive(Serialize)]
        struct Last<'a, T> {
            summary: &'a T,
        }
        self.item(&Last { summary: counts }, text)?;
        self.flush()
    }
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.out.flush().map_err(Failure::Output)
    }
    fn line(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.out, record).map_err(|e| Failure::Output(e.into()))?;
        self.out.write_all(b"\n").map_err(Failure::Output)
    }
}
