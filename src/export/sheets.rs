//! Where exported texts go: standard output, or files of a folder.

use crate::{failure::Failure, output::Output};
use serde::Serialize;
use std::{fmt::Display, fs, io::Write as _, path::Path};

/// A file that was written.
#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
}

/// Texts that go to standard output one after the other, or each to its file.
pub(super) struct Sheets<'o> {
    output: &'o mut Output,
    folder: Option<&'o Path>,
    files: Vec<String>,
}

impl<'o> Sheets<'o> {
    pub(super) fn new(output: &'o mut Output, folder: Option<&'o Path>) -> Self {
        Sheets { output, folder, files: Vec::new() }
    }
    /// Whether texts go to files.
    pub(super) fn has_folder(&self) -> bool {
        self.folder.is_some()
    }
    /// The next part of a file; on standard output, `record` as a JSON line or the text.
    pub(super) fn item(
        &mut self,
        file: &str,
        record: &impl Serialize,
        text: impl Display,
    ) -> Result<(), Failure> {
        match self.folder {
            None => self.output.item(record, text),
            Some(folder) => self.append(folder, file, &text),
        }
    }
    /// A part that people read elsewhere in the text.
    pub(super) fn record(&mut self, record: &impl Serialize) -> Result<(), Failure> {
        if self.folder.is_some() { Ok(()) } else { self.output.record(record) }
    }
    /// A part without a record.
    pub(super) fn text(&mut self, file: &str, text: impl Display) -> Result<(), Failure> {
        match self.folder {
            None => self.output.text(text),
            Some(folder) => self.append(folder, file, &text),
        }
    }
    /// What is no part of a file: standard output has it beside files as well.
    pub(super) fn remark(&mut self, text: impl Display) -> Result<(), Failure> {
        self.output.text(text)
    }
    fn append(&mut self, folder: &Path, file: &str, text: &dyn Display) -> Result<(), Failure> {
        let path = folder.join(file);
        let fail = |source| Failure::Write { path: path.clone(), source };
        let mut options = fs::OpenOptions::new();
        // A file of before is not continued.
        let is_new = !self.files.iter().any(|known| known == file);
        options.create(true).write(true).append(!is_new).truncate(is_new);
        if is_new {
            fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(fail)?;
            self.files.push(file.to_owned());
        }
        let mut open = options.open(&path).map_err(fail)?;
        writeln!(open, "{text}").map_err(fail)
    }
    /// The files that were written, a line each, and how many.
    pub(super) fn finish(self) -> Result<usize, Failure> {
        for file in &self.files {
            self.output.item(&Written { file }, file)?;
        }
        Ok(self.files.len())
    }
}
