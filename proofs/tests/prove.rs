//! Obligations of the specification itself.

use proofs::{Options, obligations, prove_all};

#[test]
fn the_sum_is_a_ripple_carry_adder() {
    let add: Vec<_> = obligations().into_iter().filter(|o| o.claim.id == "add/ripple").collect();
    let run = prove_all(&add, &Options::default(), |_| {}).unwrap();
    assert!(run.holds(), "{:#?}", run.reports);
    assert_eq!(run.totals.proved, 2);
}
