//! Obligations of the specification itself.

use proofs::{Options, covered, obligations, prove_all};
use semantics::insns::Insn;
use std::collections::BTreeSet;

/// Totals and what is slow show with `--nocapture`.
#[test]
fn every_obligation_is_proved() {
    let run = prove_all(&obligations(), &Options::default(), |_| {}).unwrap();
    let mut slowest: Vec<_> = run.reports.iter().collect();
    slowest.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    for report in slowest.iter().take(10) {
        println!("{:8.2} s {} {:?}", report.seconds, report.id, report.engine);
    }
    println!("{:#?}", run.totals);
    let bad: Vec<_> = run.reports.iter().filter(|report| !report.holds()).collect();
    assert!(run.holds(), "{bad:#?}");
}

/// Every sixth obligation about instructions, corner values left out: all of them take long, which is what
/// `rvassay prove --mutants` is for.
#[test]
fn obligations_notice_their_mutants() {
    let corner = |id: &String| id.contains("/corners") || id.contains("kyber");
    let about_ops = |id: &String| id.contains('@') && !id.starts_with("normal-form/");
    let whole: Vec<String> = proofs::obligations::WHOLE
        .iter()
        .flat_map(|claims| claims.iter().map(|claim| format!("{}@", claim.id)))
        .collect();
    let chosen: Vec<_> = obligations()
        .into_iter()
        .filter(|o| {
            let id = o.id();
            about_ops(&id) && !corner(&id) && !whole.iter().any(|w| id.starts_with(w))
        })
        .step_by(6)
        .collect();
    let options = Options { mutants: Some(8), ..Options::default() };
    let run = prove_all(&chosen, &options, |_| {}).unwrap();
    let bad: Vec<_> = run.reports.iter().filter(|report| !report.holds()).collect();
    assert!(run.holds(), "{bad:#?}");
    let without: Vec<_> = run.reports.iter().filter(|report| report.mutants.is_empty()).collect();
    assert!(without.is_empty(), "without a mutant: {without:#?}");
}

#[test]
fn every_instruction_has_an_obligation() {
    let covered = covered();
    let without: Vec<_> = Insn::all().iter().filter(|insn| !covered.contains_key(insn)).collect();
    assert!(without.is_empty(), "{without:?}");
    assert!(covered[&Insn::Add].contains(&"add/ripple@64".to_owned()));
}

#[test]
fn an_id_names_one_obligation() {
    let ids: Vec<_> = obligations().iter().map(ToString::to_string).collect();
    let different: BTreeSet<_> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
}
