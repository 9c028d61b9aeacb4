//! Carrying the plan out, with pip and apt-get.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use toolbox::{Probe, Tool, Wheel};

use super::observe::{metadata_folders, python_makes_environments, site_packages};
use super::plan::{Action, Installer, advice, elevation, packages};
use crate::step::Step;

/// Does everything that can be done; what cannot is told, and does not stop the rest.
pub(crate) fn carry_out(tools: &Path, actions: &[Action]) -> Vec<String> {
    let mut problems = Vec::new();
    for action in actions {
        let result = match action {
            Action::Programs(programs) => install_programs(programs),
            Action::Environment => make_environment(tools),
            Action::Wheels(wheels) => install_wheels(tools, wheels),
            Action::Site => link_site(tools),
        };
        if let Err(problem) = result {
            problems.push(problem);
            if rest_builds_on(action) {
                break;
            }
        }
    }
    problems
}

fn rest_builds_on(action: &Action) -> bool {
    match action {
        Action::Programs(programs) => programs.contains(&Tool::Python),
        Action::Environment | Action::Wheels(_) => true,
        Action::Site => false,
    }
}

fn install_programs(programs: &[Tool]) -> Result<(), String> {
    let installer = installer();
    let Some(elevation) = elevation(installer) else {
        return Err(advice(installer, programs));
    };
    let apt_get = |args: &[&str]| {
        let options = ["apt-get", "-o", "DPkg::Lock::Timeout=300"];
        let words: Vec<_> = elevation[1..].iter().chain(&options).chain(args).collect();
        Step::new("apt-get", elevation[0], &words).run_last().is_ok()
    };
    let packages = packages(programs);
    eprintln!("setup: installing Debian packages: {}", packages.join(" "));
    let install = [&["install", "-y", "--no-install-recommends"], packages.as_slice()].concat();
    // A fresh or old machine knows no packages, or packages that are gone.
    if !(apt_get(&install) || (apt_get(&["update"]) && apt_get(&install))) {
        return Err(format!(
            "apt-get could not install everything (its messages are above); {}",
            advice(installer, programs)
        ));
    }
    let lost: Vec<_> = programs
        .iter()
        .filter(|tool| toolbox::find(**tool).is_err())
        .map(|tool| tool.info().name)
        .collect();
    if lost.is_empty() {
        Ok(())
    } else {
        Err(format!("these are installed, but not on PATH: {}", lost.join(" ")))
    }
}

fn installer() -> Installer {
    let quiet = |program: &str, args: &[&str]| {
        Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()
    };
    if quiet("apt-get", &["--version"]).is_none() {
        Installer::NotDebian
    } else if quiet("id", &["-u"]).is_some_and(|output| output.stdout == b"0\n") {
        Installer::Root
    } else if quiet("sudo", &["-n", "true"]).is_some_and(|output| output.status.success()) {
        Installer::Sudo
    } else {
        Installer::Nobody
    }
}

fn make_environment(tools: &Path) -> Result<(), String> {
    eprintln!("setup: making a Python environment");
    if let Some(complaint) = Probe::of(Tool::Python).complaint() {
        return Err(complaint);
    }
    if !python_makes_environments() {
        return Err(
            "python3 has no working `venv` and `ensurepip`: put one that has them first on PATH"
                .to_owned(),
        );
    }
    let venv = tools.join("venv");
    let args = ["-m".as_ref(), "venv".as_ref(), "--clear".as_ref(), venv.as_os_str()];
    Step::new("making the environment", "python3", &args).run_last().map_err(|failure| {
        format!("python3 could not make its environment (its messages are above)\n{failure}")
    })
}

fn install_wheels(tools: &Path, wheels: &[&Wheel]) -> Result<(), String> {
    let requirements: Vec<_> = wheels.iter().map(|wheel| wheel.requirement()).collect();
    eprintln!("setup: installing {}", requirements.join(" "));
    for wheel in wheels {
        remove_remnants(tools, wheel)
            .map_err(|error| format!("cannot remove a broken {}: {error}", wheel.package))?;
    }
    let options = [
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        // Exactly the pins: what a wheel asks for beside itself, we do not use.
        "--no-deps",
        "--only-binary=:all:",
        "--no-compile",
    ];
    let args: Vec<_> = options.into_iter().chain(requirements.iter().map(String::as_str)).collect();
    let step = Step::new("pip", tools.join("venv/bin/python"), &args);
    step.run_last().map_err(|failure| {
        format!(
            "pip could not install {} (its messages are above): is there a network, or a mirror in \
             pip's configuration? Then repeat `cargo xtask setup`\n{failure}",
            requirements.join(" ")
        )
    })
}

/// Removes what pip left of a package that is not whole: pip would take it for installed, or stop
/// because it cannot remove it.
fn remove_remnants(tools: &Path, wheel: &Wheel) -> io::Result<()> {
    let Some(site) = site_packages(tools) else { return Ok(()) };
    for folder in metadata_folders(&site, &wheel.distribution()) {
        fs::remove_dir_all(folder)?;
    }
    let package = Path::new(wheel.path).iter().next().map(|first| site.join(first));
    for left in package.into_iter().chain(wheel.locate(&site)) {
        if left.is_dir() {
            fs::remove_dir_all(left)?;
        } else if left.exists() {
            fs::remove_file(left)?;
        }
    }
    Ok(())
}

fn link_site(tools: &Path) -> Result<(), String> {
    let link = || {
        let packages = site_packages(tools).ok_or(io::ErrorKind::NotFound)?;
        // Relative, so that the folder can be moved.
        let target = packages.strip_prefix(tools).unwrap_or(&packages);
        let site = tools.join("site");
        match fs::remove_file(&site) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => symlink(target, &site),
        }
    };
    link().map_err(|error| format!("cannot link {}: {error}", tools.join("site").display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::observe::State;

    fn tools() -> tempfile::TempDir {
        let tools = tempfile::tempdir().unwrap();
        fs::create_dir_all(tools.path().join("venv/lib/python3.99/site-packages")).unwrap();
        tools
    }

    #[test]
    fn the_link_is_made_and_made_again() {
        let tools = tools();
        let site = tools.path().join("site");
        for stale in ["", "nowhere"] {
            if !stale.is_empty() {
                fs::remove_file(&site).unwrap();
                symlink(stale, &site).unwrap();
            }
            assert!(!State::observe(tools.path()).site);
            link_site(tools.path()).unwrap();
            assert!(State::observe(tools.path()).site);
        }
        assert!(fs::read_link(&site).unwrap().is_relative());
    }

    #[test]
    fn remnants_of_a_broken_wheel_go_and_the_rest_stays() {
        let tools = tools();
        let site = site_packages(tools.path()).unwrap();
        for folder in ["z3/lib", "z3_solver-4.8.0.dist-info", "z3_solver_other-1.dist-info"] {
            fs::create_dir_all(site.join(folder)).unwrap();
        }
        let (_, wheel) = Tool::wheels().find(|&(tool, _)| tool == Tool::Z3).unwrap();
        remove_remnants(tools.path(), wheel).unwrap();
        let left: Vec<_> =
            fs::read_dir(site).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["z3_solver_other-1.dist-info"]);
    }
}
