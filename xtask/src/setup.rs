//! Set-up: sees what is missing, plans, and installs it.

mod install;
mod observe;
mod plan;

use std::fs;

use crate::step::Failure;
use observe::State;

/// Sets up; every tool must then be there.
pub(crate) fn require_all() -> Result<(), Failure> {
    match problems()?.as_slice() {
        [] => Ok(()),
        problems => Err(Failure::could_not(problems.join("\nerror: "))),
    }
}

/// Sets up; what building needs must then be there, and what else is missing is told.
pub(crate) fn require_build() -> Result<(), Failure> {
    let problems = problems()?;
    if toolbox::find(toolbox::Tool::Z3).is_err() {
        return Err(Failure::could_not(problems.join("\nerror: ")));
    }
    for problem in problems {
        eprintln!("warning: {problem}");
    }
    Ok(())
}

/// Installs what is missing and tells what could not be.
fn problems() -> Result<Vec<String>, Failure> {
    let tools = std::path::absolute(toolbox::tools_dir())
        .map_err(|error| Failure::could_not(format!("cannot find the tool folder: {error}")))?;
    if plan::plan(&State::observe(&tools)).is_empty() {
        return Ok(Vec::new());
    }
    let lock = lock(&tools).map_err(|error| {
        Failure::could_not(format!("cannot write to the tool folder {}: {error}", tools.display()))
    })?;
    // Another set-up may have finished while this one waited.
    let actions = plan::plan(&State::observe(&tools));
    let problems = install::carry_out(&tools, &actions);
    drop(lock);
    Ok(problems)
}

/// Waits until no other set-up works on the same folder.
fn lock(tools: &std::path::Path) -> std::io::Result<fs::File> {
    fs::create_dir_all(tools)?;
    let lock = fs::File::create(tools.join("lock"))?;
    if lock.try_lock().is_err() {
        eprintln!("setup: waiting for another set-up to finish");
        lock.lock()?;
    }
    Ok(lock)
}

#[cfg(test)]
mod tests {
    use toolbox::Tool;

    #[test]
    fn cargo_s_configuration_names_the_pinned_z3() {
        let config =
            std::fs::read_to_string(crate::step::root().join(".cargo/config.toml")).unwrap();
        let (_, wheel) = Tool::wheels().find(|&(tool, _)| tool == Tool::Z3).unwrap();
        let (version, _build) = wheel.version.rsplit_once('.').unwrap();
        assert!(config.contains(&format!("Z3_SYS_Z3_VERSION = \"{version}\"\n")));
        assert!(config.contains("\".tools/site/z3/lib\""));
    }
}
