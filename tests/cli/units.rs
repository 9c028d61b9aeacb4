//! `prove --unit`: verdicts, exit codes, and the unit of the book.

use crate::rvassay::{keys, run, run_in};
use serde_json::json;
use std::{fs, path::Path};

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/sh1add-unit");
    fs::read_to_string(folder.join(name)).unwrap()
}

/// The example's folder with another module in it.
fn changed(from: &str, to: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("unit.toml"), example("unit.toml")).unwrap();
    let module = example("sh1add.sv");
    assert!(module.contains(from));
    fs::write(folder.path().join("sh1add.sv"), module.replace(from, to)).unwrap();
    folder
}

#[test]
fn the_example_of_the_book_is_proved() {
    let book = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/units.md"));
    let toml = example("unit.toml");
    let description = toml.split_once('\n').unwrap().1;
    assert!(book.unwrap().contains(description), "the book shows another unit.toml");
    let folder = changed("base", "base");
    let ran = run_in(folder.path(), &["prove", "--unit", "unit.toml", "--json"]);
    let (lines, summary) = ran.records();
    assert_eq!((ran.code, lines.len()), (0, 2), "{ran:?}");
    assert_eq!((&summary["proved"], &summary["units"]), (&json!(2), &json!(1)));
    assert_eq!(keys(&lines[0]), ["unit", "op", "xlen", "verdict", "by", "latency", "seconds"]);
}

#[test]
fn a_wrong_sum_is_refuted_with_the_operands() {
    let folder = changed("base +", "base -");
    let ran = run_in(folder.path(), &["prove", "sh1add", "--unit", "unit.toml", "--json"]);
    let (lines, summary) = ran.records();
    assert_eq!((ran.code, &summary["refuted"]), (1, &json!(2)), "{ran:?}");
    let wanted = "unit op xlen verdict by requests expected got seconds";
    assert_eq!(keys(&lines[0]).join(" "), wanted);
    assert_ne!(lines[0]["expected"], lines[0]["got"]);
}

#[test]
fn a_planted_bug_is_refuted() {
    let args = ["prove", "sm3p1", "--unit", "sm3", "--bug", "p1-second-rotation"];
    let ran = run(&args);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stdout.contains("refuted   sm3 sm3p1 on RV32"), "{ran:?}");
}

#[test]
fn what_is_not_there_is_said() {
    let folder = changed("index,", "index_i,");
    let rows: [(&[&str], &str); 5] = [
        (&["--unit", "sm5"], "unit:sm3"),
        (&["--unit", "sm3", "--bug", "none"], "has no planted bug `none`"),
        (&["--unit", "all", "--bug", "none"], "a planted bug is one of one unit"),
        (&["sm4ed", "--unit", "sm3"], "selects nothing among the ops of the units"),
        (&["--unit", "unit.toml"], "yosys rejects unit"),
    ];
    for (args, message) in rows {
        let ran = run_in(folder.path(), &[&["prove"], args].concat());
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert!(ran.stderr.contains(message), "{args:?}: {ran:?}");
    }
}
