use crate::options;
use equivalence::{Report, Subject, Verdict};
use rtl_harness::{UnitDescription, units};
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
    let area = equivalence::area(&sm3, None, 32, Duration::from_secs(60)).unwrap();
    let weights = equivalence::weights();
    let sum: f64 =
        area.cells.iter().map(|(cell, &count)| weights[cell.as_str()] * count as f64).sum();
    assert_eq!((area.total, area.flip_flops), (sum, 0));
    // Two XORs and two choices a bit, 2.5 each, at most.
    assert!((32.0 * 2.0 * 2.5..=32.0 * 4.0 * 2.5).contains(&area.total), "{area:?}");
}
