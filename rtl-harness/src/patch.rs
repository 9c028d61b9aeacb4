//! Unified diffs, applied strictly: every context line must match at the line that the hunk names.

use std::{iter::Peekable, path::Path, str::Lines};

use crate::description::Source;

/// A unified diff over the sources of a unit: a seeded bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// What messages call it.
    pub name: String,
    /// The diff. Lines before the first `---` are a comment.
    pub text: String,
}

/// A patch that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// The file cannot be read.
    #[error("cannot read the patch {name}: {kind}")]
    Read {
        /// The file.
        name: String,
        /// Why.
        kind: std::io::ErrorKind,
    },
    /// There is no hunk in it.
    #[error("patch {name} changes nothing")]
    Empty {
        /// The patch.
        name: String,
    },
    /// A line that a unified diff cannot have there.
    #[error("{name}:{line}: not a line of a unified diff")]
    Syntax {
        /// The patch.
        name: String,
        /// Its line, from 1.
        line: usize,
    },
    /// It patches a file that is not a source of the unit.
    #[error("{name}:{line}: the unit has no source {file}")]
    UnknownFile {
        /// The patch.
        name: String,
        /// Its line, from 1.
        line: usize,
        /// The file.
        file: String,
    },
    /// A context or removed line is not in the source.
    #[error("{name}:{line}: {file} has another line {source_line}")]
    Mismatch {
        /// The patch.
        name: String,
        /// Its line, from 1.
        line: usize,
        /// The source.
        file: String,
        /// The source's line, from 1.
        source_line: usize,
    },
}

impl Patch {
    /// Reads a patch file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn load(path: &Path) -> Result<Self, PatchError> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self { name, text }),
            Err(e) => Err(PatchError::Read { name, kind: e.kind() }),
        }
    }

    /// The sources with the patch applied.
    ///
    /// # Errors
    /// When the patch is not a unified diff of these sources.
    pub fn apply(&self, sources: &[Source]) -> Result<Vec<Source>, PatchError> {
        let mut patched = sources.to_vec();
        let mut diff = Diff { name: &self.name, lines: self.text.lines().peekable(), line: 0 };
        let mut hunks = 0;
        while diff.skip_to("--- ") {
            diff.next();
            let header = diff.next().and_then(|line| line.strip_prefix("+++ "));
            let Some(file) = header.and_then(|path| path.split('\t').next()) else {
                return Err(diff.syntax());
            };
            // `diff` and `git diff` write the new side of a path below `b/`.
            let file = file.strip_prefix("b/").unwrap_or(file);
            let Some(source) = patched.iter_mut().find(|source| source.name == file) else {
                let (name, line) = (self.name.clone(), diff.line);
                return Err(PatchError::UnknownFile { name, line, file: file.to_owned() });
            };
            hunks += diff.file(source)?;
        }
        if hunks == 0 {
            return Err(PatchError::Empty { name: self.name.clone() });
        }
        Ok(patched)
    }
}

struct Diff<'a> {
    name: &'a str,
    lines: Peekable<Lines<'a>>,
    line: usize,
}

impl<'a> Diff<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.line += 1;
        self.lines.next()
    }

    fn skip_to(&mut self, prefix: &str) -> bool {
        while self.lines.peek().is_some_and(|line| !line.starts_with(prefix)) {
            self.next();
        }
        self.lines.peek().is_some()
    }

    fn syntax(&self) -> PatchError {
        PatchError::Syntax { name: self.name.to_owned(), line: self.line }
    }

    /// Applies the hunks of one file and counts them.
    fn file(&mut self, source: &mut Source) -> Result<usize, PatchError> {
        let old: Vec<&str> = source.text.lines().collect();
        let mut new: Vec<&str> = Vec::with_capacity(old.len());
        let (mut read, mut hunks) = (0, 0);
        while self.lines.peek().is_some_and(|line| line.starts_with("@@")) {
            let (start, mut remove, mut add) = self.hunk_header()?;
            if start < read || start > old.len() {
                return Err(self.syntax());
            }
            new.extend(&old[read..start]);
            read = start;
            while remove > 0 || add > 0 {
                // An editor may strip the blank of an empty context line.
                let line = self.next().ok_or_else(|| self.syntax())?;
                let (kind, text) = line.split_at_checked(1).unwrap_or((" ", ""));
                let (is_old, is_new) = match kind {
                    " " => (1, 1),
                    "-" => (1, 0),
                    "+" => (0, 1),
                    _ => return Err(self.syntax()),
                };
                if is_old > remove || is_new > add {
                    return Err(self.syntax());
                }
                remove -= is_old;
                add -= is_new;
                if is_old == 1 {
                    if old.get(read) != Some(&text) {
                        let (name, line) = (self.name.to_owned(), self.line);
                        let (file, source_line) = (source.name.clone(), read + 1);
                        return Err(PatchError::Mismatch { name, line, file, source_line });
                    }
                    read += 1;
                }
                if is_new == 1 {
                    new.push(text);
                }
            }
            hunks += 1;
        }
        new.extend(&old[read..]);
        source.text = new.join("\n") + "\n";
        Ok(hunks)
    }

    /// `@@ -start,count +start,count @@`: the first old line from 0, and both counts.
    fn hunk_header(&mut self) -> Result<(usize, usize, usize), PatchError> {
        let mut words = self.next().unwrap_or_default().split(' ').skip(1);
        let mut range = |sign| {
            let (start, count) = {
                let range = words.next()?.strip_prefix(sign)?;
                range.split_once(',').unwrap_or((range, "1"))
            };
            Some((start.parse::<usize>().ok()?, count.parse::<usize>().ok()?))
        };
        let (Some((start, remove)), Some((_, add))) = (range('-'), range('+')) else {
            return Err(self.syntax());
        };
        // A hunk without old lines names the line after which it inserts.
        Ok((if remove == 0 { start } else { start.saturating_sub(1) }, remove, add))
    }
}
