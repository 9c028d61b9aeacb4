//! A second solver, which shares nothing with Z3 or with us.

use std::{fs, process::Command};

/// The answers to scripts, by their names.
pub(crate) fn answers(scripts: &[(String, String)]) -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(format!("{}.smt2", name.replace('/', "-")));
    scripts.iter().for_each(|(name, text)| fs::write(path(name), text).unwrap());
    let python = toolbox::python();
    let output = Command::new(python)
        .args(["-c", include_str!("solver.py")])
        .arg(toolbox::site_dir())
        .arg("60000")
        .args(scripts.iter().map(|(name, _)| path(name)))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let answers = text.lines().map(|line| line.rsplit(' ').nth(1).unwrap_or_default().to_owned());
    let answers: Vec<String> = answers.collect();
    assert_eq!(answers.len(), scripts.len(), "{text}");
    scripts.iter().map(|script| script.0.clone()).zip(answers).collect()
}
