//! Verilator: from SystemVerilog to C++.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use super::{Recipe, cache::io, ports, tools};
use crate::{RtlError, description::Source};

/// What Verilator made, beside the C++ in the folder `cpp`.
pub(super) struct Verilated {
    pub(super) ports: Vec<ports::RtlPort>,
    pub(super) warnings: Vec<String>,
}

/// The command line, without what depends on the place of the build.
pub(super) fn arguments(recipe: &Recipe<'_>) -> Vec<String> {
    let mut arguments: Vec<String> = [
        "--cc",
        "--prefix",
        "Vmodel",
        "--x-assign",
        "fast",
        "--x-initial",
        "fast",
        "--noassert",
        "-O3",
    ]
    .map(str::to_owned)
    .into();
    if recipe.trace {
        arguments.push("--trace-vcd".to_owned());
    }
    if recipe.strict {
        arguments.push("-Wall".to_owned());
    } else {
        // A loop is not a matter of style: what it settles to depends on the order of evaluation.
        let loops = if recipe.false_loops { "-Wno-UNOPTFLAT" } else { "-Werror-UNOPTFLAT" };
        arguments.extend(["-Wno-fatal", loops].map(str::to_owned));
    }
    arguments.extend(["--top-module".to_owned(), recipe.top.to_owned()]);
    arguments.extend(recipe.arguments.iter().cloned());
    arguments
}

pub(super) fn verilate(
    recipe: &Recipe<'_>,
    tools: &tools::Tools,
    folder: &Path,
) -> Result<Verilated, RtlError> {
    let rtl = folder.join("rtl");
    let staged = stage(&recipe.sources, &rtl).map_err(io("write", &rtl))?;
    let mut command = tools.verilator();
    command.current_dir(&rtl).args(arguments(recipe)).arg("--Mdir").arg(folder.join("cpp"));
    command.args(staged.folders.iter().map(|folder| format!("-I./{}", folder.display())));
    command.args(staged.files.iter().map(|file| Path::new(".").join(file)));
    let ran = tools::run(command, "verilator", recipe, folder)?;
    let unit = || recipe.name.to_owned();
    if let Some(line) = ran.log.lines().find(|line| line.contains("UNOPTFLAT")) {
        return Err(RtlError::CombinationalLoop { unit: unit(), line: line.to_owned() });
    }
    if !ran.success {
        return Err(RtlError::Rejected { unit: unit(), line: first_error(&ran.log), log: ran.log });
    }
    let header = folder.join("cpp/Vmodel.h");
    let header = fs::read_to_string(&header).map_err(io("read", &header))?;
    let warnings =
        ran.log.lines().filter(|line| line.starts_with("%Warning")).map(str::to_owned).collect();
    Ok(Verilated { ports: ports::of_header(&header), warnings })
}

/// The line that says what is wrong: not the one that counts the errors.
fn first_error(log: &str) -> String {
    let of_kind = |kind: &str| {
        log.lines()
            .find(|line| line.starts_with(kind) && !line.contains("Exiting due to"))
            .map(str::to_owned)
    };
    of_kind("%Error")
        .or_else(|| of_kind("%Warning"))
        .or_else(|| log.lines().next().map(str::to_owned))
        .unwrap_or_else(|| "it said nothing".to_owned())
}

/// Sources in a folder, with paths below it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staged {
    /// What a tool reads, in the order of the description: all but headers, which come in by `include.
    pub files: Vec<PathBuf>,
    /// Where headers are looked for.
    pub folders: Vec<PathBuf>,
}

/// Writes sources into a folder, for a tool to read.
///
/// # Errors
/// What cannot be written.
pub fn stage(sources: &[Source], folder: &Path) -> std::io::Result<Staged> {
    let mut done = Staged::default();
    fs::create_dir_all(folder)?;
    for source in sources {
        let place = staged(&source.name);
        let parent = place.parent().unwrap_or(Path::new("")).to_path_buf();
        fs::create_dir_all(folder.join(&parent))?;
        fs::write(folder.join(&place), &source.text)?;
        if !done.folders.contains(&parent) {
            done.folders.push(parent);
        }
        if !matches!(place.extension().and_then(|e| e.to_str()), Some("svh" | "vh")) {
            done.files.push(place);
        }
    }
    Ok(done)
}

/// Where a source lies in the build: below it, whatever its name.
fn staged(name: &str) -> PathBuf {
    Path::new(name)
        .components()
        .filter_map(|component| match component {
            Component::Normal(part) => Some(PathBuf::from(part)),
            Component::ParentDir => Some(PathBuf::from("up")),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
        })
        .collect()
}
