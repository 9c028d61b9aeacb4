//! Proved verdicts, one file each, named by the hash of the goal.

use crate::report::Engine;
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

/// A folder of verdicts.
#[derive(Debug)]
pub(crate) struct Store {
    folder: PathBuf,
}

/// A goal that was proved, and the mutants that were decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The hash of the goal: the file's name once more.
    pub(crate) goal: String,
    /// The obligation that had this goal first, for readers.
    pub(crate) id: String,
    pub(crate) verdict: Proved,
    /// Who settled its equalities, the one that took the most means last.
    pub(crate) engines: Vec<Engine>,
    pub(crate) seconds: f64,
    /// When it was proved, in seconds since 1970.
    pub(crate) date: u64,
    /// By the hash of the mutant.
    pub(crate) mutants: BTreeMap<String, Kept>,
}

/// The only verdict that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Proved {
    Proved,
}

/// The outcomes of mutants that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kept {
    Killed,
    Equivalent,
}

impl Entry {
    /// A goal that was proved just now.
    pub(crate) fn new(goal: String, id: String, engines: Vec<Engine>, seconds: f64) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let date = since.map_or(0, |since| since.as_secs());
        let verdict = Proved::Proved;
        Entry { goal, id, verdict, engines, seconds, date, mutants: BTreeMap::new() }
    }
}

impl Store {
    /// The store in this folder, which is made.
    pub(crate) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Store::at(folder))
    }
    /// The store in this folder, to be read only: there may be none.
    pub(crate) fn at(folder: &Path) -> Self {
        Store { folder: folder.into() }
    }
    fn path(&self, goal: &str) -> PathBuf {
        self.folder.join(format!("{goal}.json"))
    }
    /// The entry of a goal. One that cannot be read, or is another goal's, is as good as absent.
    pub(crate) fn get(&self, goal: &str) -> Option<Entry> {
        let text = fs::read(self.path(goal)).ok()?;
        serde_json::from_slice(&text).ok().filter(|entry: &Entry| entry.goal == goal)
    }
    /// Keeps an entry: a reader sees the old file or the new one, never half of it.
    pub(crate) fn put(&self, entry: &Entry) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        serde_json::to_writer_pretty(&mut file, entry)?;
        file.flush()?;
        file.persist(self.path(&entry.goal))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("verdicts")).unwrap();
        let mut entry = Entry::new("ab".into(), "add/x@32".into(), vec![Engine::Z3], 0.5);
        entry.mutants.insert("cd".into(), Kept::Killed);
        store.put(&entry).unwrap();
        assert_eq!(store.get("ab"), Some(entry));
        assert_eq!(store.get("cd"), None);
    }

    #[test]
    fn what_cannot_be_read_is_absent_and_is_written_anew() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let entry = Entry::new("ab".into(), "add/x@32".into(), vec![Engine::Z3], 0.5);
        let other = serde_json::to_string(&Entry { goal: "cd".into(), ..entry.clone() }).unwrap();
        let refuted = serde_json::to_string(&entry).unwrap().replace("proved", "refuted");
        for bad in ["", "{", "\u{0}\u{1}", "[]", &other, &refuted] {
            fs::write(store.path("ab"), bad).unwrap();
            assert_eq!(store.get("ab"), None, "{bad}");
            store.put(&entry).unwrap();
            assert_eq!(store.get("ab").as_ref(), Some(&entry));
        }
    }
}
