//! The project's own units, with their seeded bugs, inside the program.

use crate::{
    description::{DescriptionError, UnitDescription},
    patch::Patch,
};

include!(concat!(env!("OUT_DIR"), "/units.rs"));

/// A unit that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct ShippedUnit {
    /// Its name, as in `unit:aes`.
    pub name: &'static str,
    /// Its files: path inside the unit's folder, and contents.
    files: &'static [(&'static str, &'static str)],
}

/// A bug that can be put into a unit: what tests the tests.
#[derive(Clone, Debug)]
pub struct SeededBug {
    /// Name of the patch file, without `.patch`.
    pub name: &'static str,
    /// First line of the patch: the kind of bug.
    pub kind: &'static str,
    /// What to give to [`crate::BuildOptions`].
    pub patch: Patch,
}

/// Every unit of the project, by name.
pub fn units() -> &'static [ShippedUnit] {
    UNITS
}

impl ShippedUnit {
    /// Its description.
    ///
    /// # Errors
    /// None in a released program: a test reads every shipped description.
    pub fn description(&self) -> Result<UnitDescription, DescriptionError> {
        UnitDescription::embedded(self.name, self.file("unit.toml").unwrap_or_default(), |name| {
            let Some(path) = name.strip_prefix("../") else { return self.file(name) };
            // A file that another unit shares.
            let (unit, file) = path.split_once('/')?;
            units().iter().find(|other| other.name == unit)?.file(file)
        })
    }

    /// Its README.
    pub fn readme(&self) -> &'static str {
        self.file("README.md").unwrap_or_default()
    }

    /// Its seeded bugs, by name.
    pub fn bugs(&self) -> Vec<SeededBug> {
        self.files
            .iter()
            .filter_map(|&(path, text)| {
                let name = path.strip_prefix("bugs/")?.strip_suffix(".patch")?;
                let kind = text.lines().next().unwrap_or_default().trim_start_matches("# ");
                let patch = Patch { name: path.to_owned(), text: text.to_owned() };
                Some(SeededBug { name, kind, patch })
            })
            .collect()
    }

    fn file(&self, name: &str) -> Option<&'static str> {
        self.files.iter().find(|&&(path, _)| path == name).map(|&(_, text)| text)
    }
}
