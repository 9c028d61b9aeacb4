//! The project's own units, with their seeded bugs, inside the program.

use crate::{
    core::CoreDescription,
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
        bugs(self.files)
    }

    fn file(&self, name: &str) -> Option<&'static str> {
        self.files.iter().find(|&&(path, _)| path == name).map(|&(_, text)| text)
    }
}

/// A core that is part of the program, or an adapter of one that a package has.
#[derive(Clone, Copy, Debug)]
pub struct ShippedCore {
    /// Its name, as in `core:inorder`.
    pub name: &'static str,
    /// Its files: path inside the core's folder, and contents.
    files: &'static [(&'static str, &'static str)],
}

/// Every core of the project, by name.
pub fn cores() -> &'static [ShippedCore] {
    CORES
}

impl ShippedCore {
    /// Its description. A package that is missing is told when the core is built.
    ///
    /// # Errors
    /// A package whose files cannot be read.
    pub fn description(&self) -> Result<CoreDescription, DescriptionError> {
        let text = self.file("core.toml").unwrap_or_default();
        // The RTL of a package is not ours to warn about.
        let strict = !text.contains("\"package:");
        CoreDescription::embedded(self.name, text, strict, |name| {
            match name.strip_prefix("../../units/") {
                Some(rest) => {
                    let (unit, file) = rest.split_once('/')?;
                    UNITS.iter().find(|shipped| shipped.name == unit)?.file(file)
                }
                None => self.file(name),
            }
        })
    }

    /// Its README.
    pub fn readme(&self) -> &'static str {
        self.file("README.md").unwrap_or_default()
    }

    /// Its seeded bugs, by name.
    pub fn bugs(&self) -> Vec<SeededBug> {
        bugs(self.files)
    }

    fn file(&self, name: &str) -> Option<&'static str> {
        self.files.iter().find(|&&(path, _)| path == name).map(|&(_, text)| text)
    }
}

/// The patches among the files of a unit or core.
fn bugs(files: &'static [(&'static str, &'static str)]) -> Vec<SeededBug> {
    files
        .iter()
        .filter_map(|&(path, text)| {
            let name = path.strip_prefix("bugs/")?.strip_suffix(".patch")?;
            let kind = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            let patch = Patch { name: path.to_owned(), text: text.to_owned() };
            Some(SeededBug { name, kind, patch })
        })
        .collect()
}
