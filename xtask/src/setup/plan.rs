//! What to do about what is missing: pure functions, so that they are tested without a network.

use toolbox::{Tool, Wheel};

use super::observe::State;

/// One thing to do.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Install the Debian packages of these programs.
    Programs(Vec<Tool>),
    /// Make the Python environment, from scratch.
    Environment,
    /// Install these wheels in it.
    Wheels(Vec<&'static Wheel>),
    /// Let `site` lead to the environment's packages.
    Site,
}

/// What to do, in order; nothing when set-up is complete.
pub(crate) fn plan(state: &State) -> Vec<Action> {
    let mut actions = Vec::new();
    if !state.programs.is_empty() {
        actions.push(Action::Programs(state.programs.clone()));
    }
    if !state.environment {
        actions.push(Action::Environment);
    }
    if !state.wheels.is_empty() {
        actions.push(Action::Wheels(state.wheels.clone()));
    }
    if !state.environment || !state.site {
        actions.push(Action::Site);
    }
    actions
}

/// Who may install Debian packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Installer {
    /// This user.
    Root,
    /// This user through `sudo`, without a password.
    Sudo,
    /// Somebody else: the user is told what to run.
    Nobody,
    /// Nobody: there is no apt-get.
    NotDebian,
}

/// The words before `apt-get`; `None` when it cannot be run from here.
pub(crate) fn elevation(installer: Installer) -> Option<&'static [&'static str]> {
    match installer {
        Installer::Root => Some(&["env", "DEBIAN_FRONTEND=noninteractive"]),
        Installer::Sudo => Some(&["sudo", "-n", "DEBIAN_FRONTEND=noninteractive"]),
        Installer::Nobody | Installer::NotDebian => None,
    }
}

/// The Debian packages of programs, each once.
pub(crate) fn packages(programs: &[Tool]) -> Vec<&'static str> {
    let mut packages: Vec<_> = programs.iter().filter_map(|tool| tool.info().debian()).collect();
    packages.dedup();
    packages
}

/// What the user is told when the programs cannot be installed from here.
pub(crate) fn advice(installer: Installer, programs: &[Tool]) -> String {
    let lost = programs.iter().map(|tool| {
        let info = tool.info();
        format!("  {}: {}\n", info.name, info.lost)
    });
    let lost: String = lost.collect();
    let packages = packages(programs).join(" ");
    let install = if installer == Installer::NotDebian {
        format!(" your system's package manager (Debian's packages are {packages})")
    } else {
        format!(
            "\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends {packages}"
        )
    };
    format!(
        "these programs are missing:\n{lost}repeat `cargo xtask setup` after installing them with{install}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> State {
        State { environment: true, wheels: vec![], site: true, programs: vec![] }
    }

    fn wheel(tool: Tool) -> &'static Wheel {
        Tool::wheels().find(|&(which, _)| which == tool).unwrap().1
    }

    #[test]
    fn a_complete_set_up_needs_nothing() {
        assert_eq!(plan(&complete()), []);
    }

    #[test]
    fn what_is_missing_is_planned_in_order() {
        let wheels: Vec<_> = Tool::wheels().map(|(_, wheel)| wheel).collect();
        let state = State { environment: false, wheels: wheels.clone(), site: false, ..complete() };
        assert_eq!(plan(&state), [Action::Environment, Action::Wheels(wheels), Action::Site]);
    }

    #[test]
    fn one_broken_wheel_is_installed_alone() {
        let state = State { wheels: vec![wheel(Tool::Z3)], ..complete() };
        assert_eq!(plan(&state), [Action::Wheels(vec![wheel(Tool::Z3)])]);
    }

    #[test]
    fn a_package_with_two_missing_programs_is_installed_once() {
        let programs = [Tool::LlvmMc, Tool::QemuRiscv32, Tool::QemuRiscv64];
        let state = State { programs: programs.into(), ..complete() };
        assert_eq!(plan(&state), [Action::Programs(programs.into())]);
        assert_eq!(packages(&programs), ["llvm-19", "qemu-user"]);
    }

    #[test]
    fn who_cannot_install_is_told_what_to_run() {
        for (installer, runs) in [
            (Installer::Root, true),
            (Installer::Sudo, true),
            (Installer::Nobody, false),
            (Installer::NotDebian, false),
        ] {
            assert_eq!(elevation(installer).is_some(), runs, "{installer:?}");
        }
        let programs = [Tool::LlvmMc, Tool::QemuRiscv32];
        let command = "apt-get install -y --no-install-recommends llvm-19 qemu-user";
        let nobody = advice(Installer::Nobody, &programs);
        assert!(nobody.ends_with(command), "{nobody}");
        assert!(nobody.contains("\n  llvm-mc: no kernel can be assembled\n"), "{nobody}");
        let elsewhere = advice(Installer::NotDebian, &programs);
        assert!(elsewhere.contains("llvm-19 qemu-user"), "{elsewhere}");
        assert!(!elsewhere.contains("apt-get"), "{elsewhere}");
    }
}
