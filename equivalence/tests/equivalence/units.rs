use crate::options;
use equivalence::{EquivalenceError, Measured, Report, Subject, Verdict};
use rtl_harness::{Source, UnitDescription, cores, units};
use std::time::Duration;

fn reports(description: &UnitDescription) -> Vec<Report> {
    let options = options(None);
    let mut reports = Vec::new();
    for &xlen in &description.xlens {
        let subject = Subject::new(description, xlen, &options).unwrap();
        reports.extend(subject.ops().map(|op| subject.prove(op)));
    }
    reports
}

/// Proves the ops of some units.
fn proved(wanted: impl Fn(&str) -> bool) {
    let mut count = 0;
    for unit in units().iter().filter(|unit| wanted(unit.name)) {
        for report in reports(&unit.description().unwrap()) {
            assert_eq!(report.verdict, Verdict::Proved, "{report:#?}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn the_aes_unit_is_proved() {
    proved(|unit| unit == "aes");
}

#[test]
fn the_units_of_bit_manipulation_are_proved() {
    proved(|unit| ["bitmanip", "clmul"].contains(&unit));
}

#[test]
fn all_other_units_are_proved() {
    proved(|unit| !["aes", "bitmanip", "clmul"].contains(&unit));
}

#[test]
fn a_clocked_unit_is_proved_from_every_state_that_single_requests_reach() {
    let kyber = units().iter().find(|unit| unit.name == "kyber").unwrap().description().unwrap();
    let options = options(None);
    let subject = Subject::new(&kyber, 32, &options).unwrap();
    let add = subject.ops().find(|op| op.name == "kyberadd").unwrap();
    let report = subject.prove(add);
    let states = report.states.unwrap();
    // The counter of cycles and whether an answer stands.
    assert_eq!((states.as_reset, states.arbitrary > 30), (5, true), "{report:?}");
    assert_eq!(report.latency, Some(1));
}

#[test]
fn area_is_counted_in_cells_of_the_library() {
    let sm3 = units().iter().find(|unit| unit.name == "sm3").unwrap().description().unwrap();
    let cache = tempfile::tempdir().unwrap();
    let area = |limit| {
        let measured = Measured::unit(&sm3, None, 32).unwrap();
        measured.area(cache.path(), Duration::from_secs(limit))
    };
    let area = |limit| area(limit).unwrap();
    // The second time it is known: nothing runs, for there is no time for it.
    assert_eq!(area(60), area(0));
    let area = area(0);
    let weights = equivalence::weights();
    let sum: f64 =
        area.cells.iter().map(|(cell, &count)| weights[cell.as_str()] * count as f64).sum();
    assert_eq!((area.total, area.flip_flops), (sum, 0));
    // Two XORs and two choices a bit, 2.5 each, at most.
    assert!((32.0 * 2.0 * 2.5..=32.0 * 4.0 * 2.5).contains(&area.total), "{area:?}");
}

#[test]
fn the_core_has_no_latch_and_no_warning() {
    let core = cores().iter().find(|core| core.name == "inorder").unwrap().description().unwrap();
    let limit = Duration::from_secs(60);
    for (xlen, all) in [(32, true), (32, false), (64, true)] {
        equivalence::synthesizes(&core, None, xlen, |_| all, limit).unwrap();
    }
    // A register that keeps its value without a clock; and a net that two gates drive.
    let changes = [
        (
            "  always_ff @(posedge",
            "  logic kept;\n  always_latch if (start_i) kept = op_i[0];\n  always_ff @(posedge",
        ),
        ("  assign done_o =", "  assign done_o = start_i;\n  assign done_o ="),
    ];
    for (from, to) in changes {
        let mut changed = core.clone();
        let of_muldiv = |source: &&mut Source| source.name.ends_with("inorder_muldiv.sv");
        let source = changed.sources.iter_mut().find(of_muldiv).unwrap();
        source.text = source.text.replacen(from, to, 1);
        assert!(source.text.contains(to));
        let error = equivalence::synthesizes(&changed, None, 32, |_| true, limit).unwrap_err();
        assert!(matches!(error, EquivalenceError::Rejected { .. }), "{error}");
    }
}
