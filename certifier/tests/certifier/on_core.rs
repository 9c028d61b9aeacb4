//! The kernels on the RTL core.

use certifier::vectors::VectorSource;
use certifier::{Core, Options, Subject, certify};
use rtl_harness::{BuildOptions, cores};

#[test]
fn every_kernel_takes_the_cycles_that_the_model_predicts() {
    let inorder = cores().iter().find(|core| core.name == "inorder").unwrap();
    // The models that other tests build, too.
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let cache = root.with_file_name("target").join("rtl-cache");
    let core =
        Core { description: inorder.description().unwrap(), build: BuildOptions::new(cache) };
    let subjects: Vec<_> =
        kernels::all().iter().map(|kernel| Subject::embedded(kernel).unwrap()).collect();
    let options = Options {
        vectors: VectorSource::Given(Vec::new()),
        random_cases: 1,
        trace_runs: 0,
        specification_cases: 0,
        proofs: false,
        core: Some(core),
        jobs: 2,
        ..Options::default()
    };
    let report = certify(&subjects, &options, &|_| {}).unwrap();
    assert_eq!(report.findings().next(), None);
    assert_eq!(report.not_run, []);
    for certificate in &report.certificates {
        for function in &certificate.functions {
            let measured = function.measured.as_ref().unwrap();
            let name = format!("{} {}", certificate.id, function.name);
            assert!(measured.cycles.core > Some(measured.max_instructions), "{name}");
            assert_eq!(measured.cycles.core, measured.cycles.predicted, "{name}");
        }
    }
}
