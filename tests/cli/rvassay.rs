//! Runs the binary under test, with a cache of its own and the same surroundings everywhere.

use serde_json::Value;
use std::{
    path::Path,
    process::{Command, Output},
};

/// What a run of the binary left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    fn of(output: Output) -> Ran {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let code = output.status.code().expect("ends by itself");
        Ran { code, stdout: text(output.stdout), stderr: text(output.stderr) }
    }
    /// The JSON lines before the last one, and what is in the last one's `summary`.
    pub(crate) fn records(&self) -> (Vec<Value>, Value) {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        let mut lines: Vec<Value> = self.stdout.lines().map(parse).collect();
        assert!(lines.iter().all(Value::is_object), "one object a line: {lines:?}");
        let last = lines.pop().unwrap_or_else(|| panic!("nothing on standard output: {self:?}"));
        assert_eq!(keys(&last), ["summary"], "the last line");
        (lines, last["summary"].clone())
    }
}

/// The names of an object's fields, in order.
pub(crate) fn keys(object: &Value) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// The binary, in `folder`. Messages are the same, whatever the terminal and the locale are.
pub(crate) fn command(binary: &Path, folder: &Path) -> Command {
    let mut command = Command::new(binary);
    command
        .current_dir(folder)
        .env("RVASSAY_CACHE", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"))
        .env("LC_ALL", "C")
        .env("NO_COLOR", "1")
        .env_remove("FORCE_COLOR")
        .env_remove("CLICOLOR_FORCE");
    command
}

/// Runs the binary in `folder`.
pub(crate) fn run_in(folder: &Path, args: &[&str]) -> Ran {
    let binary = Path::new(env!("CARGO_BIN_EXE_rvassay"));
    Ran::of(command(binary, folder).args(args).output().expect("the binary starts"))
}

/// Runs the binary where it needs no file.
pub(crate) fn run(args: &[&str]) -> Ran {
    run_in(Path::new(env!("CARGO_TARGET_TMPDIR")), args)
}

/// Runs another copy of the binary, without the search path of the loader.
pub(crate) fn run_copy(binary: &Path, folder: &Path, args: &[&str]) -> Ran {
    let mut command = command(binary, folder);
    command.env_remove("LD_LIBRARY_PATH").args(args);
    Ran::of(command.output().expect("the copy starts"))
}
