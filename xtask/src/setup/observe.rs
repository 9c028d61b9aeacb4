//! What is there. A look at a complete set-up reads files only and costs milliseconds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toolbox::{Tool, Wheel};

/// What set-up finds on the machine.
#[derive(Debug)]
pub(crate) struct State {
    /// Whether the Python environment is whole.
    pub(crate) environment: bool,
    /// The pinned wheels that are not there, not whole or of another version.
    pub(crate) wheels: Vec<&'static Wheel>,
    /// Whether the link `site` leads to the environment's packages.
    pub(crate) site: bool,
    /// The programs that are not there and that Debian has. Python counts as one of them when it
    /// is needed and cannot make environments: Debian has that in the same package.
    pub(crate) programs: Vec<Tool>,
}

impl State {
    /// Looks at the tool folder and along `PATH`.
    pub(crate) fn observe(tools: &Path) -> Self {
        let site = site_packages(tools);
        let environment = tools.join("venv/bin/python").exists()
            && site.as_deref().is_some_and(|site| is_whole(site, "pip", None));
        let broken = |wheel: &&Wheel| {
            !environment
                || site.as_deref().is_none_or(|site| {
                    !is_whole(site, &wheel.distribution(), Some(wheel.version))
                        || wheel.locate(site).is_none()
                })
        };
        let is_missing = |tool: &Tool| {
            toolbox::find(*tool).is_err()
                || (*tool == Tool::Python && !environment && !python_makes_environments())
        };
        let linked = || tools.join("site").canonicalize().ok();
        Self {
            environment,
            wheels: Tool::wheels().map(|(_, wheel)| wheel).filter(broken).collect(),
            site: site.is_some_and(|site| site.canonicalize().ok() == linked()),
            programs: Tool::all()
                .filter(|tool| tool.info().debian().is_some())
                .filter(is_missing)
                .collect(),
        }
    }
}

pub(crate) fn python_makes_environments() -> bool {
    let output = Command::new("python3").args(["-c", "import venv, ensurepip"]).output();
    output.is_ok_and(|output| output.status.success())
}

/// The environment's folder of packages, whatever Python's version.
pub(crate) fn site_packages(tools: &Path) -> Option<PathBuf> {
    let lib = fs::read_dir(tools.join("venv/lib")).ok()?;
    lib.flatten().map(|entry| entry.path().join("site-packages")).find(|path| path.is_dir())
}

/// The metadata folders of a package, of every version that is installed.
pub(crate) fn metadata_folders(site: &Path, distribution: &str) -> Vec<PathBuf> {
    let prefix = format!("{distribution}-");
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy());
        name.is_some_and(|name| name.starts_with(&prefix) && name.ends_with(".dist-info"))
    };
    let entries = fs::read_dir(site).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(is_ours).collect()
}

/// Whether a package, in this version if one is given, has every file that its record lists.
fn is_whole(site: &Path, distribution: &str, version: Option<&str>) -> bool {
    let folders = metadata_folders(site, distribution);
    let [folder] = folders.as_slice() else { return false };
    if version
        .is_some_and(|version| !folder.ends_with(format!("{distribution}-{version}.dist-info")))
    {
        return false;
    }
    // pip writes the record last, with its own name as the installer; before that moment
    // there is none, or the wheel's.
    let Ok(record) = fs::read_to_string(folder.join("RECORD")) else { return false };
    record.contains(".dist-info/INSTALLER,") && record.lines().all(|line| is_there(site, line))
}

/// Whether the file of one line of a record, `path,hash,size`, is there in that size.
/// Lines without a size are for what Python makes again when it is missing.
fn is_there(site: &Path, line: &str) -> bool {
    let mut fields = line.rsplitn(3, ',');
    let size = fields.next().and_then(|size| size.parse::<u64>().ok());
    let path = fields.nth(1).unwrap_or_default().trim_matches('"');
    size.is_none_or(|size| site.join(path).metadata().is_ok_and(|meta| meta.len() == size))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &str = "demo/a.txt,sha256=x,3\n\
        \"demo/b,c.txt\",sha256=y,2\n\
        demo/__pycache__/a.pyc,,\n\
        demo-1.0.dist-info/INSTALLER,sha256=z,4\n\
        demo-1.0.dist-info/RECORD,,\n";

    fn demo() -> tempfile::TempDir {
        let site = tempfile::tempdir().unwrap();
        fs::create_dir_all(site.path().join("demo")).unwrap();
        fs::create_dir_all(site.path().join("demo-1.0.dist-info")).unwrap();
        for (name, content) in [
            ("demo/a.txt", "abc"),
            ("demo/b,c.txt", "bc"),
            ("demo-1.0.dist-info/INSTALLER", "pip\n"),
            ("demo-1.0.dist-info/RECORD", RECORD),
        ] {
            fs::write(site.path().join(name), content).unwrap();
        }
        site
    }

    #[test]
    fn a_whole_package_is_accepted_in_the_version_that_is_asked_for() {
        let site = demo();
        assert!(is_whole(site.path(), "demo", None));
        assert!(is_whole(site.path(), "demo", Some("1.0")));
        assert!(!is_whole(site.path(), "demo", Some("1.1")));
        assert!(!is_whole(site.path(), "dem", None));
    }

    #[test]
    fn a_half_done_installation_is_seen() {
        type Harm = fn(&Path) -> std::io::Result<()>;
        let harms: [(&str, Harm); 5] = [
            ("a file is missing", |site| fs::remove_file(site.join("demo/b,c.txt"))),
            ("a file was cut", |site| fs::write(site.join("demo/a.txt"), "a")),
            ("no record yet", |site| fs::remove_file(site.join("demo-1.0.dist-info/RECORD"))),
            ("the wheel's own record", |site| {
                fs::write(site.join("demo-1.0.dist-info/RECORD"), "demo/a.txt,sha256=x,3\n")
            }),
            ("two versions", |site| fs::create_dir(site.join("demo-2.0.dist-info"))),
        ];
        for (what, harm) in harms {
            let site = demo();
            harm(site.path()).unwrap();
            assert!(!is_whole(site.path(), "demo", None), "{what}");
        }
    }

    #[test]
    fn nothing_in_an_empty_folder_is_taken_for_set_up() {
        let tools = tempfile::tempdir().unwrap();
        let state = State::observe(tools.path());
        assert!(!state.environment && !state.site);
        assert_eq!(state.wheels.len(), Tool::wheels().count());
    }
}
