//! Damaged objects are refused or found wrong; they never stop the certifier.

use certifier::vectors::VectorSource;
use certifier::{Options, Subject, certify};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    #[test]
    fn flipped_bytes_of_an_object_never_panic_or_hang(
        kernel in 0..kernels::all().len(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1..=u8::MAX), 1..4),
    ) {
        let kernel = &kernels::all()[kernel];
        let mut object = kernel.object.to_vec();
        for (at, by) in flips {
            let at = at.index(object.len());
            object[at] ^= by;
        }
        let manifest = &kernel.manifest_text;
        if let Ok(subject) = Subject::new("damaged", &object, manifest, "kernel.toml") {
            let options = Options {
                vectors: VectorSource::Embedded,
                random_cases: 2,
                trace_runs: 2,
                specification_cases: 1,
                proofs: false,
                max_instructions: 5_000,
                jobs: 2,
                ..Options::default()
            };
            let report = certify(&[subject], &options, &|_| {}).unwrap();
            prop_assert_eq!(report.passed + report.failed, report.vectors);
        }
    }
}
