//! `eval` against the rows of `tests/oracle/`.

use crate::{program, rvassay::run_in};
use std::{collections::HashMap, fmt::Write as _, fs, path::Path};

const ORACLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle");

fn rows(file: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(ORACLE).join(file)).expect("the oracle is there");
    let fields = |line: &str| line.split(',').map(String::from).collect();
    text.lines().skip(1).map(fields).collect()
}

/// Evaluates all rows in one call and gives the last column.
fn eval(isa: &str, rows: &[[&str; 3]]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut csv = String::from("word,rs1,rs2\n");
    for row in rows {
        let _ = writeln!(csv, "{}", row.join(","));
    }
    fs::write(folder.path().join("rows.csv"), csv).unwrap();
    let ran = run_in(folder.path(), &["eval", "--isa", isa, "--csv", "rows.csv"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let mut lines = ran.stdout.lines();
    assert_eq!(lines.next(), Some("word,rs1,rs2,rd"));
    let last = |(line, row): (&str, &[&str; 3])| {
        let start = format!("{},", row.join(","));
        line.strip_prefix(&start).unwrap_or_else(|| panic!("{line} for {row:?}")).to_owned()
    };
    let values: Vec<_> = lines.zip(rows).map(last).collect();
    assert_eq!(values.len(), rows.len(), "one line a row");
    values
}

#[test]
fn values_are_those_of_spike_and_qemu() {
    for (xlen, count) in [(32, 1004), (64, 1540)] {
        let expected = rows(&format!("values_rv{xlen}.csv"));
        assert_eq!(expected.len(), count);
        let given: Vec<_> = expected.iter().map(|r| [1, 2, 3].map(|k| r[k].as_str())).collect();
        let values = eval(&format!("rv{xlen}im_zkne_zknd"), &given);
        for (row, value) in expected.iter().zip(values) {
            assert_eq!(value, row[4], "rv{xlen}: {row:?}");
        }
    }
}

/// Which of the words the disassembler knows under a list of its extensions.
///
/// It only sorts the words that retire by extension; whether a word retires is the oracle's word.
fn disassembled(xlen: u32, extensions: &str, words: &[&str]) -> Vec<bool> {
    let mut text = String::new();
    for word in words {
        let word = u32::from_str_radix(word, 16).unwrap();
        let [a, b, c, d] = word.to_le_bytes();
        let _ = writeln!(text, "{a:#04x} {b:#04x} {c:#04x} {d:#04x}");
    }
    let refused = program::disassembler_refuses(xlen, extensions, &text);
    (1..=words.len()).map(|line| !refused.contains(&line)).collect()
}

/// Words that the privileged architecture or Zicsr has, which the disassembler always knows.
fn is_system(word: &str) -> bool {
    let word = u32::from_str_radix(word, 16).unwrap();
    word & 0x7f == 0x73 && !matches!(word, 0x0000_0073 | 0x0010_0073)
}

#[test]
fn legality_is_that_of_spike_and_qemu_for_the_modelled_extensions() {
    let mut counts = HashMap::new();
    for xlen in [32, 64] {
        let file = format!("legality_rv{xlen}.csv");
        let rows = rows(&file);
        let words: Vec<_> = rows.iter().map(|row| row[0].as_str()).collect();
        let given: Vec<_> = words.iter().map(|word| [*word, "0", "0"]).collect();
        let values = eval(&format!("rv{xlen}im_zkne_zknd"), &given);
        let subset = disassembled(xlen, "+m,+zkne,+zknd", &words);
        for (((row, word), value), of_subset) in rows.iter().zip(&words).zip(values).zip(subset) {
            let retires = row[1] == "1";
            let legal = retires && of_subset && !is_system(word);
            assert_eq!(value != "illegal", legal, "{file}: {word} gives {value}");
            let kind = match (retires, legal) {
                (false, _) => "illegal",
                (true, true) => "of the subset",
                (true, false) => "of another extension",
            };
            *counts.entry((xlen, kind)).or_insert(0) += 1;
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_unstable();
    let expected = [
        ((32, "illegal"), 208),
        ((32, "of another extension"), 33),
        ((32, "of the subset"), 127),
        ((64, "illegal"), 306),
        ((64, "of another extension"), 49),
        ((64, "of the subset"), 202),
    ];
    assert_eq!(counts, expected);
}
