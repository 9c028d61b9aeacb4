//! libFuzzer targets: built on stable with coverage, and run shortly on the stored corpus.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::step::{Failure, Step, root};

/// How long each target runs, in seconds.
const SECONDS: u32 = 20;

/// A longer run of one input, in seconds, is a finding.
const TIMEOUT: u32 = 10;

/// The flags of `cargo fuzz build --sanitizer none` (cargo-fuzz 0.13.2, `src/project.rs`): they
/// instrument on a stable compiler. One code generation unit, because instrumented functions are
/// not inlined across units.
const RUSTFLAGS: &str = "-Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares \
    -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
    --cfg fuzzing \
    -Clink-dead-code \
    -Cllvm-args=-sanitizer-coverage-stack-depth \
    -Cdebug-assertions \
    -Ccodegen-units=1";

/// Builds every target and runs each on a copy of its corpus; a finding is a failure.
pub(crate) fn run() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let corpus = root().join("fuzz/targets/corpus");
    check_corpora(&workspace.targets, &folders(&corpus))?;
    let host = host()?;
    let out = workspace.target_directory.join("fuzz");
    build(&host, &out).run()?;
    for target in &workspace.targets {
        let work = out.join("corpus").join(target);
        let artifacts = out.join("artifacts").join(target);
        fresh_copy(&corpus.join(target), &work)
            .and_then(|()| fs::create_dir_all(&artifacts))
            .map_err(|error| Failure::could_not(format!("fuzz target {target}: {error}")))?;
        let program = out.join(&host).join("release").join(target);
        running(target, &program, &work, &artifacts).run()?;
    }
    Ok(())
}

/// What `cargo metadata` says of the workspace.
#[derive(Debug, PartialEq, Eq)]
struct Workspace {
    /// The binaries of the package `fuzz-targets`.
    targets: Vec<String>,
    target_directory: PathBuf,
}

impl Workspace {
    fn read() -> Result<Self, Failure> {
        let args = ["metadata", "--format-version=1", "--no-deps", "--locked"];
        let step = Step::cargo("metadata", &args);
        let output = step
            .command()
            .output()
            .map_err(|error| Failure::could_not(format!("cannot start cargo: {error}")))?;
        if !output.status.success() {
            return Err(Failure::could_not(String::from_utf8_lossy(&output.stderr)));
        }
        serde_json::from_slice(&output.stdout)
            .ok()
            .and_then(|metadata| Self::parse(&metadata))
            .ok_or_else(|| Failure::could_not(format!("unexpected answer of `{step}`")))
    }

    fn parse(metadata: &Value) -> Option<Self> {
        let is_bin = |target: &&Value| target["kind"][0] == "bin";
        let packages = metadata["packages"].as_array()?;
        let package = packages.iter().find(|package| package["name"] == "fuzz-targets")?;
        let targets = package["targets"].as_array()?;
        Some(Self {
            targets: targets
                .iter()
                .filter(is_bin)
                .map(|target| target["name"].as_str().map(str::to_owned))
                .collect::<Option<_>>()?,
            target_directory: metadata["target_directory"].as_str()?.into(),
        })
    }
}

/// There are targets, every target has a corpus and every corpus a target: none gets lost unseen.
fn check_corpora(targets: &[String], corpora: &[String]) -> Result<(), Failure> {
    if targets.is_empty() {
        return Err(Failure::could_not("no fuzz targets: package fuzz-targets has no binary"));
    }
    if let Some(target) = targets.iter().find(|target| !corpora.contains(target)) {
        return Err(Failure::could_not(format!(
            "fuzz target {target} has no corpus: store inputs in fuzz/targets/corpus/{target}"
        )));
    }
    if let Some(corpus) = corpora.iter().find(|corpus| !targets.contains(corpus)) {
        return Err(Failure::could_not(format!(
            "fuzz/targets/corpus/{corpus} has no target: package fuzz-targets has no binary `{corpus}`"
        )));
    }
    Ok(())
}

/// The names of the folders in a folder; none when it does not exist.
fn folders(parent: &Path) -> Vec<String> {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The triple that rustc runs on. Given as `--target`, it keeps the flags from build scripts.
fn host() -> Result<String, Failure> {
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("-vV")
        .current_dir(root())
        .output()
        .map_err(|error| Failure::could_not(format!("cannot start rustc: {error}")))?;
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .ok_or_else(|| Failure::could_not("`rustc -vV` names no host"))
}

fn build(host: &str, out: &Path) -> Step {
    let out = out.to_string_lossy();
    let args = [
        "build",
        "--release",
        "--locked",
        "--package",
        "fuzz-targets",
        "--bins",
        "--target",
        host,
        "--target-dir",
        &out,
    ];
    Step::cargo("build of the fuzz targets", &args).env("RUSTFLAGS", RUSTFLAGS)
}

fn running(target: &str, program: &Path, corpus: &Path, artifacts: &Path) -> Step {
    let args = [
        format!("-max_total_time={SECONDS}"),
        format!("-timeout={TIMEOUT}"),
        format!("-artifact_prefix={}/", artifacts.display()),
        corpus.display().to_string(),
    ];
    Step::new(&format!("fuzz target {target}"), program, &args)
}

/// Copies the stored inputs, because libFuzzer adds to the folder that it works on.
fn fresh_copy(from: &Path, to: &Path) -> io::Result<()> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_the_binaries_of_the_package() {
        let metadata = serde_json::json!({
            "target_directory": "/t",
            "packages": [
                { "name": "rvassay", "targets": [{ "kind": ["bin"], "name": "rvassay" }] },
                { "name": "fuzz-targets", "targets": [
                    { "kind": ["lib"], "name": "fuzz_targets" },
                    { "kind": ["bin"], "name": "decode" },
                ] },
            ],
        });
        let expected =
            Workspace { targets: vec!["decode".to_owned()], target_directory: "/t".into() };
        assert_eq!(Workspace::parse(&metadata), Some(expected));
        assert_eq!(Workspace::parse(&serde_json::json!({ "packages": [] })), None);
    }

    #[test]
    fn a_target_without_a_corpus_and_a_corpus_without_a_target_are_errors() {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        for (targets, corpora, complaint) in [
            (&["a", "b"][..], &["b", "a"][..], None),
            (&[], &[], Some("no fuzz targets")),
            (&["a"], &[], Some("fuzz target a has no corpus")),
            (&["b"], &["b", "a"], Some("fuzz/targets/corpus/a has no target")),
        ] {
            let result = check_corpora(&names(targets), &names(corpora));
            let message = result.err().map(|failure| failure.to_string());
            match complaint {
                None => assert_eq!(message, None),
                Some(complaint) => assert!(message.unwrap().contains(complaint)),
            }
        }
    }

    #[test]
    fn the_stored_corpus_is_not_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to"));
        fs::create_dir_all(&from).unwrap();
        fs::write(from.join("seed"), "x").unwrap();
        fs::create_dir_all(&to).unwrap();
        fs::write(to.join("left over"), "y").unwrap();
        assert_eq!(folders(folder.path()).len(), 2);
        fresh_copy(&from, &to).unwrap();
        let names: Vec<_> =
            fs::read_dir(&to).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names, ["seed"]);
    }
}
