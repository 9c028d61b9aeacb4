//! Runs Verilator and the C++ compiler, with a time limit.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
    thread,
    time::{Duration, Instant},
};

use toolbox::{Missing, Tool};

use super::Recipe;
use crate::RtlError;

/// The tools of a build.
pub(super) struct Tools {
    /// `VERILATOR_ROOT`.
    pub(super) verilator_root: PathBuf,
    pub(super) cxx: PathBuf,
    /// What both report, and the processor that `-march=native` stands for.
    pub(super) versions: &'static str,
}

/// What a tool did.
pub(super) struct Ran {
    pub(super) success: bool,
    /// Both of its streams.
    pub(super) log: String,
}

impl Tools {
    pub(super) fn find() -> Result<Self, Missing> {
        let (verilator, cxx) = (toolbox::find(Tool::Verilator)?, toolbox::find(Tool::Cxx)?);
        static VERSIONS: OnceLock<String> = OnceLock::new();
        let versions = VERSIONS.get_or_init(|| {
            let version = |tool: &toolbox::Found| tool.version().unwrap_or_default();
            format!("{}\n{}\n{}", version(&verilator), version(&cxx), processor())
        });
        Ok(Self { verilator_root: verilator.path, cxx: cxx.path, versions })
    }

    pub(super) fn verilator(&self) -> Command {
        // The program behind the Perl script `bin/verilator`, which adds nothing to a translation.
        let mut command = Command::new(self.verilator_root.join("bin/verilator_bin"));
        command.env("VERILATOR_ROOT", &self.verilator_root);
        command
    }
}

fn processor() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = |key| info.lines().find(|line| line.starts_with(key)).unwrap_or_default();
    format!("{}\n{}", line("model name"), line("flags"))
}

/// Runs a tool to its end, or to the time limit of the build.
pub(super) fn run(
    mut command: Command,
    tool: &'static str,
    recipe: &Recipe<'_>,
    folder: &Path,
) -> Result<Ran, RtlError> {
    let path = folder.join("log.txt");
    let program = PathBuf::from(command.get_program());
    let io = |action, path: &Path| {
        let path = path.to_path_buf();
        move |source| RtlError::Io { action, path, source }
    };
    let log = File::create(&path).map_err(io("write", &path))?;
    let log_too = log.try_clone().map_err(io("write", &path))?;
    command.stdin(Stdio::null()).stdout(log).stderr(log_too);
    let mut child = command.spawn().map_err(io("run", &program))?;
    let limit = recipe.options.time_limit;
    let end = Instant::now() + limit;
    let status = loop {
        if Instant::now() > end {
            // It may have ended in between: either way it is gone afterwards.
            let _ = child.kill();
            let _ = child.wait();
            let unit = recipe.name.to_owned();
            return Err(RtlError::TimeLimit { unit, tool, seconds: limit.as_secs() });
        }
        if let Some(status) = child.try_wait().map_err(io("run", &program))? {
            break status;
        }
        thread::sleep(Duration::from_millis(5));
    };
    let log = fs::read(&path).map_err(io("read", &path))?;
    Ok(Ran { success: status.success(), log: String::from_utf8_lossy(&log).into_owned() })
}
