use crate::options;
use equivalence::{Report, Subject, Verdict};
use rtl_harness::{SeededBug, UnitDescription, units};
use std::{
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

/// The first op that a planted bug makes wrong.
fn refuted(description: &UnitDescription, bug: &SeededBug) -> Option<Report> {
    let options = options(Some(bug.patch.clone()));
    description.xlens.iter().find_map(|&xlen| {
        // The wide products take long whether they are right or wrong.
        let subject = (xlen < 128 || description.name == "keccak")
            .then(|| Subject::new(description, xlen, &options).unwrap())?;
        let reports = subject.ops().map(|op| subject.prove(op));
        reports.into_iter().find(|report| report.verdict == Verdict::Refuted)
    })
}

/// How many are tried, evenly from all: `RVASSAY_CASES`, or a slice.
fn wanted() -> usize {
    std::env::var("RVASSAY_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(8)
}

#[test]
fn every_planted_bug_is_refuted_with_requests_that_the_verilated_unit_answers_wrongly() {
    let mut all = Vec::new();
    for unit in units() {
        let description = unit.description().unwrap();
        all.extend(unit.bugs().into_iter().map(|bug| (description.clone(), bug)));
    }
    assert!(all.len() >= 40, "{}", all.len());
    let step = (all.len() / wanted()).max(1);
    let all: Vec<_> = all.into_iter().step_by(step).collect();
    let next = AtomicUsize::new(0);
    let missed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((description, bug)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let name = format!("{}/{}", description.name, bug.name);
                    match refuted(description, bug) {
                        Some(report) => {
                            assert!(!report.requests.is_empty(), "{report:?}");
                            eprintln!("{name}: {} in {:.1} s", report.op, report.seconds);
                        }
                        None => missed.lock().unwrap().push(name),
                    }
                }
            });
        }
    });
    assert_eq!(missed.into_inner().unwrap(), Vec::<String>::new());
}
