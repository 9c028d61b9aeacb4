//! For the build of packages that link Z3.

use std::path::{Path, PathBuf};

/// The environment variable that tells the `z3-sys` crate where to link Z3 from.
pub const Z3_FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";

/// The folder of the pinned Z3's library, for [`Z3_FOLDER`].
///
/// `.cargo/config.toml` sets it for the default tool folder; who builds with another one sets it
/// to this.
pub fn z3_folder() -> PathBuf {
    crate::site_dir().join("z3/lib")
}

/// Makes this package's binaries, tests and benches find at run time the Z3 that they were linked
/// against, or stops the build with the remedy.
///
/// Cargo does not pass a library's link arguments on to the binaries that depend on it, so every
/// package that makes a binary, test or bench with Z3 in it calls this from its `build.rs`.
/// The folder is the one that `z3-sys` links from, [`Z3_FOLDER`]. Without that variable an older
/// Z3 of the system would be linked without a word, so the build stops too.
pub fn link_z3() {
    println!("cargo::rerun-if-env-changed={Z3_FOLDER}");
    print!("{}", directives(std::env::var(Z3_FOLDER).ok().as_deref()));
}

/// What the build script prints, for the folder that `z3-sys` links from.
fn directives(folder: Option<&str>) -> String {
    let Some(folder) = folder else {
        return format!(
            "cargo::error={Z3_FOLDER} is not set: run cargo inside the checkout, so that it reads .cargo/config.toml\n"
        );
    };
    let library = Path::new(folder).join("libz3.so");
    // When the file is absent, Cargo runs the script again at the next build.
    let watch = format!("cargo::rerun-if-changed={}\n", library.display());
    if library.exists() {
        format!("{watch}cargo::rustc-link-arg=-Wl,-rpath,{folder}\n")
    } else {
        format!("{watch}cargo::error=Z3 is not set up: run `cargo xtask setup`\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_stops_with_the_remedy_when_the_library_is_absent() {
        let folder = tempfile::tempdir().unwrap();
        let text = directives(folder.path().to_str());
        assert!(text.contains("cargo::error=Z3 is not set up: run `cargo xtask setup`"), "{text}");
        assert!(!text.contains("rpath"), "{text}");
    }

    #[test]
    fn binaries_look_where_the_library_is() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("libz3.so"), "").unwrap();
        let text = directives(folder.path().to_str());
        let rpath =
            format!("cargo::rustc-link-arg=-Wl,-rpath,{}\n", folder.path().to_str().unwrap());
        assert!(text.ends_with(&rpath), "{text}");
        assert!(!text.contains("error"), "{text}");
    }

    #[test]
    fn a_build_that_did_not_read_the_configuration_is_refused() {
        assert!(directives(None).contains("inside the checkout"));
    }
}
