//! Running one command: with the project's environment, its time, and how to repeat it.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::Instant;

/// Why a command stopped: what to tell, and the exit code to leave with.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) message: String,
    pub(crate) code: u8,
}

impl Failure {
    /// It could not run: exit code 2.
    pub(crate) fn could_not(message: impl Into<String>) -> Self {
        Self { message: format!("error: {}", message.into()), code: 2 }
    }

    /// It was called wrongly: exit code 2, and the message is shown as it is.
    pub(crate) fn usage(message: String) -> Self {
        Self { message, code: 2 }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message.trim_end())
    }
}

/// The checkout.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the checkout")
}

/// One command of a run, in the checkout's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) name: String,
    program: OsString,
    args: Vec<OsString>,
    env: Vec<(&'static str, String)>,
}

impl Step {
    pub(crate) fn new(name: &str, program: impl AsRef<OsStr>, args: &[impl AsRef<OsStr>]) -> Self {
        Self {
            name: name.to_owned(),
            program: program.as_ref().to_owned(),
            args: args.iter().map(|arg| arg.as_ref().to_owned()).collect(),
            env: Vec::new(),
        }
    }

    pub(crate) fn cargo(name: &str, args: &[impl AsRef<OsStr>]) -> Self {
        Self::new(name, "cargo", args)
    }

    pub(crate) fn env(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.env.push((name, value.into()));
        self
    }

    /// The command, ready to be spawned in the checkout's folder.
    pub(crate) fn command(&self) -> Command {
        let mut command =
            if self.program == "cargo" { cargo() } else { Command::new(&self.program) };
        command.args(&self.args).current_dir(root());
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command
    }

    /// Runs it with its output visible, and prints one line with its time.
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let start = Instant::now();
        self.run_last()?;
        eprintln!("{}: passed in {:.1} s", self.name, start.elapsed().as_secs_f64());
        Ok(())
    }

    /// Runs it with its output visible, and prints nothing after a success.
    pub(crate) fn run_last(&self) -> Result<(), Failure> {
        let status = self.command().status().map_err(|error| {
            let program = self.program.display();
            Failure::could_not(format!("{}: cannot start `{program}`: {error}", self.name))
        })?;
        if status.success() {
            return Ok(());
        }
        Err(Failure {
            message: format!("error: {} failed ({status}); repeat it with\n  {self}", self.name),
            code: exit_code(status),
        })
    }
}

/// The command as one can type it in the checkout's folder.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.env {
            write!(f, "{name}={} ", quoted(value.as_ref()))?;
        }
        f.write_str(&quoted(&self.program))?;
        self.args.iter().try_for_each(|arg| write!(f, " {}", quoted(arg)))
    }
}

fn quoted(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// The shell's convention: 128 and the signal's number for a program that was killed.
fn exit_code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// The Cargo that started us, set to link the Z3 of the chosen tool folder.
fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    if std::env::var_os(toolbox::TOOLS_DIR).is_some() {
        // `.cargo/config.toml` knows the default folder only.
        for (name, folder) in [
            (toolbox::TOOLS_DIR, toolbox::tools_dir()),
            (toolbox::build::Z3_FOLDER, toolbox::build::z3_folder()),
        ] {
            // Cargo runs in another folder than the caller.
            cargo.env(name, std::path::absolute(&folder).unwrap_or(folder));
        }
    }
    cargo
}

/// Replaces this process by `rvassay`, so that it gets signals and gives its exit code itself;
/// returns only when that is impossible. Paths in the arguments stay relative to the caller's folder.
pub(crate) fn become_rvassay(args: &[OsString]) -> Failure {
    let manifest: PathBuf = root().join("Cargo.toml");
    let error = cargo()
        .args(["run", "--release", "--locked", "--quiet", "--package", "rvassay"])
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--")
        .args(args)
        .exec();
    Failure::could_not(format!("cannot start rvassay: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_printed_as_one_types_it() {
        let step =
            Step::cargo("docs", &["doc", "--no-deps", "it's"]).env("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(step.to_string(), r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'");
    }

    #[test]
    fn a_failing_step_gives_its_exit_code_and_itself() {
        for (script, code) in [("exit 3", 3), ("kill -9 $$", 137)] {
            let failure = Step::new("script", "sh", &["-c", script]).run().unwrap_err();
            assert_eq!(failure.code, code);
            let repeat = format!("repeat it with\n  sh -c '{script}'");
            assert!(failure.to_string().ends_with(&repeat), "{failure}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let failure = Step::new("fmt", "no-such-program", &["x"]).run().unwrap_err();
        assert_eq!(failure.code, 2);
        assert!(failure.to_string().contains("fmt: cannot start `no-such-program`"), "{failure}");
    }
}
