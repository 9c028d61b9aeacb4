//! The C++ compiler: from Verilator's C++ to a shared library.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::{
    Recipe,
    cache::{self, io},
    key,
    tools::{self, Tools},
};
use crate::RtlError;

/// Flags of every compilation. Several models live in one process, so nothing of one may be seen by
/// another: hidden symbols, and no symbol that the loader makes unique over all libraries.
pub(super) fn flags(trace: bool) -> impl Iterator<Item = &'static str> {
    const COMMON: &[&str] = &[
        "-std=c++17",
        "-O3",
        "-march=native",
        "-fPIC",
        "-fvisibility=hidden",
        "-fno-gnu-unique",
        "-w",
        "-DVERILATOR=1",
        "-DVM_SC=0",
        "-DVM_COVERAGE=0",
        "-DVL_USER_FATAL",
        "-DVL_USER_FINISH",
        "-DVL_USER_STOP",
        "-DVL_USER_WARN",
        // What a design prints must not mix with a program's results.
        "-DVL_PRINTF(...)=fprintf(stderr,__VA_ARGS__)",
    ];
    let tracing: &[&str] =
        if trace { &["-DVM_TRACE=1", "-DVM_TRACE_VCD=1"] } else { &["-DVM_TRACE=0"] };
    COMMON.iter().chain(tracing).copied()
}

/// Compiles the C++ of a verilated model with its shim into `model.so`.
pub(super) fn compile(
    recipe: &Recipe<'_>,
    tools: &Tools,
    folder: &Path,
    shim: &str,
) -> Result<(), RtlError> {
    let runtime = runtime(recipe, tools)?;
    let cpp = folder.join("cpp");
    // One file: reading Verilator's headers once takes less time than any optimisation of a unit.
    let mut unity = String::new();
    for file in generated(&cpp)? {
        unity.push_str(&format!("#include \"{file}\"\n"));
    }
    unity.push_str(shim);
    let path = cpp.join("unity.cpp");
    fs::write(&path, unity).map_err(io("write", &path))?;
    let mut arguments: Vec<OsString> = vec![path.into(), "-I".into(), cpp.into()];
    arguments.extend(runtime.into_iter().map(OsString::from));
    arguments.extend(["-shared", "-Wl,-Bsymbolic", "-pthread", "-o"].map(OsString::from));
    arguments.push(folder.join(cache::LIBRARY).into());
    cxx(recipe, tools, folder, arguments)
}

fn generated(cpp: &Path) -> Result<Vec<String>, RtlError> {
    let mut names = Vec::new();
    for entry in fs::read_dir(cpp).map_err(io("read", cpp))? {
        let name = entry.map_err(io("read", cpp))?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".cpp") {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The objects of Verilator's run-time part, made once for all models.
fn runtime(recipe: &Recipe<'_>, tools: &Tools) -> Result<Vec<PathBuf>, RtlError> {
    let cache =
        std::path::absolute(&recipe.options.cache).map_err(io("find", &recipe.options.cache))?;
    let key = format!("runtime-{}", key::runtime(recipe.trace, tools));
    let entry = cache.join(&key);
    let mut names = vec!["verilated", "verilated_threads"];
    if recipe.trace {
        names.push("verilated_vcd_c");
    }
    let objects =
        |folder: &Path| names.iter().map(|name| folder.join(name).with_extension("o")).collect();
    let _lock = cache::lock(&cache, &key)?;
    if entry.exists() {
        return Ok(objects(&entry));
    }
    let work = cache::Work::new(&cache, &key)?;
    for name in &names {
        let source = tools.verilator_root.join("include").join(name).with_extension("cpp");
        let object = work.0.join(name).with_extension("o");
        cxx(recipe, tools, &work.0, vec!["-c".into(), source.into(), "-o".into(), object.into()])?;
    }
    cache::replace(&work.0, &entry, &cache)?;
    Ok(objects(&entry))
}

fn cxx(
    recipe: &Recipe<'_>,
    tools: &Tools,
    folder: &Path,
    arguments: Vec<OsString>,
) -> Result<(), RtlError> {
    let include = tools.verilator_root.join("include");
    let mut command = std::process::Command::new(&tools.cxx);
    command.args(flags(recipe.trace)).arg("-I").arg(&include).arg("-I").arg(include.join("vltstd"));
    command.args(arguments);
    let ran = tools::run(command, "g++", recipe, folder)?;
    if ran.success {
        return Ok(());
    }
    let line = ran.log.lines().find(|line| line.contains("error")).or(ran.log.lines().next());
    let (unit, line) = (recipe.name.to_owned(), line.unwrap_or("it said nothing").to_owned());
    Err(RtlError::Compile { unit, line })
}
