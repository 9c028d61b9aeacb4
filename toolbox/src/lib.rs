//! Finds the external tools, knows their pinned versions and what is lost without them.
//!
//! This is the one place that names a tool's version, its Debian or PyPI package and the remedy
//! when it is missing: `rvassay doctor` prints it, `cargo xtask setup` installs from it, and every
//! other member asks [`find`].

pub mod build;
mod probe;
mod table;
mod version;

use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

pub use probe::{Probe, State, probe_all};
pub use table::{Expected, Info, Source, Tool, Wheel};

/// A tool that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Which tool.
    pub tool: Tool,
    /// The program, library or folder.
    pub path: PathBuf,
}

impl Found {
    /// The version that it reports, as digits and dots; `None` when it tells none.
    ///
    /// A program is run once with `--version` (llvm-mc takes 0.1 s for it), a wheel's version is
    /// read from the name of its metadata folder.
    pub fn version(&self) -> Option<String> {
        match &self.tool.info().source {
            Source::Wheel(wheel) => {
                let depth = Path::new(wheel.path).components().count();
                version::of_wheel(self.path.ancestors().nth(depth)?, wheel)
            }
            Source::Program { .. } => version::of_program(&self.path),
        }
    }
}

/// A tool that is not there, and the remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} was not found, so {}: {}", tool.info().name, self.lost(), self.remedy())]
#[non_exhaustive]
pub struct Missing {
    /// What is missing.
    pub tool: Tool,
}

impl Missing {
    /// What cannot be done without it: half a sentence.
    pub fn lost(&self) -> &'static str {
        self.tool.info().lost
    }

    /// What to do about it: half a sentence with the command to run.
    pub fn remedy(&self) -> String {
        match self.tool.info().source {
            Source::Wheel(_) => "run `cargo xtask setup`".to_owned(),
            Source::Program { debian: Some(package), .. } => {
                format!("run `cargo xtask setup` (Debian package {package})")
            }
            Source::Program { debian: None, .. } => {
                format!("run `cargo install --locked {}`", self.tool.info().name)
            }
        }
    }
}

/// The environment variable that names another tool folder.
pub const TOOLS_DIR: &str = "RVASSAY_TOOLS";

/// The project's own tool folder: [`TOOLS_DIR`], or `.tools` in the checkout that built this program.
pub fn tools_dir() -> PathBuf {
    std::env::var_os(TOOLS_DIR).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name(".tools"),
        PathBuf::from,
    )
}

/// Where Python packages are: a link in [`tools_dir`] that does not name Python's version.
pub fn site_dir() -> PathBuf {
    tools_dir().join("site")
}

/// The Python that the wheels were installed for: their extension modules are for its version alone.
pub fn python() -> PathBuf {
    tools_dir().join("venv/bin/python")
}

/// Looks for a tool. Cheap: it runs nothing.
///
/// # Errors
/// [`Missing`], with the remedy.
pub fn find(tool: Tool) -> Result<Found, Missing> {
    find_in(tool, &site_dir(), &program_folders())
}

/// [`find`] with the folders given: Python packages in `site`, programs in `folders`.
fn find_in(tool: Tool, site: &Path, folders: &[PathBuf]) -> Result<Found, Missing> {
    let path = match &tool.info().source {
        Source::Wheel(wheel) => wheel.locate(site),
        Source::Program { names, .. } => names
            .iter()
            .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
            .find(|path| is_program(path)),
    };
    path.map(|path| Found { tool, path }).ok_or(Missing { tool })
}

fn program_folders() -> Vec<PathBuf> {
    std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default()
}

fn is_program(path: &Path) -> bool {
    path.metadata().is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn site_with(files: &[&str]) -> tempfile::TempDir {
        let site = tempfile::tempdir().unwrap();
        for file in files {
            let path = site.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        site
    }

    #[test]
    fn a_wheel_is_found_with_its_version() {
        let site = site_with(&["z3/lib/libz3.so", "z3_solver-5.4.1.0.dist-info/RECORD"]);
        let found = find_in(Tool::Z3, site.path(), &[]).unwrap();
        assert_eq!(found.path, site.path().join("z3/lib/libz3.so"));
        assert_eq!(found.version().as_deref(), Some("5.4.1.0"));
    }

    #[test]
    fn an_extension_module_is_found_whatever_python_it_is_for() {
        let module = "bitwuzla.cpython-399-x86_64-linux-gnu.so";
        let site = site_with(&[module, "bitwuzla-0.10.0.dist-info/RECORD"]);
        let found = find_in(Tool::Bitwuzla, site.path(), &[]).unwrap();
        assert_eq!(found.path, site.path().join(module));
        assert_eq!(found.version().as_deref(), Some("0.10.0"));
        std::fs::remove_file(site.path().join(module)).unwrap();
        assert!(find_in(Tool::Bitwuzla, site.path(), &[]).is_err());
    }

    #[test]
    fn what_is_missing_is_named_with_its_loss_and_remedy() {
        let empty = tempfile::tempdir().unwrap();
        for (tool, message) in [
            (
                Tool::Z3,
                "z3 was not found, so nothing can be built or proved: run `cargo xtask setup`",
            ),
            (
                Tool::LlvmMc,
                "llvm-mc was not found, so no kernel can be assembled: run `cargo xtask setup` (Debian package llvm-19)",
            ),
            (
                Tool::Nextest,
                "cargo-nextest was not found, so tests run under `cargo test`, more slowly: run `cargo install --locked cargo-nextest`",
            ),
        ] {
            let missing = find_in(tool, empty.path(), &[empty.path().into()]).unwrap_err();
            assert_eq!(missing.to_string(), message);
        }
    }

    #[test]
    fn a_program_must_be_executable_and_the_preferred_name_wins() {
        let folder = site_with(&["llvm-mc-19", "llvm-mc-20", "llvm-mc-21"]);
        let folders = [folder.path().to_owned()];
        let find = || find_in(Tool::LlvmMc, folder.path(), &folders);
        assert!(find().is_err());
        for name in ["llvm-mc-21", "llvm-mc-20"] {
            let path = folder.path().join(name);
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
            assert_eq!(find().unwrap().path, path);
        }
    }
}
