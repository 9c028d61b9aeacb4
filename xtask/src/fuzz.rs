//! libFuzzer targets: built on stable with coverage, and run shortly on the stored corpus.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

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

/// A target, and a bug of the simulator that it must find: a shift that is wrong for one amount.
const SEEDED: (&str, &str) = ("spec_vs_sim_op", "SraiByMaximum");

/// libFuzzer's exit code for a crash of the target.
const CRASH: i32 = 77;

/// Builds every target and runs each on a copy of its corpus; a finding is a failure. Then a bug is
/// planted, and its not being found is a failure.
pub(crate) fn run() -> Result<(), Failure> {
    let workspace = Workspace::read()?;
    let corpus = root().join("fuzz/targets/corpus");
    check_corpora(&workspace.targets, &folders(&corpus))?;
    let host = host()?;
    let out = workspace.target_directory.join("fuzz");
    build(&host, &out).run()?;
    for target in &workspace.targets {
        running(target, "corpus", &corpus, &out, &host)?.run()?;
    }
    seeded(&corpus, &out, &host)
}

/// Runs a target with a planted bug and wants it found.
fn seeded(corpus: &Path, out: &Path, host: &str) -> Result<(), Failure> {
    let (target, bug) = SEEDED;
    let step = running(target, "seeded", corpus, out, host)?.env("RVASSAY_SEEDED_BUG", bug);
    let start = Instant::now();
    let output = step
        .command()
        .output()
        .map_err(|error| Failure::could_not(format!("{}: cannot start: {error}", step.name)))?;
    let seconds = start.elapsed().as_secs_f64();
    let told = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(CRASH) && told.contains("specification:") {
        eprintln!("{target} finds the planted bug {bug}: passed in {seconds:.1} s");
        return Ok(());
    }
    let end: Vec<_> = told.lines().rev().take(20).collect();
    let end: Vec<_> = end.into_iter().rev().collect();
    Err(Failure {
        message: format!(
            "{}\nerror: {target} did not find the planted bug {bug} ({}); repeat it with\n  {step}",
            end.join("\n"),
            output.status
        ),
        code: 1,
    })
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

/// A run of a target on a fresh copy of its corpus in `out/FOLDER`.
fn running(
    target: &str,
    folder: &str,
    corpus: &Path,
    out: &Path,
    host: &str,
) -> Result<Step, Failure> {
    let work = out.join(folder).join(target);
    let artifacts = out.join("artifacts").join(folder).join(target);
    fresh_copy(&corpus.join(target), &work)
        .and_then(|()| fs::create_dir_all(&artifacts))
        .map_err(|error| Failure::could_not(format!("fuzz target {target}: {error}")))?;
    let program = out.join(host).join("release").join(target);
    let args = [
        format!("-max_total_time={SECONDS}"),
        format!("-timeout={TIMEOUT}"),
        format!("-artifact_prefix={}/", artifacts.display()),
        work.display().to_string(),
    ];
    Ok(Step::new(&format!("fuzz target {target}"), program, &args))
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
