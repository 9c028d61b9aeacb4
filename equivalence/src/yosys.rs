//! Yosys, in a process of its own for each module: its Python wheel has a module and ABC, no program.

use crate::{EquivalenceError, design::Design};
use serde::Serialize;
use std::{
    fs,
    io::{Read as _, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};
use toolbox::Tool;

const DRIVER: &str = include_str!("yosys.py");

/// How often a process is looked at.
const GLANCE: Duration = Duration::from_millis(5);

/// What the script reads.
#[derive(Serialize)]
struct Job<'a> {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
    top: &'a str,
    parameters: &'a [(String, String)],
    defines: &'a [String],
    commands: &'a [String],
}

/// A folder with a design's sources, gone when this is.
#[derive(Debug)]
pub(crate) struct Workplace {
    folder: tempfile::TempDir,
}

impl Workplace {
    pub(crate) fn new() -> Result<Self, EquivalenceError> {
        let folder = tempfile::tempdir().map_err(EquivalenceError::Io)?;
        Ok(Workplace { folder })
    }
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Reads a design, and runs commands over its top module; what Yosys said.
    pub(crate) fn run(
        &self,
        design: &Design,
        commands: &[String],
        limit: Duration,
    ) -> Result<String, EquivalenceError> {
        toolbox::find(Tool::Yosys)?;
        let rtl = self.file("rtl");
        let staged = rtl_harness::stage(&design.sources, &rtl).map_err(EquivalenceError::Io)?;
        let job = Job {
            files: staged.files,
            folders: staged.folders,
            top: &design.top,
            parameters: &design.parameters,
            defines: &design.defines,
            commands,
        };
        let mut command = Command::new(toolbox::python());
        command.arg("-c").arg(DRIVER).arg(toolbox::site_dir()).current_dir(&rtl);
        let input = serde_json::to_vec(&job).expect("a job is plain data");
        let ran = run(command, &input, &self.file("log.txt"), limit)?;
        let name = &design.name;
        if let Some(line) = ran.log.lines().find(|line| line.contains("Warning: found logic loop"))
        {
            return Err(EquivalenceError::CombinationalLoop {
                unit: name.clone(),
                line: line.trim().into(),
            });
        }
        let warning = |line: &&str| {
            // ABC says of every design without flip-flops that it has none.
            (line.contains("Warning: ") || line.contains("warning: ")) && !line.starts_with("ABC: ")
        };
        match (ran.success, ran.log.lines().find(warning).filter(|_| design.strict)) {
            (true, Some(line)) => {
                Err(EquivalenceError::Warned { unit: name.clone(), line: line.trim().into() })
            }
            (true, None) => Ok(ran.log),
            (false, _) => {
                Err(EquivalenceError::Rejected { unit: name.clone(), line: first(&ran.log) })
            }
        }
    }
}

/// The line that says what is wrong.
fn first(log: &str) -> String {
    let errors = ["error:", "ERROR:", "Error:"];
    let is = |line: &&str| errors.iter().any(|word| line.contains(word));
    let line = log.lines().find(is).or_else(|| log.lines().rev().find(|line| !line.is_empty()));
    line.unwrap_or("it said nothing").trim().to_owned()
}

/// What a process did.
pub(crate) struct Ran {
    pub(crate) success: bool,
    /// Both of its streams.
    pub(crate) log: String,
}

/// Runs a process to its end or to the time limit.
pub(crate) fn run(
    mut command: Command,
    input: &[u8],
    log: &Path,
    limit: Duration,
) -> Result<Ran, EquivalenceError> {
    let file = fs::File::create(log).map_err(EquivalenceError::Io)?;
    let too = file.try_clone().map_err(EquivalenceError::Io)?;
    command.stdin(Stdio::piped()).stdout(file).stderr(too);
    let mut child = command.spawn().map_err(EquivalenceError::Io)?;
    // A process that has ended does not read; its log says why.
    let _ = child.stdin.take().map(|mut stdin| stdin.write_all(input));
    let end = Instant::now() + limit;
    let status = loop {
        if let Some(status) = child.try_wait().map_err(EquivalenceError::Io)? {
            break Some(status);
        }
        if Instant::now() > end {
            // It may have ended in between: either way it is gone afterwards.
            let _ = child.kill();
            let _ = child.wait();
            break None;
        }
        thread::sleep(GLANCE);
    };
    let mut bytes = Vec::new();
    let mut file = fs::File::open(log).map_err(EquivalenceError::Io)?;
    file.read_to_end(&mut bytes).map_err(EquivalenceError::Io)?;
    match status {
        None => Err(EquivalenceError::TimeLimit { seconds: limit.as_secs() }),
        Some(status) => {
            Ok(Ran { success: status.success(), log: String::from_utf8_lossy(&bytes).into_owned() })
        }
    }
}
