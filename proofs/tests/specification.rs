//! Obligations of the specification itself.

use proofs::{Options, obligations, prove_all};
use std::time::Duration;

/// What is slow, and every mutant that is alive, show with `--nocapture`.
#[test]
fn every_obligation_is_proved_and_notices_its_mutants() {
    let options =
        Options { mutants: Some(8), timeout: Duration::from_secs(60), ..Options::default() };
    let run = prove_all(&obligations(), &options, |_| {}).unwrap();
    let mut slowest: Vec<_> = run.reports.iter().collect();
    slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for report in slowest.iter().take(10) {
        println!("{:8.2} s {} {}", report.seconds, report.id, report.verdict);
    }
    let bad: Vec<_> = run.reports.iter().filter(|report| !report.holds()).collect();
    assert!(run.holds(), "{:#?} {bad:#?}", run.totals);
    assert!(run.reports.iter().all(|report| !report.mutants.is_empty()));
}
